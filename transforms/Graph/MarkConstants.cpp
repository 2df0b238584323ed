// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Graph/Passes.h"

#include <cstring>

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_MARKCONSTANTSPASS
#include "transforms/Graph/Passes.h.inc"

/// Whether no element has all bits of `exponent` set.
template <typename Bits>
static bool areBelow(ArrayRef<char> bytes, uint64_t exponent) {
  auto mask = static_cast<Bits>(exponent);
  bool isFound = false;
  for (size_t i = 0; i < bytes.size(); i += sizeof(Bits)) {
    Bits bits;
    std::memcpy(&bits, bytes.data() + i, sizeof(Bits));
    isFound |= (bits & mask) == mask;
  }
  return !isFound;
}

/// Whether all elements are finite. In IEEE's formats infinities and NaN have
/// an exponent of ones. Bytes that cannot be read say nothing.
static bool isFinite(TypedAttr value) {
  Type type = cast<ShapedType>(value.getType()).getElementType();
  if (type.isIntOrIndex())
    return true;
  auto element = dyn_cast<FloatType>(type);
  if (!element || !llvm::APFloat::isIEEELikeFP(element.getFloatSemantics()))
    return false;
  SmallVector<char> buffer;
  auto bytes = getConstantBytes(value, buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return false;
  }
  unsigned width = element.getWidth();
  uint64_t exponent =
      llvm::maskTrailingOnes<uint64_t>(width - 1) &
      ~llvm::maskTrailingOnes<uint64_t>(element.getFPMantissaWidth() - 1);
  if (width == 64)
    return areBelow<uint64_t>(*bytes, exponent);
  if (width == 32)
    return areBelow<uint32_t>(*bytes, exponent);
  return width == 16 && areBelow<uint16_t>(*bytes, exponent);
}

namespace {
/// Facts about an argument that hold as long as all launches pass such values.
struct Flags {
  bool isConstant = true;
  bool isFinite = true;
};

struct MarkConstantsPass : impl::MarkConstantsPassBase<MarkConstantsPass> {
  void runOnOperation() override {
    llvm::MapVector<func::FuncOp, SmallVector<Flags>> arguments;
    llvm::DenseMap<Attribute, bool> finite; // scanned once
    SymbolTableCollection symbols;
    getOperation().walk([&](LaunchOp launch) {
      auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          launch, launch.getKernel());
      auto &flags =
          arguments
              .try_emplace(kernel,
                           SmallVector<Flags>(launch.getInputs().size()))
              .first->second;
      for (auto [flag, input] : llvm::zip_equal(flags, launch.getInputs())) {
        auto constant = input.getDefiningOp<ConstantOp>();
        flag.isConstant =
            flag.isConstant && constant && isa<WeightAttr>(constant.getValue());
        if (!flag.isConstant || !flag.isFinite)
          continue;
        auto [known, isNew] = finite.try_emplace(constant.getValue());
        if (isNew)
          known->second = isFinite(constant.getValue());
        flag.isFinite = known->second;
      }
    });
    auto unit = UnitAttr::get(&getContext());
    for (auto &[kernel, flags] : arguments)
      for (auto [i, flag] : llvm::enumerate(flags)) {
        if (!flag.isConstant)
          continue;
        func::FuncOp(kernel).setArgAttr(i, te::kWeightAttrName, unit);
        if (flag.isFinite)
          func::FuncOp(kernel).setArgAttr(i, te::kFiniteAttrName, unit);
      }
  }
};
} // namespace

} // namespace tvm::graph
