/* A stand-in for libcuda.so.1, for machines without a GPU. It shows that the program loads a driver, calls it with the
   right arguments and writes the table. It is no measurement: its rules are those that the CUDA manuals state.

   It knows a kernel by its name, which lists the directives. STAND_IN selects what it does wrong: "no-device" has no GPU,
   "broken" cannot start, "accepts-all" rejects no launch, "register-file" has half of the registers. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_VALUE = 1, NO_DEVICE = 100, NOT_FOUND = 500, OUT_OF_RESOURCES = 701, UNKNOWN = 999 };

typedef struct {
    unsigned id;
    char pad[4];
    union {
        char bytes[64];
        unsigned cluster[3];
    } value;
} Attribute;

typedef struct {
    unsigned grid[3], block[3], shared;
    void *stream;
    Attribute *attributes;
    unsigned attribute_count;
} Config;

typedef struct {
    char name[256];
    unsigned most_shared;
    int opted_in, non_portable;
} Kernel;

static Kernel kernel;
static int modules, contexts;

static int mode(const char *name) {
    const char *set = getenv("STAND_IN");
    return set && !strcmp(set, name);
}

int cuInit(unsigned flags) { return mode("no-device") ? NO_DEVICE : mode("broken") || flags ? UNKNOWN : SUCCESS; }

int cuDriverGetVersion(int *version) { return *version = 13050, SUCCESS; }

int cuGetErrorName(int code, const char **name) {
    switch (code) {
    case INVALID_VALUE: *name = "CUDA_ERROR_INVALID_VALUE"; break;
    case NO_DEVICE: *name = "CUDA_ERROR_NO_DEVICE"; break;
    case NOT_FOUND: *name = "CUDA_ERROR_NOT_FOUND"; break;
    case OUT_OF_RESOURCES: *name = "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"; break;
    default: return INVALID_VALUE;
    }
    return SUCCESS;
}

int cuDeviceGetCount(int *count) { return *count = 1, SUCCESS; }
int cuDeviceGet(int *device, int ordinal) { return *device = 7, ordinal ? INVALID_VALUE : SUCCESS; }

int cuDeviceGetName(char *name, int size, int device) {
    snprintf(name, size, "stand-in");
    return device == 7 ? SUCCESS : INVALID_VALUE;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    /* An H100. */
    static const int values[][2] = {{1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535}, {7, 65535}, {8, 49152}, {10, 32}, {12, 65536},
        {16, 132}, {39, 2048}, {75, 9}, {76, 0}, {81, 233472}, {82, 65536}, {97, 232448}, {106, 32}, {111, 1024}, {120, 1}};
    if (device != 7) return INVALID_VALUE;
    for (unsigned i = 0; i < sizeof values / sizeof *values; ++i)
        if (values[i][0] == attribute) {
            *value = attribute == 82 && mode("register-file") ? values[i][1] / 2 : values[i][1];
            return SUCCESS;
        }
    return INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(void **context, int device) { return ++contexts, *context = &contexts, device != 7; }

/* The program must have unloaded each module. */
int cuDevicePrimaryCtxRelease_v2(int device) {
    if (modules) fprintf(stderr, "stand-in: %d modules are still loaded\n", modules);
    return --contexts, device != 7;
}

int cuCtxSetCurrent(void *context) { return context != &contexts; }
int cuCtxSynchronize(void) { return SUCCESS; }

int cuModuleLoadData(void **module, const void *image) {
    if (memcmp(image, "\177ELF", 4)) return INVALID_VALUE;
    return ++modules, *module = &modules, SUCCESS;
}

int cuModuleUnload(void *module) { return --modules, module != &modules; }

int cuModuleGetFunction(void **function, void *module, const char *name) {
    if (module != &modules || !*name) return NOT_FOUND;
    snprintf(kernel.name, sizeof kernel.name, "%s", name);
    kernel.opted_in = kernel.non_portable = 0;
    return *function = &kernel, SUCCESS;
}

/* The numbers after a directive in the name of the kernel. */
static int stated(const char *directive, unsigned *values, int count) {
    const char *at = strstr(kernel.name, directive);
    if (!at) return 0;
    at += strlen(directive);
    for (int i = 0; i < count; ++i) values[i] = strtoul(at + 1, (char **)&at, 10);
    return 1;
}

static unsigned product(const unsigned *sizes) { return sizes[0] * sizes[1] * sizes[2]; }

