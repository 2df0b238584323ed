/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times the kernels of register_tiles.py one after the other, because the
 * running code determines the clock. Prints a line per kernel with its name and
 * median GFLOP/s.
 *
 *     clang-22 -O2 register_tiles.c kernels.s -o register_tiles
 *
 * kernels.s defines `kernels`, a table of `numKernels` entries. */

#define _GNU_SOURCE
#include "rates.h"

#include <stdio.h>

struct Kernel {
  const char *name;
  void (*run)(const float *rows, const float *columns, long tiles);
  long flops; /* of a tile */
};
extern const struct Kernel kernels[];
extern const long numKernels;

static const long FlopsPerSample = 40000000;
static const size_t Bytes = (size_t)8 << 20;

static const struct Kernel *kernel;
static float *rows, *columns;

static double tileFlops(void) {
  long tiles = FlopsPerSample / kernel->flops + 1;
  double start = now();
  kernel->run(rows, columns, tiles);
  return kernel->flops * tiles / (now() - start);
}

static float *randomFloats(void) {
  float *values = pages(Bytes);
  fill(values, Bytes / sizeof(float));
  return values;
}

int main(void) {
  rows = randomFloats();
  columns = randomFloats();
  for (kernel = kernels; kernel < kernels + numKernels; ++kernel)
    printf("%s %.1f\n", kernel->name, 1e-9 * medianRate(tileFlops));
  return 0;
}
