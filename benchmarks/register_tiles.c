/* Times the kernels of register_tiles.py, one after the other, as what runs
 * decides on the clock: a line per kernel with its name and median GFLOP/s.
 *
 *     clang-22 -O2 register_tiles.c kernels.s -o register_tiles
 *
 * kernels.s defines `kernels`, a table of `numKernels` entries. */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

struct Kernel {
  const char *name;
  void (*run)(const float *rows, const float *columns, long tiles);
  long flops; /* of a tile */
};
extern const struct Kernel kernels[];
extern const long numKernels;

enum { WarmUps = 50, Rounds = 300 };
static const long FlopsPerRun = 40000000;
static const size_t Bytes = (size_t)8 << 20;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* In [-1, 1), in huge pages. */
static float *randomFloats(void) {
  float *values = aligned_alloc(2 << 20, Bytes);
  if (!values)
    abort();
  madvise(values, Bytes, MADV_HUGEPAGE);
  static unsigned state = 1;
  for (size_t i = 0; i < Bytes / sizeof(float); ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = (float)(int)state / 2147483648.0f;
  }
  return values;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const struct Kernel *kernel, const float *rows,
                     const float *columns) {
  static double rates[Rounds];
  long tiles = FlopsPerRun / kernel->flops + 1;
  for (int round = -WarmUps; round < Rounds; ++round) {
    double start = now();
    kernel->run(rows, columns, tiles);
    double seconds = now() - start;
    if (round >= 0)
      rates[round] = 1e-9 * kernel->flops * tiles / seconds;
  }
  qsort(rates, Rounds, sizeof(double), compare);
  return rates[Rounds / 2];
}

int main(void) {
  float *rows = randomFloats(), *columns = randomFloats();
  for (long i = 0; i < numKernels; ++i)
    printf("%s %.1f\n", kernels[i].name, median(&kernels[i], rows, columns));
  return 0;
}
