// Stands in for MLIR's wrappers of the CUDA driver API, which need a GPU. It prints each call as one line, with the values
// that it was given. The signatures are those that LLVM 22's translation of gpu.launch_func calls.
//
// The name of a kernel ends in "__" and one letter for each parameter: i (i32), l (i64, index), f, d, p (pointer).
// A stream that the program creates is a small number; one that it brings along is any other.

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t hash;
  char name[256];
} Function;

static uint64_t modules, streams;

static void *load(const uint8_t *data, size_t size) {
  // FNV-1a
  uint64_t *hash = malloc(sizeof *hash);
  *hash = 0xcbf29ce484222325;
  for (size_t at = 0; at < size; ++at)
    *hash = (*hash ^ data[at]) * 0x100000001b3;
  ++modules;
  return hash;
}

void *mgpuModuleLoad(const void *data, size_t size) { return load(data, size); }

// PTX ends with a zero byte.
void *mgpuModuleLoadJIT(const char *text, int level) {
  printf("jit level=%d\n", level);
  return load((const uint8_t *)text, strlen(text));
}

void mgpuModuleUnload(void *module) {
  free(module);
  if (--modules == 0)
    puts("unloaded");
}

void *mgpuModuleGetFunction(const void *module, const char *name) {
  Function *function = malloc(sizeof *function);
  function->hash = *(const uint64_t *)module;
  snprintf(function->name, sizeof function->name, "%s", name);
  return function;
}

void *mgpuStreamCreate(void) {
  printf("create %" PRIu64 "\n", ++streams);
  return (void *)streams;
}

void mgpuStreamSynchronize(void *stream) { printf("wait %" PRIuPTR "\n", (uintptr_t)stream); }

void mgpuStreamDestroy(void *stream) { printf("destroy %" PRIuPTR "\n", (uintptr_t)stream); }

static void record(const Function *function, const intptr_t *cluster, const intptr_t *sizes, int32_t shared, void *stream,
                   void **parameters, void **extra) {
  printf("launch %016" PRIx64 " %s", function->hash, function->name);
  if (cluster)
    printf(" cluster=%" PRIdPTR ",%" PRIdPTR ",%" PRIdPTR, cluster[0], cluster[1], cluster[2]);
  printf(" grid=%" PRIdPTR ",%" PRIdPTR ",%" PRIdPTR " block=%" PRIdPTR ",%" PRIdPTR ",%" PRIdPTR, sizes[0], sizes[1],
         sizes[2], sizes[3], sizes[4], sizes[5]);
  printf(" shared=%" PRId32 " stream=%" PRIuPTR " args=", shared, (uintptr_t)stream);
  const char *types = strstr(function->name, "__");
  for (types = types ? types + 2 : ""; *types; ++types, ++parameters) {
    uint64_t bits = 0;
    memcpy(&bits, *parameters, *types == 'i' || *types == 'f' ? 4 : 8);
    printf("%c%" PRIx64 ",", *types, bits);
  }
  puts(extra ? " extra" : "");
}

void mgpuLaunchKernel(void *function, intptr_t gx, intptr_t gy, intptr_t gz, intptr_t bx, intptr_t by, intptr_t bz,
                      int32_t shared, void *stream, void **parameters, void **extra, size_t count) {
  intptr_t sizes[] = {gx, gy, gz, bx, by, bz};
  const char *types = strstr(((Function *)function)->name, "__");
  if (types && strlen(types + 2) != count)
    printf("%zu parameters\n", count);
  record(function, NULL, sizes, shared, stream, parameters, extra);
}

void mgpuLaunchClusterKernel(void *function, intptr_t cx, intptr_t cy, intptr_t cz, intptr_t gx, intptr_t gy,
                             intptr_t gz, intptr_t bx, intptr_t by, intptr_t bz, int32_t shared, void *stream,
                             void **parameters, void **extra) {
  intptr_t cluster[] = {cx, cy, cz}, sizes[] = {gx, gy, gz, bx, by, bz};
  record(function, cluster, sizes, shared, stream, parameters, extra);
}
