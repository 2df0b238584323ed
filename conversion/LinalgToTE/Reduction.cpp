// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/LinalgToTE/Reduction.h"

#include "conversion/LinalgToTE/Converter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::linalg_to_te {

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && matchPattern(op, m_Constant());
}

namespace {
/// Splits a body.
class Splitter {
public:
  explicit Splitter(linalg::GenericOp op) : op(op), body(*op.getBody()) {}
  FailureOr<Reduction> split();

private:
  bool isAccumulated(Value value);
  void splitOperations();
  LogicalResult chooseValues();
  void recognize();

  linalg::GenericOp op;
  Block &body;
  Reduction result;
  llvm::SmallPtrSet<Operation *, 8> combining; // without constants
  llvm::SetVector<Value> crossing;             // from one part to the other
};
} // namespace

/// Whether `value` depends on the accumulated results.
bool Splitter::isAccumulated(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &body &&
           argument.getArgNumber() >= op.getNumDpsInputs();
  return combining.contains(value.getDefiningOp());
}

void Splitter::splitOperations() {
  for (Operation &inner : body.without_terminator()) {
    if (matchPattern(&inner, m_Constant())) {
      result.valueOps.push_back(&inner);
      result.combineOps.push_back(&inner);
    } else if (llvm::any_of(inner.getOperands(),
                            [&](Value v) { return isAccumulated(v); })) {
      combining.insert(&inner);
      result.combineOps.push_back(&inner);
      for (Value operand : inner.getOperands())
        if (!isAccumulated(operand) && !isConstant(operand))
          crossing.insert(operand);
    } else {
      result.valueOps.push_back(&inner);
    }
  }
}

/// Chooses a value of the result's type for each result.
LogicalResult Splitter::chooseValues() {
  if (crossing.size() != op->getNumResults())
    return refuse(op) << "expected a reduction of " << op->getNumResults()
                      << " values, got one of " << crossing.size();
  for (Type type : op->getResultTypes()) {
    auto it = llvm::find_if(crossing, [&](Value value) {
      return value.getType() == getElementTypeOrSelf(type) &&
             !llvm::is_contained(result.values, value);
    });
    if (it == crossing.end())
      return refuse(op) << "expected a reduction of values of the types of its "
                           "results";
    result.values.push_back(*it);
  }
  return success();
}

static std::optional<te::Combiner> getCombiner(Operation *op) {
  using Result = std::optional<te::Combiner>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp>(
          [](auto) { return te::Combiner::Sum; })
      .Case<arith::MulFOp, arith::MulIOp>(
          [](auto) { return te::Combiner::Prod; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return te::Combiner::Max; })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return te::Combiner::Min; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Finds out whether one operation combines one result with one value.
void Splitter::recognize() {
  if (combining.size() != 1 || result.values.size() != 1)
    return;
  Operation *combine = *combining.begin();
  Value yielded = body.getTerminator()->getOperand(0);
  if (yielded.getDefiningOp() != combine || combine->getNumOperands() != 2 ||
      !llvm::is_contained(combine->getOperands(), result.values.front()))
    return;
  result.neutral = arith::getNeutralElement(combine).value_or(TypedAttr());
  if (result.neutral && !yielded.getType().isInteger(1))
    result.combiner = getCombiner(combine);
}

FailureOr<Reduction> Splitter::split() {
  splitOperations();
  for (Value yielded : body.getTerminator()->getOperands())
    if (!combining.contains(yielded.getDefiningOp()))
      return refuse(op) << "expected a reduction that combines each result "
                           "with values";
  if (failed(chooseValues()))
    return failure();
  recognize();
  return result;
}

FailureOr<Reduction> analyzeReduction(linalg::GenericOp op) {
  return Splitter(op).split();
}

TypedAttr getFillConstant(Value tensor) {
  TypedAttr constant;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.value(), m_Constant(&constant));
  return constant;
}

bool isNeutral(const Reduction &reduction, Value tensor) {
  TypedAttr start = getFillConstant(tensor);
  auto number = dyn_cast_if_present<FloatAttr>(start);
  auto neutral = dyn_cast_if_present<FloatAttr>(reduction.neutral);
  if (number && neutral && number.getValue().isZero() &&
      neutral.getValue().isZero())
    return true; // for any signs
  return start && start == reduction.neutral;
}

} // namespace tvm::linalg_to_te
