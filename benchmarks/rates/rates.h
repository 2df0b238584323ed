/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The measurements of programs of this folder: data, the clock, the median. */

#ifndef BENCHMARKS_RATES_RATES_H
#define BENCHMARKS_RATES_RATES_H

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define SECONDS 0.05
/* The number of calls after which medianRate stops. */
enum { MostSamples = 4096 };

/* Returns the seconds of a monotonic clock. */
static inline double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* Fills `values` with pseudo-random numbers in [-1, 1). */
static inline void fill(float *values, size_t count) {
  static unsigned state = 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = (float)(int)state / 2147483648.0f;
  }
}

/* Returns touched memory in huge pages; `bytes` is a multiple of 2 MiB. */
static inline void *pages(size_t bytes) {
  void *memory = aligned_alloc(2 << 20, bytes);
  if (!memory)
    abort();
  madvise(memory, bytes, MADV_HUGEPAGE);
  memset(memory, 1, bytes);
  return memory;
}

/* The order of two doubles, for qsort. */
static inline int ascending(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* Calls `measure` for SECONDS and returns the median of its results. */
static inline double medianRate(double (*measure)(void)) {
  static double rates[MostSamples];
  size_t count = 0;
  double end = now() + SECONDS;
  do {
    rates[count++] = measure();
  } while (now() < end && count < MostSamples);
  qsort(rates, count, sizeof(double), ascending);
  return rates[count / 2];
}

#endif
