// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_REGISTERALLOCATOR_H
#define TVM_CODEGEN_KERNELS_REGISTERALLOCATOR_H

#include "llvm/Support/CodeGen.h"

namespace tvm::codegen {

/// The register allocator of the machine code that this thread generates during
/// the object's lifetime: LLVM's fast one without optimisation, its basic one
/// for modules with a large block, otherwise its greedy one. The greedy
/// allocator splits a live range between any two of its uses, which takes time
/// that is quadratic in a block's size if there are fewer registers than
/// constants.
class RegisterAllocatorScope {
public:
  RegisterAllocatorScope(llvm::CodeGenOptLevel level, bool hasLargeBlock);
  ~RegisterAllocatorScope();
  RegisterAllocatorScope(const RegisterAllocatorScope &) = delete;
  RegisterAllocatorScope &operator=(const RegisterAllocatorScope &) = delete;
};

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_REGISTERALLOCATOR_H
