// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/PointWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace tvm {

/// Largest number of combined values of the choosing axes.
static constexpr int64_t kMaxValues = 256;

/// The number of floating-point operations of `op`.
static int64_t countOperation(Operation *op) {
  if (op->getNumOperands() == 0 || !isa<FloatType>(op->getOperand(0).getType()))
    return 0;
  if (isa<math::FmaOp>(op))
    return 2;
  return isa<math::MathDialect>(op->getDialect()) ||
         isa<arith::AddFOp, arith::CmpFOp, arith::DivFOp, arith::MaxNumFOp,
             arith::MaximumFOp, arith::MinNumFOp, arith::MinimumFOp,
             arith::MulFOp, arith::NegFOp, arith::RemFOp, arith::SubFOp>(op);
}

/// The number of floating-point operations in `region`.
static int64_t countOperations(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *op) { count += countOperation(op); });
  return count;
}

/// Whether `value` depends only on axes, which are added to `axes`.
static bool dependsOnAxesAlone(te::ComputeOp compute, Value value,
                               llvm::SmallSet<unsigned, 8> &axes) {
  if (matchPattern(value, m_Constant()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != &compute.getBody().front())
      return false;
    axes.insert(argument.getArgNumber());
    return true;
  }
  Operation *op = value.getDefiningOp();
  return op->getParentOp() == compute && !isa<te::ReadOp>(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return dependsOnAxesAlone(compute, operand, axes);
         });
}

PointWork::PointWork(te::ComputeOp compute) : compute(compute) {
  Block &body = compute.getBody().front();
  if (llvm::any_of(body, [](Operation &op) { return op.getNumRegions(); }))
    return;
  llvm::SmallSet<unsigned, 8> all;
  for (auto select : body.getOps<arith::SelectOp>()) {
    llvm::SmallSet<unsigned, 8> chosen;
    if (isa<FloatType>(select.getType()) &&
        dependsOnAxesAlone(compute, select.getCondition(), chosen))
      all.insert_range(chosen);
  }
  int64_t values = 1;
  for (unsigned axis : all) {
    int64_t extent = compute.getStaticExtents()[axis];
    if (ShapedType::isDynamic(extent) || extent == 0 ||
        extent > kMaxValues / values)
      return;
    values *= extent;
  }
  axes.assign(all.begin(), all.end());
  llvm::sort(axes);
}

namespace {
/// The body of a computation at one value of the choosing axes.
class Point {
public:
  Point(te::ComputeOp compute, ArrayRef<unsigned> axes,
        ArrayRef<int64_t> values);

  /// The number of floating-point operations of the result.
  int64_t countFlops();

  /// Whether the result is more than constants, which do not change a sum.
  bool isCombined();

private:
  Attribute evaluate(Value value);
  Value resolve(Value value);

  te::ComputeOp compute;
  DenseMap<Value, Attribute> known; // null: unknown
};
} // namespace

Point::Point(te::ComputeOp compute, ArrayRef<unsigned> axes,
             ArrayRef<int64_t> values)
    : compute(compute) {
  Builder builder(compute.getContext());
  for (auto [axis, value] : llvm::zip_equal(axes, values))
    known[compute.getAxes()[axis]] = builder.getIndexAttr(value);
}

Attribute Point::evaluate(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Attribute result;
  Operation *op = value.getDefiningOp();
  if (op && !matchPattern(value, m_Constant(&result)) &&
      op->getParentOp() == compute && !isa<te::ReadOp>(op)) {
    auto operands = llvm::map_to_vector(
        op->getOperands(), [&](Value operand) { return evaluate(operand); });
    SmallVector<OpFoldResult> folded;
    if (llvm::all_of(operands, [](Attribute a) { return bool(a); }) &&
        succeeded(op->fold(operands, folded)) && folded.size() == 1)
      result = isa<Value>(folded.front())
                   ? evaluate(cast<Value>(folded.front()))
                   : cast<Attribute>(folded.front());
  }
  known[value] = result;
  return result;
}

/// `value`, or the value that is selected instead of it.
Value Point::resolve(Value value) {
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    auto holds = dyn_cast_or_null<IntegerAttr>(evaluate(select.getCondition()));
    if (!holds)
      break;
    value = holds.getValue().isZero() ? select.getFalseValue()
                                      : select.getTrueValue();
  }
  return value;
}

int64_t Point::countFlops() {
  int64_t count = 0;
  llvm::SmallPtrSet<Operation *, 32> needed;
  SmallVector<Operation *> pending{compute.getYield()};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    count += countOperation(op);
    for (Value operand : op->getOperands())
      if (Operation *producer = resolve(operand).getDefiningOp())
        if (producer->getParentOp() == compute &&
            needed.insert(producer).second)
          pending.push_back(producer);
  }
  return count;
}

bool Point::isCombined() {
  return !llvm::all_of(compute.getYield().getValues(), [&](Value value) {
    return matchPattern(resolve(value), m_Constant());
  });
}

int64_t PointWork::countFlops() {
  Type element = getElementTypeOrSelf(compute.getResult(0).getType());
  int64_t combination = countOperations(compute.getCombine()) +
                        (compute.getCombiner() && isa<FloatType>(element));
  if (axes.empty())
    return countOperations(compute.getBody()) + combination;
  SmallVector<int64_t> extents = llvm::map_to_vector(
      axes, [&](unsigned axis) { return compute.getStaticExtents()[axis]; });
  int64_t count = 0;
  for (int64_t i = 0; i < llvm::product_of(extents); ++i) {
    Point point(compute, axes, delinearize(i, computeStrides(extents)));
    count += point.countFlops() + (point.isCombined() ? combination : 0);
  }
  return count;
}

} // namespace tvm
