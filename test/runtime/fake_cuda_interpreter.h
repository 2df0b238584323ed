/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program that runs kernels for fake_cuda.cpp, FAKE_CUDA_INTERPRETER: a
 * command for the shell. All numbers are 64 bits, in the order of the machine's
 * bytes.
 *
 *   it gets   name, text; 6 sizes; the number of parameters, each; the number
 * of allocations, for each its address and contents it gives  0 and the
 * contents of all allocations; or another number, the CUresult of the launch
 *
 * Names, texts and contents are their number of bytes and the bytes. */
#ifndef TEST_RUNTIME_FAKE_CUDA_INTERPRETER_H
#define TEST_RUNTIME_FAKE_CUDA_INTERPRETER_H

#include <cstdint>
#include <string>
#include <string_view>

class FakeCudaInterpreter {
public:
  /// The program is started once.
  static FakeCudaInterpreter *get();

  void put(uint64_t number) { write(&number, sizeof number); }
  void put(std::string_view bytes) {
    put(bytes.size());
    write(bytes.data(), bytes.size());
  }
  uint64_t take();
  void take(void *bytes, uint64_t size);

private:
  explicit FakeCudaInterpreter(const char *command);
  void write(const void *bytes, size_t size);

  int input = -1, output = -1;
};

#endif /* TEST_RUNTIME_FAKE_CUDA_INTERPRETER_H */
