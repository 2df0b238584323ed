// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/OutOfMemory.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>

bool tvm::codegen::isMemoryExhausted() {
  constexpr size_t kBytes = 64 << 20; // address space that is never touched
  int error = errno;
  void *probe = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  bool isExhausted = probe == MAP_FAILED;
  if (!isExhausted)
    munmap(probe, kBytes);
  errno = error;
  return isExhausted;
}
