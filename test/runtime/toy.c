/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A compiled model, written by hand:
 *   z[batch,4] = (x[batch,4] + y[batch,4]) * w[4],  s[1] = sum of z
 * by two kernels, with weights, an arena, a pool and threads. Other entries
 * misbehave, each in one way. */
#include "runtime/include/tvm_abi.h"

#include <math.h>

enum { columns = 4 };

struct scale {
  const float *x, *y, *w;
  float *z;
};

static void scale_rows(void *closure, int64_t begin, int64_t end) {
  const struct scale *s = (const struct scale *)closure;
  for (int64_t i = begin; i < end; ++i)
    for (int64_t j = 0; j < columns; ++j)
      s->z[i * columns + j] =
          (s->x[i * columns + j] + s->y[i * columns + j]) * s->w[j];
}

static int32_t scale_kernel(const tvm_args *args) {
  struct scale s = {(const float *)args->buffers[0],
                    (const float *)args->buffers[1],
                    (const float *)args->buffers[2], (float *)args->buffers[3]};
  args->parallel->parallel_for(args->parallel, scale_rows, &s, args->dims[0]);
  return 0;
}

static int32_t sum_kernel(const tvm_args *args) {
  const float *z = (const float *)args->buffers[0];
  double *partial = (double *)args->workspace;
  *partial = 0;
  for (int64_t i = 0; i < args->dims[0] * columns; ++i)
    *partial += z[i];
  *(float *)args->buffers[1] = (float)*partial;
  return 0;
}

int32_t tvm_main(const tvm_frame *frame) {
  int64_t batch = frame->input_dims[0];
  const float *x = (const float *)frame->inputs[0];
  for (int64_t i = 0; i < batch * columns; ++i)
    if (isnan(x[i])) {
      int64_t values[] = {i / columns, i % columns};
      return frame->fail(frame->context, 0, values);
    }

  double *arena = (double *)frame->allocate_arena(frame->context, 64);
  if (!arena)
    return 1;
  /* Two temporaries, to see that they do not overlap. */
  char *a = (char *)frame->allocate_pool(frame->context, batch * 1000);
  char *b = (char *)frame->allocate_pool(frame->context, 100000);
  if (!a || !b)
    return 1;
  for (int64_t i = 0; i < batch * 1000; ++i)
    a[i] = 1;
  for (int64_t i = 0; i < 100000; ++i)
    b[i] = 2;
  if (batch && a[batch * 1000 - 1] != 1)
    return 2;

  int64_t z_dims[] = {batch, columns}, s_dims[] = {1};
  void *z = frame->allocate_output(frame->context, 0, z_dims);
  void *s = frame->allocate_output(frame->context, 1, s_dims);
  if (!z || !s)
    return 1;

  void *scale_buffers[] = {frame->inputs[0], frame->inputs[1],
                           (void *)frame->weights, z};
  tvm_args scale_args = {scale_buffers, &batch, 0, frame->parallel};
  int32_t result = frame->launch(frame->context, 0, scale_kernel, &scale_args);
  if (result)
    return result;
  void *sum_buffers[] = {z, s};
  tvm_args sum_args = {sum_buffers, &batch, arena, frame->parallel};
  return frame->launch(frame->context, 1, sum_kernel, &sum_args);
}

int32_t tvm_fails_silently(const tvm_frame *frame) {
  (void)frame;
  return 7;
}

int32_t tvm_fails_unknown_check(const tvm_frame *frame) {
  return frame->fail(frame->context, 99, 0);
}

int32_t tvm_writes_nothing(const tvm_frame *frame) {
  (void)frame;
  return 0;
}

int32_t tvm_wants_huge_arena(const tvm_frame *frame) {
  return !frame->allocate_arena(frame->context, INT64_MAX / 2);
}

int32_t tvm_wants_huge_pool(const tvm_frame *frame) {
  return !frame->allocate_pool(frame->context, INT64_MAX / 2);
}

int32_t tvm_wants_negative_pool(const tvm_frame *frame) {
  return !frame->allocate_pool(frame->context, -1);
}

/* Appends to slot 1, uses slot 0 again and again, and then fails, with 100
 * where all is as it should be. */
int32_t tvm_grows_slots(const tvm_frame *frame) {
  for (int64_t i = 0; i < 10000; ++i) {
    char *all = (char *)frame->grow_slot(frame->context, 1, i + 1, i);
    char *one = (char *)frame->grow_slot(frame->context, 0, 1000, 0);
    if (!all || !one || (uintptr_t)all % TVM_ALIGNMENT)
      return 1;
    for (int64_t k = 0; k < 1000; ++k)
      one[k] = 0;
    all[i] = (char)i;
    if (all[0] != 0 || all[i / 2] != (char)(i / 2))
      return 2;
  }
  return 100;
}

