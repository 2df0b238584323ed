/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host (tvm_abi.h) for code that stock tools compiled from level `llvm`: one
 * thread, outputs and weights of the caller, and an arena that it keeps. */

#define _POSIX_C_SOURCE 200112L

#include "runtime/include/tvm_abi.h"

#include <stdlib.h>
#include <time.h>

int32_t tvm_main(const tvm_frame *frame);

typedef struct {
  void *arena;
  int64_t arena_bytes;
  void *const *outputs;
} Memory;

static void parallel_for(const tvm_parallel *parallel,
                         void (*body)(void *closure, int64_t begin,
                                      int64_t end),
                         void *closure, int64_t n) {
  (void)parallel;
  if (n > 0)
    body(closure, 0, n);
}

static void *allocate_arena(void *context, int64_t bytes) {
  Memory *memory = context;
  if (bytes <= memory->arena_bytes)
    return memory->arena;
  free(memory->arena);
  if (posix_memalign(&memory->arena, TVM_ALIGNMENT, bytes))
    memory->arena = NULL;
  memory->arena_bytes = memory->arena ? bytes : 0;
  return memory->arena;
}

/* Never called: sizes of models with static shapes do not depend on data. */
static void *allocate_pool(void *context, int64_t bytes) {
  (void)context, (void)bytes;
  return NULL;
}

static void *grow_slot(void *context, int64_t slot, int64_t bytes,
                       int64_t kept) {
  (void)context, (void)slot, (void)bytes, (void)kept;
  return NULL;
}

static void *allocate_output(void *context, int32_t index,
                             const int64_t *dims) {
  (void)dims;
  return ((Memory *)context)->outputs[index];
}

static int32_t launch(void *context, int32_t kernel, tvm_kernel function,
                      const tvm_args *args) {
  (void)context, (void)kernel;
  return function(args);
}

static int32_t fail(void *context, int32_t check, const int64_t *values) {
  (void)context, (void)check, (void)values;
  return 1;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Runs the model `runs` times, and writes the seconds of each run. Returns the
 * status of the first run that failed, or 0. */
int32_t stock_run(void *const *inputs, const int64_t *input_dims,
                  const void *weights, void *const *outputs, int32_t runs,
                  double *seconds) {
  static Memory memory;
  tvm_parallel parallel = {NULL, 1, parallel_for};
  tvm_frame frame = {inputs,         input_dims,    weights,         &memory,
                     allocate_arena, allocate_pool, allocate_output, launch,
                     fail,           &parallel,     grow_slot};
  memory.outputs = outputs;
  for (int32_t i = 0; i < runs; ++i) {
    double begin = now();
    int32_t status = tvm_main(&frame);
    seconds[i] = now() - begin;
    if (status)
      return status;
  }
  return 0;
}
