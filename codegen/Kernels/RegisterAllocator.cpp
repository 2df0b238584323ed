// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/RegisterAllocator.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocRegistry.h"

// LLVM's library contains this table. A shared library that hides its symbols
// would otherwise change a copy that LLVM does not read.
extern template class llvm::RegisterRegAllocBase<llvm::RegisterRegAlloc>;

using namespace llvm;

namespace tvm::codegen {

static thread_local RegisterRegAlloc::FunctionPassCtor chosen = nullptr;

/// LLVM has one choice for the whole process; this one depends on the thread.
static FunctionPass *createChosenAllocator() {
  return chosen ? chosen() : createGreedyRegisterAllocator();
}

RegisterAllocatorScope::RegisterAllocatorScope(CodeGenOptLevel level,
                                               bool hasLargeBlock) {
  static const bool isSet = [] {
    RegisterRegAlloc::setDefault(createChosenAllocator);
    return true;
  }();
  (void)isSet;
  if (level == CodeGenOptLevel::None)
    chosen = createFastRegisterAllocator;
  else if (hasLargeBlock)
    chosen = createBasicRegisterAllocator;
}

RegisterAllocatorScope::~RegisterAllocatorScope() { chosen = nullptr; }

} // namespace tvm::codegen
