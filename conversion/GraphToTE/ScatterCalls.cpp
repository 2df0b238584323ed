#include "conversion/GraphToTE/LibraryCalls.h"
#include "conversion/GraphToTE/Windows.h"
#include "dialects/Graph/ElementTypes.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

/// So many comparisons for each element of the result cost as much as the call.
static constexpr int64_t kCheapComparisons = 8;

/// Whether sizes are known, and `comparisons` few for results of type `type`.
static bool isCheap(RankedTensorType type, ArrayRef<int64_t> comparisons) {
  if (!type.hasStaticShape() ||
      llvm::any_of(comparisons, ShapedType::isDynamic))
    return false;
  double count = 1;
  for (int64_t size : comparisons)
    count *= size;
  return count <= double(type.getNumElements()) * kCheapComparisons;
}

/// How the library combines elements: bools as bytes.
static ScatterReduction getReduction(ScatterReduction kind, bool isBool) {
  if (isBool && kind == ScatterReduction::Add)
    return ScatterReduction::Max;
  if (isBool && kind == ScatterReduction::Mul)
    return ScatterReduction::Min;
  return kind;
}

std::optional<FailureOr<SmallVector<Value>>>
scatterByLibrary(Definition &d, ScatterReduction reduction, int64_t axis,
                 ArrayRef<int64_t> comparisons) {
  auto result = cast<RankedTensorType>(d.op->getResult(0).getType());
  if (!d.hasLibrary() || isCheap(result, comparisons))
    return std::nullopt;
  FailureOr<SmallVector<Value>> failed = failure();
  auto dims = d.resultDims();
  if (mlir::failed(dims))
    return failed;
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
  SmallVector<Value> extents;
  for (auto [i, size] : llvm::enumerate(*dims))
    if (result.isDynamicDim(i))
      extents.push_back(d.b.value(size));
  auto call = te::ExternOp::create(
      builder, d.b.loc, result.clone(wide), "tvm_scatter",
      ValueRange{x, d.operands[1], updates}, extents,
      builder.getArrayAttr({builder.getStringAttr(dtype), options}));
  return SmallVector<Value>{castElements(d, call.getResult(0), element)};
}

} // namespace tvm
