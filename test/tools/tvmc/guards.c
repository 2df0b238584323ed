/* Functions that guards.test calls: y[] = x[] + 1 for 12 floats, with mistakes. */
#include "runtime/include/tvm_abi.h"

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
