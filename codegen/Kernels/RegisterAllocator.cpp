#include "codegen/Kernels/RegisterAllocator.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RegAllocRegistry.h"

using namespace llvm;

namespace tvm::codegen {

static thread_local RegisterRegAlloc::FunctionPassCtor chosen = nullptr;

/// LLVM knows one choice for the whole process; this one asks the thread.
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
