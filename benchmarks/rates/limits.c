/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rates of one core. The program answers "fma" and "fed" with GFLOP/s and
 * "copy" with GB/s (read and written), one line each: the median of SECONDS.
 *
 *     clang-22 -O3 -march=native -mprefer-vector-width=512 limits.c -o limits
 */

#define _GNU_SOURCE
#include "rates.h"

#include <stdio.h>

#if defined(__AVX512F__)
enum { VectorBytes = 64 };
#elif defined(__AVX2__)
enum { VectorBytes = 32 };
#else
enum { VectorBytes = 16 };
#endif

typedef float Vector __attribute__((vector_size(VectorBytes)));
enum { Lanes = VectorBytes / sizeof(float) };

/* Independent chains, enough to hide a latency of 5 at 2 per cycle; they and
 * their operands fit the 16 registers of AVX2. The values converge to 1. */
enum { Chains = 12, Steps = 20000 };

static volatile float sink;

static double fmaFlops(void) {
  Vector scale = {0}, offset = {0}, chain[Chains];
  scale += 0.5f;
  offset += 0.5f;
  __asm__("" : "+m"(scale), "+m"(offset)); /* not constants to the compiler */
  for (int c = 0; c < Chains; ++c)
    chain[c] = offset * (float)c;
  double start = now();
  for (int step = 0; step < Steps; ++step)
#pragma clang loop unroll(full)
    for (int c = 0; c < Chains; ++c)
      chain[c] = __builtin_elementwise_fma(chain[c], scale, offset);
  double seconds = now() - start;
  for (int c = 1; c < Chains; ++c)
    chain[0] += chain[c];
  sink = chain[0][0];
  return 2.0 * Lanes * Chains * Steps / seconds;
}

/* The same with operands from memory, as in the innermost loop of a product: a
 * tile of sums that fills the registers. Each scalar is loaded into a register
 * once, from the first-level cache; columns are larger than that cache and come
 * from the second one. Scalars as memory operands, or equal values in all
 * elements, would give other rates (results/sapphire-rapids.md). */
#if defined(__AVX512F__)
enum { Rows = 14, Columns = 2 };
#define VECTOR_REGISTER "v"
#elif defined(__x86_64__)
enum { Rows = 6, Columns = 2 };
#define VECTOR_REGISTER "x"
#else
enum { Rows = 8, Columns = 3 };
#define VECTOR_REGISTER "w"
#endif
enum { ColumnBytes = 64 << 10, Depth = ColumnBytes / (Columns * VectorBytes) };
enum { Repeats = 25600 / Depth };

static double fedFlops(void) {
  static float rows[Depth][Rows];
  static Vector columns[Depth][Columns];
  if (rows[0][0] == 0) {
    fill(rows[0], Depth * Rows);
    fill((float *)columns[0], Depth * Columns * Lanes);
  }
  __asm__ volatile("" : : "r"(rows), "r"(columns) : "memory");
  Vector sums[Rows][Columns] = {0};
  double start = now();
  for (int repeat = 0; repeat < Repeats; ++repeat)
    for (int k = 0; k < Depth; ++k)
#pragma clang loop unroll(full)
      for (int r = 0; r < Rows; ++r) {
        Vector scalar = rows[k][r] - (Vector){0};
        __asm__("" : "+" VECTOR_REGISTER(scalar)); /* no memory operand */
#pragma clang loop unroll(full)
        for (int c = 0; c < Columns; ++c)
          sums[r][c] =
              __builtin_elementwise_fma(scalar, columns[k][c], sums[r][c]);
      }
  double seconds = now() - start;
  Vector total = {0};
  for (int r = 0; r < Rows; ++r)
    for (int c = 0; c < Columns; ++c)
      total += sums[r][c];
  sink = total[0];
  return 2.0 * Lanes * Rows * Columns * Depth * Repeats / seconds;
}

/* Bytes of a copy, as many as the tensors of the element-wise chain have: far
 * more than the caches. */
static const size_t CopyBytes = (size_t)64 << 20;

static double copyBytes(void) {
  static void *from, *to;
  if (!from) {
    from = pages(CopyBytes);
    to = pages(CopyBytes);
  }
  double start = now();
  memcpy(to, from, CopyBytes);
  double seconds = now() - start;
  __asm__ volatile("" : : "r"(to) : "memory");
  return 2.0 * CopyBytes / seconds;
}

int main(void) {
  char what[16];
  while (scanf("%15s", what) == 1) {
    double (*measure)(void) = fmaFlops;
    if (!strcmp(what, "fed"))
      measure = fedFlops;
    else if (!strcmp(what, "copy"))
      measure = copyBytes;
    printf("%g\n", 1e-9 * medianRate(measure));
    fflush(stdout);
  }
  return 0;
}
