// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a compiled model on several threads at once, each in a context of its
// own, on inputs of zeros, and prints the time of a run:
//
//   run_model MODEL.so [THREADS]
//
// Dims that are known only at run time are 1.
#include "tvm_mlir.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

/// Memory of zeros for each input, with its description for the runtime.
struct Inputs {
  explicit Inputs(const tvm_mlir::Function &function) {
    for (const tvm_tensor_info &info : function.inputs()) {
      std::vector<int64_t> shape(info.shape, info.shape + info.ndim);
      size_t size = info.dtype.bits / 8;
      for (int64_t &dim : shape) {
        dim = dim < 0 ? 1 : dim;
        size *= size_t(dim);
      }
      memory.emplace_back(size);
      tensors.push_back(std::make_unique<tvm_mlir::TensorRef>(
          memory.back().data(), info.dtype, std::move(shape)));
    }
  }

  std::vector<std::vector<char>> memory;
  std::vector<std::unique_ptr<tvm_mlir::TensorRef>> tensors;
};

/// The time in milliseconds of a run after the first one.
static double measure(const tvm_mlir::Function &function,
                      const Inputs &inputs) {
  tvm_mlir::Context context(function, /*numThreads=*/1);
  for (size_t i = 0; i < inputs.tensors.size(); ++i)
    context.setInput(int32_t(i), *inputs.tensors[i]);
  context.run();
  auto begin = std::chrono::steady_clock::now();
  context.run();
  std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - begin;
  return time.count();
}

int main(int argc, char **argv) try {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: run_model MODEL.so [THREADS]\n");
    return 2;
  }
  tvm_mlir::Module module = tvm_mlir::Module::load(argv[1]);
  tvm_mlir::Function function = module.getFunction();
  for (const tvm_tensor_info &info : function.inputs())
    std::printf("input  %s: %s\n", info.name, info.type);
  for (const tvm_tensor_info &info : function.outputs())
    std::printf("output %s: %s\n", info.name, info.type);

  Inputs inputs(function);
  long count = argc > 2 ? std::strtol(argv[2], nullptr, 10) : 2;
  std::vector<double> times(std::clamp(count, 1L, 1000L));
  std::vector<std::exception_ptr> errors(times.size());
  std::vector<std::thread> threads;
  threads.reserve(times.size());
  for (size_t i = 0; i < times.size(); ++i)
    threads.emplace_back([&, i] {
      try {
        times[i] = measure(function, inputs);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < times.size(); ++i) {
    if (errors[i])
      std::rethrow_exception(errors[i]);
    std::printf("thread %zu: %.3f ms\n", i, times[i]);
  }
  return 0;
} catch (const tvm_mlir::Error &error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
