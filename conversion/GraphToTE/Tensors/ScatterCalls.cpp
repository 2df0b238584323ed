// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/LibraryCalls.h"
#include "conversion/GraphToTE/Networks/Windows.h"
#include "dialects/Graph/ElementTypes.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

/// Number of comparisons per element of the result that cost as much as the
/// call.
static constexpr int64_t kCheapComparisons = 8;

static RankedTensorType getResultType(Definition &d) {
  return cast<RankedTensorType>(d.op->getResult(0).getType());
}

bool isForLibrary(Definition &d, ArrayRef<int64_t> comparisons) {
  RankedTensorType type = getResultType(d);
  if (!d.hasLibrary())
    return false;
  if (!type.hasStaticShape() ||
      llvm::any_of(comparisons, ShapedType::isDynamic))
    return true;
  double count = 1;
  for (int64_t size : comparisons)
    count *= size;
  return count > double(type.getNumElements()) * kCheapComparisons;
}

/// The library's combination; bools are bytes.
static ScatterReduction getReduction(ScatterReduction kind, bool isBool) {
  if (isBool && kind == ScatterReduction::Add)
    return ScatterReduction::Max;
  if (isBool && kind == ScatterReduction::Mul)
    return ScatterReduction::Min;
  return kind;
}

FailureOr<SmallVector<Value>>
scatterByLibrary(Definition &d, ScatterReduction reduction, int64_t axis) {
  RankedTensorType result = getResultType(d);
  OpBuilder &builder = d.b.builder;
  Type element = d.resultElement(), wide = element;
  unsigned bits = element.getIntOrFloatBitWidth();
  std::string dtype =
      bits == 128 ? "complex128" : "uint" + std::to_string(bits);
  Value x = d.operands[0], updates = d.operands[2];
  if (reduction != ScatterReduction::None) {
    // Floats narrower than f32 are combined in f32 and rounded once.
    wide = getComputeType(element);
    x = castElements(d, x, wide);
    updates = castElements(d, updates, wide);
    if (!d.isBool(0))
      dtype = isa<FloatType>(wide) ? getElementName(wide)
                                   : getElementName(result.getElementType());
  }
  auto getRank = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getRank();
  };
  Attribute options = builder.getDenseI64ArrayAttr(
      {static_cast<int64_t>(getReduction(reduction, d.isBool(0))), axis,
       result.getRank(), getRank(d.operands[1]), getRank(updates),
       getElementBytes(d.operandElement(1))});
  auto results =
      callLibrary(d, "tvm_scatter", {builder.getStringAttr(dtype), options},
                  {x, d.operands[1], updates}, wide);
  if (failed(results))
    return failure();
  return SmallVector<Value>{castElements(d, results->front(), element)};
}

} // namespace tvm