int cuFuncGetAttribute(int *value, int attribute, void *function) {
    unsigned sizes[3] = {0};
    if (function != &kernel) return INVALID_VALUE;
    switch (attribute) {
    case 0:
        if (!stated("maxntid", sizes, 3) && !stated("reqntid", sizes, 3)) sizes[0] = 1024, sizes[1] = sizes[2] = 1;
        return *value = product(sizes), SUCCESS;
    case 6: return *value = 90, SUCCESS;
    case 10: return *value = strstr(kernel.name, "explicitcluster") != 0, SUCCESS;
    case 11: case 12: case 13:
        stated("reqnctapercluster", sizes, 3);
        return *value = sizes[attribute - 11], SUCCESS;
    default: return *value = 0, SUCCESS;
    }
}

int cuFuncSetAttribute(void *function, int attribute, int value) {
    if (function != &kernel) return INVALID_VALUE;
    if (attribute == 8)
        return value > 232448 ? INVALID_VALUE : (kernel.opted_in = 1, kernel.most_shared = value, SUCCESS);
    if (attribute == 14) return kernel.non_portable = value, SUCCESS;
    return INVALID_VALUE;
}

int cuLaunchKernelEx(const Config *launch, void *function, void **parameters, void **extra) {
    const unsigned *grid = launch->grid, *block = launch->block;
    unsigned sizes[3], rank, uses[2] = {0}, cluster[3] = {1, 1, 1}, used = 0;
    if (function != &kernel || parameters || extra || launch->stream) return UNKNOWN;
    if (mode("accepts-all")) return SUCCESS;
    if (!product(grid) || !product(block)) return INVALID_VALUE;
    if (grid[0] > 2147483647u || grid[1] > 65535 || grid[2] > 65535) return INVALID_VALUE;
    if (block[0] > 1024 || block[1] > 1024 || block[2] > 64 || product(block) > 1024) return INVALID_VALUE;
    if (stated("maxntid", sizes, 3) && product(block) > product(sizes)) return INVALID_VALUE;
    if (stated("reqntid", sizes, 3) && memcmp(block, sizes, sizeof sizes)) return INVALID_VALUE;
    if (launch->attribute_count) {
        if (launch->attribute_count != 1 || launch->attributes->id != 4) return UNKNOWN;
        memcpy(cluster, launch->attributes->value.cluster, sizeof cluster);
        used = 1;
    }
    if (stated("reqnctapercluster", sizes, 3)) {
        if (used && memcmp(cluster, sizes, sizeof sizes)) return INVALID_VALUE;
        memcpy(cluster, sizes, sizeof sizes);
    } else if (!used && strstr(kernel.name, "explicitcluster")) {
        return INVALID_VALUE;
    }
    if (!product(cluster) || product(cluster) > (kernel.non_portable ? 16 : 8)) return INVALID_VALUE;
    if (stated("maxclusterrank", &rank, 1) && product(cluster) > rank) return INVALID_VALUE;
    for (int axis = 0; axis < 3; ++axis)
        if (grid[axis] % cluster[axis] && !strstr(kernel.name, "blocksareclusters")) return INVALID_VALUE;
    stated("uses", uses, 2);
    if (uses[1] < uses[0] * 4) uses[1] = uses[0] * 4;
    /* Without the attribute, static and dynamic shared memory together have 48 KiB. */
    if (launch->shared > (kernel.opted_in ? kernel.most_shared : 49152 - uses[1])) return INVALID_VALUE;
    if (launch->shared + uses[1] > 232448) return INVALID_VALUE;
    /* A kernel has about as many registers as words, so that 512 or 256 threads fit on an SM. */
    if ((uses[0] == 100 && product(block) > 512) || (uses[0] == 200 && product(block) > 256)) return OUT_OF_RESOURCES;
    return SUCCESS;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, void *function, int threads, size_t shared) {
    (void)shared;
    return *ctas = 2048 / ((threads + 31) / 32 * 32), function != &kernel;
}

int cuOccupancyMaxPotentialClusterSize(int *size, void *function, const Config *launch) {
    unsigned rank;
    if (launch->attribute_count) return INVALID_VALUE;
    *size = kernel.non_portable ? 16 : 8;
    if (stated("maxclusterrank", &rank, 1)) *size = rank;
    return function != &kernel;
}

int cuOccupancyMaxActiveClusters(int *clusters, void *function, const Config *launch) {
    if (launch->attribute_count != 1) return INVALID_VALUE;
    return *clusters = 132 / product(launch->attributes->value.cluster), function != &kernel;
}
