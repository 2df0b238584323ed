// Runs an artefact: `run ARTEFACT OUTPUT INPUT...` takes the bytes of each
// input, in the model's order, from a file, and writes those of output i to
// OUTPUTi. Shapes are static.
#include "runtime/include/tvm_runtime.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static void check(tvm_status status) {
  if (status == TVM_OK)
    return;
  std::fprintf(stderr, "%s\n", tvm_last_error());
  std::exit(1);
}

static std::vector<char> read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static int64_t getBytes(const DLTensor &tensor) {
  int64_t bytes = tensor.dtype.bits / 8;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    bytes *= tensor.shape[i];
  return bytes;
}

int main(int argc, char **argv) {
  tvm_module *module;
  const tvm_function *function;
  tvm_context *context;
  if (argc < 3)
    return 2;
  check(tvm_module_load(argv[1], &module));
  check(tvm_module_get_function(module, "main", &function));
  check(tvm_context_create(function, nullptr, &context));
  if (argc != 3 + tvm_function_num_inputs(function))
    return 2;
  std::vector<std::vector<char>> inputs;
  for (int32_t i = 0; i + 3 < argc; ++i) {
    tvm_tensor_info info;
    check(tvm_function_get_input_info(function, i, &info));
    inputs.push_back(read(argv[3 + i]));
    DLTensor tensor{};
    tensor.data = inputs.back().data();
    tensor.device = {kDLCPU, 0};
    tensor.ndim = info.ndim;
    tensor.dtype = info.dtype;
    tensor.shape = const_cast<int64_t *>(info.shape);
    if (getBytes(tensor) != static_cast<int64_t>(inputs.back().size()))
      return 2;
    check(tvm_context_set_input_at(context, i, &tensor));
  }
  check(tvm_context_run(context));
  for (int32_t i = 0; i < tvm_function_num_outputs(function); ++i) {
    DLTensor tensor;
    check(tvm_context_get_output_at(context, i, &tensor));
    std::ofstream file(argv[2] + std::to_string(i), std::ios::binary);
    file.write(static_cast<char *>(tensor.data) + tensor.byte_offset,
               getBytes(tensor));
  }
  tvm_context_free(context);
  tvm_module_release(module);
}
