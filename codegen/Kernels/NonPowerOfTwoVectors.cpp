// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/NonPowerOfTwoVectors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tvm::codegen {

/// `type` with its lanes rounded up to a power of two; null if it already has
/// such a number, or the result would exceed `vectorBits`.
static FixedVectorType *getWiderType(Type *type, unsigned vectorBits) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!vector || isPowerOf2_32(vector->getNumElements()))
    return nullptr;
  unsigned lanes = PowerOf2Ceil(vector->getNumElements());
  unsigned bits = lanes * vector->getScalarSizeInBits();
  if (bits == 0 || bits > vectorBits)
    return nullptr;
  return FixedVectorType::get(vector->getElementType(), lanes);
}

static Value *getFirstLanes(IRBuilder<> &builder, unsigned count,
                            unsigned lanes) {
  SmallVector<Constant *> mask;
  for (unsigned lane = 0; lane < lanes; ++lane)
    mask.push_back(builder.getInt1(lane < count));
  return ConstantVector::get(mask);
}

static bool widen(LoadInst &load, unsigned vectorBits,
                  const TargetTransformInfo &target) {
  FixedVectorType *type = getWiderType(load.getType(), vectorBits);
  if (!type || !load.isSimple() ||
      load.hasMetadata(LLVMContext::MD_nontemporal) ||
      !target.isLegalMaskedLoad(type, load.getAlign(),
                                load.getPointerAddressSpace(),
                                TargetTransformInfo::ConstantMask))
    return false;
  IRBuilder<> builder(&load);
  unsigned count = cast<FixedVectorType>(load.getType())->getNumElements();
  CallInst *wide = builder.CreateMaskedLoad(
      type, load.getPointerOperand(), load.getAlign(),
      getFirstLanes(builder, count, type->getNumElements()));
  wide->setAAMetadata(load.getAAMetadata());
  load.replaceAllUsesWith(
      builder.CreateShuffleVector(wide, createSequentialMask(0, count, 0)));
  load.eraseFromParent();
  return true;
}

static bool widen(StoreInst &store, unsigned vectorBits,
                  const TargetTransformInfo &target) {
  Value *value = store.getValueOperand();
  FixedVectorType *type = getWiderType(value->getType(), vectorBits);
  if (!type || !store.isSimple() ||
      store.hasMetadata(LLVMContext::MD_nontemporal) ||
      !target.isLegalMaskedStore(type, store.getAlign(),
                                 store.getPointerAddressSpace(),
                                 TargetTransformInfo::ConstantMask))
    return false;
  IRBuilder<> builder(&store);
  unsigned count = cast<FixedVectorType>(value->getType())->getNumElements();
  unsigned lanes = type->getNumElements();
  CallInst *wide = builder.CreateMaskedStore(
      builder.CreateShuffleVector(
          value, createSequentialMask(0, count, lanes - count)),
      store.getPointerOperand(), store.getAlign(),
      getFirstLanes(builder, count, lanes));
  wide->setAAMetadata(store.getAAMetadata());
  store.eraseFromParent();
  return true;
}

PreservedAnalyses
WidenNonPowerOfTwoVectorsPass::run(Function &function,
                                   FunctionAnalysisManager &analyses) {
  const auto &target = analyses.getResult<TargetIRAnalysis>(function);
  bool changed = false;
  for (Instruction &instruction :
       make_early_inc_range(instructions(function))) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      changed |= widen(*load, vectorBits, target);
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      changed |= widen(*store, vectorBits, target);
  }
  if (!changed)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace tvm::codegen
