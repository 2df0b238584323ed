/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a compiled model once on inputs of zeros and prints its outputs:
 *
 *   run_model MODEL.so
 *
 * Dims that are known only at run time are 1. */
#include "tvm_mlir.h"

#include <stdio.h>
#include <stdlib.h>

enum { max_inputs = 64, max_rank = 64 };

static void check(tvm_status status) {
  if (status == TVM_OK)
    return;
  fprintf(stderr, "error: %s\n", tvm_last_error());
  exit(1);
}

/* Binds memory of zeros to input `index` and returns it. */
static void *set_zeros(tvm_context *context, const tvm_function *function,
                       int32_t index) {
  tvm_tensor_info info = {sizeof(info)};
  check(tvm_function_get_input_info(function, index, &info));
  printf("input  %s: %s\n", info.name, info.type);

  int64_t shape[max_rank];
  size_t count = 1;
  for (int32_t i = 0; i < info.ndim; ++i) {
    shape[i] = info.shape[i] < 0 ? 1 : info.shape[i];
    count *= (size_t)shape[i];
  }
  void *data = calloc(count ? count : 1, info.dtype.bits / 8);
  if (!data) {
    fprintf(stderr, "error: no memory for input '%s'\n", info.name);
    exit(1);
  }

  DLTensor tensor = {0};
  tensor.data = data;
  tensor.device.device_type = kDLCPU;
  tensor.ndim = info.ndim;
  tensor.dtype = info.dtype;
  tensor.shape = shape;
  check(tvm_context_set_input_at(context, index, &tensor));
  return data;
}

static void print_output(tvm_context *context, const tvm_function *function,
                         int32_t index) {
  tvm_tensor_info info = {sizeof(info)};
  DLTensor tensor;
  check(tvm_function_get_output_info(function, index, &info));
  check(tvm_context_get_output_at(context, index, &tensor));
  printf("output %s: %s[", info.name, tvm_data_type_name(tensor.dtype));
  for (int32_t i = 0; i < tensor.ndim; ++i)
    printf(i ? ",%lld" : "%lld", (long long)tensor.shape[i]);
  printf("]\n");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: run_model MODEL.so\n");
    return 2;
  }

  tvm_module *module;
  const tvm_function *function;
  tvm_context *context;
  check(tvm_module_load(argv[1], &module));
  check(tvm_module_get_function(module, "main", &function));
  check(tvm_context_create(function, NULL, &context));

  void *inputs[max_inputs];
  int32_t num_inputs = tvm_function_num_inputs(function);
  if (num_inputs > max_inputs) {
    fprintf(stderr, "error: more than %d inputs\n", max_inputs);
    return 1;
  }
  for (int32_t i = 0; i < num_inputs; ++i)
    inputs[i] = set_zeros(context, function, i);

  check(tvm_context_run(context));

  for (int32_t i = 0; i < tvm_function_num_outputs(function); ++i)
    print_output(context, function, i);

  for (int32_t i = 0; i < num_inputs; ++i)
    free(inputs[i]);
  tvm_context_free(context);
  tvm_module_release(module);
  return 0;
}
