// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs an artefact: `run ARTEFACT OUTPUT INPUT...` takes the bytes of each
// input, in the model's order, from a file, and writes those of output i to
// OUTPUTi. Shapes are static.
#include "runtime/include/tvm_mlir.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>

static std::vector<char> read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static size_t getBytes(const DLTensor &tensor) {
  size_t bytes = tensor.dtype.bits / 8;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    bytes *= size_t(tensor.shape[i]);
  return bytes;
}

int main(int argc, char **argv) try {
  if (argc < 3)
    return 2;
  tvm_mlir::Module module = tvm_mlir::Module::load(argv[1]);
  tvm_mlir::Function function = module.getFunction();
  tvm_mlir::Context context(function);
  std::vector<tvm_tensor_info> inputs = function.inputs();
  if (inputs.size() != size_t(argc) - 3)
    return 2;
  std::vector<std::vector<char>> memory;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const tvm_tensor_info &info = inputs[i];
    memory.push_back(read(argv[3 + i]));
    tvm_mlir::TensorRef tensor(memory.back().data(), info.dtype,
                               {info.shape, info.shape + info.ndim});
    if (getBytes(tensor) != memory.back().size())
      return 2;
    context.setInput(int32_t(i), tensor);
  }
  context.run();
  for (size_t i = 0; i < function.outputs().size(); ++i) {
    DLTensor tensor = context.getOutput(int32_t(i));
    std::ofstream file(argv[2] + std::to_string(i), std::ios::binary);
    file.write(static_cast<char *>(tensor.data) + tensor.byte_offset,
               std::streamsize(getBytes(tensor)));
  }
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
