/* Functions that extern.test calls. */
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
