/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that extern.test and guards.test call. */
#include "runtime/include/tvm_abi.h"

/* y[n,m] = the rows of x[n,m] in reverse order. */
int32_t extern_reverse(const tvm_args *args) {
  const float *x = (const float *)args->buffers[0];
  float *y = (float *)args->buffers[1];
  int64_t n = args->dims[0], m = args->dims[1];
  if (args->dims[2] != n || args->dims[3] != m)
    return 1;
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < m; ++j)
      y[i * m + j] = x[(n - 1 - i) * m + j];
  return 0;
}

/* y[] = x[] / 2; fails where x is below 1. */
int32_t extern_halve(const tvm_args *args) {
  float x = *(const float *)args->buffers[0];
  *(float *)args->buffers[1] = x / 2;
  return x < 1 ? 42 : 0;
}

/* guards.test calls the following functions: y[] = x[] + 1 for 12 floats, with
 * mistakes. */
static float *add(const tvm_args *args) {
  const float *x = (const float *)args->buffers[0];
  float *y = (float *)args->buffers[1];
  for (int i = 0; i < 12; ++i)
    y[i] = x[i] + 1;
  return y;
}

int32_t guards_right(const tvm_args *args) {
  add(args);
  return 0;
}

/* Writes the result, and the element in front of it. */
int32_t guards_front(const tvm_args *args) {
  add(args)[-1] = 1;
  return 0;
}

/* Writes the result, and the element behind it. */
int32_t guards_behind(const tvm_args *args) {
  add(args)[12] = 1;
  return 0;
}

/* Writes the result, and an element of x. */
int32_t guards_input(const tvm_args *args) {
  float *x = (float *)args->buffers[0];
  add(args);
  x[3] += 1;
  return 0;
}
