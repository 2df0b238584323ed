// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/fake_cuda_interpreter.h"

#include <cstdio>
#include <cstdlib>
#include <unistd.h>

[[noreturn]] static void fail(const char *what) {
  std::perror(what);
  std::abort();
}

FakeCudaInterpreter::FakeCudaInterpreter(const char *command) {
  int down[2], up[2];
  if (pipe(down) || pipe(up))
    fail("pipe");
  pid_t child = fork();
  if (child < 0)
    fail("fork");
  if (child == 0) {
    dup2(down[0], 0);
    dup2(up[1], 1);
    for (int file : {down[0], down[1], up[0], up[1]})
      close(file);
    execl("/bin/sh", "sh", "-c", command, nullptr);
    _exit(127);
  }
  close(down[0]);
  close(up[1]);
  input = up[0];
  output = down[1];
}

FakeCudaInterpreter *FakeCudaInterpreter::get() {
  const char *command = std::getenv("FAKE_CUDA_INTERPRETER");
  if (!command)
    return nullptr;
  static FakeCudaInterpreter interpreter(command);
  return &interpreter;
}

void FakeCudaInterpreter::write(const void *bytes, size_t size) {
  const char *next = static_cast<const char *>(bytes);
  while (size > 0) {
    ssize_t count = ::write(output, next, size);
    if (count <= 0)
      fail("write to FAKE_CUDA_INTERPRETER");
    next += count;
    size -= count;
  }
}

void FakeCudaInterpreter::take(void *bytes, uint64_t size) {
  char *next = static_cast<char *>(bytes);
  while (size > 0) {
    ssize_t count = ::read(input, next, size);
    if (count <= 0)
      fail("read from FAKE_CUDA_INTERPRETER");
    next += count;
    size -= count;
  }
}

uint64_t FakeCudaInterpreter::take() {
  uint64_t number;
  take(&number, sizeof number);
  return number;
}
