// Reads launches from standard input and prints what each check says: one line for a launch, "ok" or a text.
//
// A line is: header or guard, the kernel, whether the launch states a cluster, ten sizes (cluster, grid, block, shared).
// A guard is a host program that aborts, so that it runs in a process of its own.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernels.h"

typedef const char *Check(const unsigned *, const unsigned *, const unsigned *, size_t);

#include "table.inc"

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  char what[16];
  unsigned kernel;
  int has_cluster;
  int64_t sizes[10];
  while (scanf("%15s %u %d", what, &kernel, &has_cluster) == 3) {
    for (int at = 0; at < 10; ++at)
      if (scanf("%" SCNd64, &sizes[at]) != 1)
        return 1;
    if (strcmp(what, "header") == 0) {
      unsigned values[9];
      for (int at = 0; at < 9; ++at)
        values[at] = (unsigned)sizes[at];
      const char *text = checks[kernel](values + 3, values + 6, has_cluster ? values : NULL, (size_t)sizes[9]);
      puts(text ? text : "ok");
      continue;
    }
    pid_t child = fork();
    if (child == 0) {
      guards[kernel][has_cluster](sizes[0], sizes[1], sizes[2], sizes[3], sizes[4], sizes[5], sizes[6], sizes[7],
                                  sizes[8], (int32_t)sizes[9]);
      puts("ok");
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
  }
  return 0;
}
