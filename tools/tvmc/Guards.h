// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMC_GUARDS_H
#define TVM_TOOLS_TVMC_GUARDS_H

#include "tools/tvmc/Session.h"

namespace tvm::tvmc {

/// Memory between two pages that end the process if it touches them. The last
/// byte lies directly before the second one; bytes in front of the first one
/// have a known value, which is NaN as a float.
class GuardedMemory {
public:
  static llvm::Expected<GuardedMemory> make(size_t size);
  GuardedMemory(GuardedMemory &&other) noexcept;
  GuardedMemory(const GuardedMemory &) = delete;
  ~GuardedMemory();

  uint8_t *getData() const { return data; }
  size_t getSize() const { return size; }
  /// Whether the bytes in front of the memory have their value.
  bool isIntact() const;

private:
  GuardedMemory(uint8_t *pages, size_t bytes, size_t size);

  uint8_t *pages;
  size_t bytes; // of all pages
  uint8_t *data;
  size_t size;
};

/// Guarded memory for the inputs and outputs of a session. Outputs are NaN
/// before a run, as is what lies in front of tensors: a kernel that reads
/// either has other results. Strings stay where they are.
class Guards {
public:
  /// Moves the inputs and outputs of a session, which runs once before if the
  /// sizes of its outputs are not known otherwise. It has to end before the
  /// guards do, or run no more.
  llvm::Error bind(Session &session);
  /// Fails with a Fault if a run wrote in front of a tensor, or to an input.
  llvm::Error check() const;

private:
  struct Tensor {
    std::string name; // "input 'x'"
    GuardedMemory memory;
    std::vector<uint8_t> contents; // of an input
  };

  llvm::Error bindInputs(Session &session);
  llvm::Error bindOutputs(Session &session);

  std::vector<Tensor> tensors;
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TVMC_GUARDS_H