int32_t tvm_wants_huge_slot(const tvm_frame *frame) {
  return !frame->grow_slot(frame->context, 0, INT64_MAX / 2, 0);
}

int32_t tvm_wants_slots_without_end(const tvm_frame *frame) {
  return !frame->grow_slot(frame->context, INT64_MAX - 1, 64, 0);
}

int32_t tvm_wants_negative_slot(const tvm_frame *frame) {
  return !frame->grow_slot(frame->context, -1, 64, 0);
}

int32_t tvm_wants_huge_output(const tvm_frame *frame) {
  int64_t dims[] = {INT64_MAX / 64, columns};
  return !frame->allocate_output(frame->context, 0, dims);
}

int32_t tvm_has_wrong_output(const tvm_frame *frame) {
  int64_t dims[] = {1, columns + 1};
  return !frame->allocate_output(frame->context, 0, dims);
}

int32_t tvm_has_unknown_output(const tvm_frame *frame) {
  int64_t dims[] = {1};
  return !frame->allocate_output(frame->context, 2, dims);
}

/* Slots that the loader fills, as of a model with te.extern. */
__attribute__((visibility("protected"))) tvm_kernel tvm_extern_toy_sum;
__attribute__((visibility("protected"))) void (*tvm_failed_extern_slot)(
    const char *name, int32_t status) __asm__(TVM_FAILED_EXTERN_SLOT);

static int32_t extern_kernel(const tvm_args *args) {
  int64_t dims[] = {args->dims[0], columns, 1};
  tvm_args extern_args = {args->buffers, dims, 0, args->parallel};
  int32_t status = tvm_extern_toy_sum(&extern_args);
  if (status)
    tvm_failed_extern_slot("toy_sum", status);
  return status;
}

int32_t tvm_calls_extern(const tvm_frame *frame) {
  int64_t batch = frame->input_dims[0];
  int64_t z_dims[] = {batch, columns}, s_dims[] = {1};
  void *z = frame->allocate_output(frame->context, 0, z_dims);
  void *s = frame->allocate_output(frame->context, 1, s_dims);
  if (!z || !s)
    return 1;
  for (int64_t i = 0; i < batch * columns; ++i)
    ((float *)z)[i] = 0;
  void *buffers[] = {frame->inputs[0], s};
  tvm_args args = {buffers, &batch, 0, frame->parallel};
  return frame->launch(frame->context, 1, extern_kernel, &args);
}

/* A function of the runtime's library, or what replaces it. */
__attribute__((visibility("protected"))) tvm_kernel tvm_extern_tvm_unique;

/* The elements have a type that the library does not know. */
static int32_t library_kernel(const tvm_args *args) {
  int64_t sorted = 1, x = 0, results[4];
  void *buffers[] = {(void *)"none", &sorted,     &x,         &results[0],
                     &results[1],    &results[2], &results[3]};
  int64_t dims[] = {4, 1, 1, 1, 1, 1, 1, 1};
  tvm_args library_args = {buffers, dims, 0, args->parallel};
  int32_t status = tvm_extern_tvm_unique(&library_args);
  if (status)
    tvm_failed_extern_slot("tvm_unique", status);
  return status;
}

int32_t tvm_calls_library(const tvm_frame *frame) {
  tvm_args args = {0, 0, 0, frame->parallel};
  return frame->launch(frame->context, 0, library_kernel, &args);
}

/* Two strings, made by the library, as the first output. */
__attribute__((visibility("protected"))) tvm_kernel tvm_extern_tvm_strings;

int32_t tvm_writes_strings(const tvm_frame *frame) {
  static const char text[] = "a text that is too long to be kept in placeshort";
  int64_t z_dims[] = {2}, s_dims[] = {1}, sizes[] = {43, 5};
  void *z = frame->allocate_output(frame->context, 0, z_dims);
  void *s = frame->allocate_output(frame->context, 1, s_dims);
  if (!z || !s)
    return 1;
  *(float *)s = 0;
  void *buffers[] = {(void *)text, sizes, z};
  int64_t dims[] = {48, 2, 2};
  tvm_args args = {buffers, dims, 0, frame->parallel};
  int32_t status =
      frame->launch(frame->context, 0, tvm_extern_tvm_strings, &args);
  if (status)
    tvm_failed_extern_slot("tvm_strings", status);
  return status;
}
