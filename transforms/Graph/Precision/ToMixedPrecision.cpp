// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/IR/TypeUtilities.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/Precision/PrecisionRules.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_TOMIXEDPRECISIONPASS
#include "transforms/Graph/Passes.h.inc"

static Type setElementType(Type type, Type element) {
  return cast<RankedTensorType>(type).clone(element);
}

static bool hasElements(Value value, Type element) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getElementType() == element;
}

namespace {

/// Converts a function in one walk. Values of f32 become narrow with the
/// operators that compute them; what reads them as f32 reads a cast.
class PrecisionConverter {
public:
  /// Without `rules`, only recorded decisions make operators narrow.
  PrecisionConverter(func::FuncOp function, FloatType narrow,
                     const PrecisionRules *rules)
      : function(function), rules(rules), builder(function.getContext()),
        narrow(narrow), wide(builder.getF32Type()) {}
  LogicalResult run();
  int64_t getNumNarrow() const { return numNarrow; }

private:
  LogicalResult convert(Operation *op);
  bool isConstant(Operation *op) {
    return op->getNumResults() && constants.isConstant(op->getResult(0));
  }
  Precision getRulePrecision(Operation *op);
  FailureOr<Precision> getPrecision(Operation *op);
  LogicalResult checkRecorded(Operation *op);
  void record(Operation *op, FloatType type);
  bool readsFloats(Operation *op);
  bool followsNarrow(Operation *op);
  bool sumsFewProducts(Operation *op);
  FailureOr<SmallVector<Type>> inferNarrow(Operation *op, ValueRange operands);
  LogicalResult computeNarrow(Operation *op);
  void readWide(Operation *op);
  Value getNarrow(Value value);
  Value getWide(Value value);
  Value createCast(Value value, Type element);

  func::FuncOp function;
  const PrecisionRules *rules;
  OpBuilder builder;
  FloatType narrow, wide;
  ConstantExpressions constants;
  DenseSet<Value> narrowed; // were f32
  DenseMap<Value, Value> casts;
  llvm::SetVector<Operation *> cancelled; // casts of the model
  int64_t numNarrow = 0;
};

} // namespace

/// The one cast of `value`, behind its definition.
Value PrecisionConverter::createCast(Value value, Type element) {
  Value &result = casts[value];
  if (!result) {
    builder.setInsertionPointAfterValue(value);
    result = CastOp::create(builder, value.getLoc(),
                            setElementType(value.getType(), element), value,
                            TypeAttr::get(element));
  }
  return result;
}

Value PrecisionConverter::getNarrow(Value value) {
  if (!hasElements(value, wide))
    return value;
  auto widening = value.getDefiningOp<CastOp>();
  if (widening &&
      widening.getX().getType() == setElementType(value.getType(), narrow)) {
    cancelled.insert(widening);
    return widening.getX();
  }
  return createCast(value, narrow);
}

Value PrecisionConverter::getWide(Value value) {
  return narrowed.contains(value) ? createCast(value, wide) : value;
}

/// Whether all data of `op` that is f32 in the model is narrow by now, or
/// constant.
bool PrecisionConverter::followsNarrow(Operation *op) {
  return llvm::any_of(op->getOperands(),
                      [&](Value x) { return narrowed.contains(x); }) &&
         llvm::all_of(op->getOperands(), [&](Value x) {
           return !hasElements(x, wide) || constants.isConstant(x);
         });
}

/// Whether `op` is a convolution of data of f32, which would need a cast, and
/// of so few channels that its sums are no longer than those of vectors: of an
/// image's colours.
bool PrecisionConverter::sumsFewProducts(Operation *op) {
  constexpr int64_t kFewChannels = 16;
  auto conv = dyn_cast<ConvOp>(op);
  if (!conv || conv.getGroup() != 1 || narrowed.contains(conv.getX()))
    return false;
  auto weight = cast<RankedTensorType>(conv.getWeight().getType());
  KernelLayout layout(conv.getKernelLayout(), weight.getRank());
  int64_t channels = weight.getDimSize(layout.input());
  return ShapedType::isStatic(channels) && channels < kFewChannels;
}

/// The types of the results of `op` on `operands`. Dimensions that it knows
/// beyond inference stay known.
FailureOr<SmallVector<Type>>
PrecisionConverter::inferNarrow(Operation *op, ValueRange operands) {
  auto inference = dyn_cast<InferTypeOpInterface>(op);
  SmallVector<Type> types;
  if (!inference || op->getNumRegions() ||
      failed(inference.inferReturnTypes(op->getContext(), std::nullopt,
                                        operands, op->getAttrDictionary(),
                                        op->getPropertiesStorage(), {}, types)))
    return failure();
  for (auto [type, result] : llvm::zip(types, op->getResults()))
    type = setElementType(result.getType(), getElementTypeOrSelf(type));
  return types;
}

LogicalResult PrecisionConverter::computeNarrow(Operation *op) {
  auto operands = llvm::map_to_vector(op->getOperands(),
                                      [&](Value x) { return getNarrow(x); });
  auto types = inferNarrow(op, operands);
  if (failed(types))
    return failure();
  op->setOperands(operands);
  for (auto [type, result] : llvm::zip(*types, op->getResults())) {
    if (type == result.getType())
      continue;
    result.setType(type);
    narrowed.insert(result);
  }
  ++numNarrow;
  return success();
}

void PrecisionConverter::readWide(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    operand.set(getWide(operand.get()));
}

/// Whether `op` computes on f32 in the model.
bool PrecisionConverter::readsFloats(Operation *op) {
  return llvm::any_of(op->getOperands(), [&](Value x) {
    return hasElements(x, wide) || narrowed.contains(x);
  });
}

/// The precision that the rules give `op`.
Precision PrecisionConverter::getRulePrecision(Operation *op) {
  if (!rules)
    return Precision::Wide;
  Precision precision = rules->getPrecision(op);
  bool isLeft = precision == Precision::Narrow && !rules->isAskedFor(op) &&
                sumsFewProducts(op);
  return isLeft ? Precision::Wide : precision;
}

/// The type of the decision on `op`; null where there is none.
static Type getRecorded(Operation *op) {
  auto recorded = op->getAttrOfType<TypeAttr>(kPrecisionAttrName);
  return recorded ? recorded.getValue() : Type();
}

/// The precision that the rules, or the recorded decision, give `op`. Fails,
/// with a diagnostic, where the decision is for another narrow type.
FailureOr<Precision> PrecisionConverter::getPrecision(Operation *op) {
  Type recorded = getRecorded(op);
  if (!recorded)
    return getRulePrecision(op);
  if (recorded == wide)
    return Precision::Wide;
  if (recorded == narrow)
    return Precision::Narrow;
  return op->emitOpError("expected a precision of ")
         << wide << " or " << narrow << ", got " << recorded;
}

/// Refuses a decision on an operator without data of f32 whose results are not
/// of the type of the decision anyway.
LogicalResult PrecisionConverter::checkRecorded(Operation *op) {
  Type recorded = getRecorded(op);
  if (llvm::any_of(op->getResults(),
                   [&](Value result) { return hasElements(result, recorded); }))
    return success();
  return op->emitOpError("expected operands of ")
         << wide << ", or results of " << recorded << ", for a precision of "
         << recorded;
}

/// Records the decision on `op` that the rules make. The types of a cast say
/// what it is.
void PrecisionConverter::record(Operation *op, FloatType type) {
  if (rules && mayHaveDecision(op, kPrecisionAttrName) && !isa<CastOp>(op))
    op->setDiscardableAttr(kPrecisionAttrName, TypeAttr::get(type));
}

LogicalResult PrecisionConverter::convert(Operation *op) {
  bool computes = readsFloats(op), isRecorded = getRecorded(op) != Type();
  if (isRecorded && !computes)
    return checkRecorded(op);
  auto precision = getPrecision(op);
  if (failed(precision))
    return failure();
  if (isConstant(op) && !isRecorded)
    return success();
  bool isWanted = *precision == Precision::Narrow && computes;
  bool follows = *precision == Precision::Follows && followsNarrow(op);
  if ((isWanted || follows) && succeeded(computeNarrow(op))) {
    record(op, narrow);
    return success();
  }
  if (isWanted)
    return op->emitOpError("is to compute in ")
           << narrow << " but has no such form";
  if (computes)
    record(op, wide);
  readWide(op);
  return success();
}

LogicalResult PrecisionConverter::run() {
  SmallVector<Operation *> ops;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function)
      ops.push_back(op);
  });
  for (Operation *op : ops)
    if (failed(convert(op)))
      return failure();
  for (Operation *op : cancelled)
    if (op->use_empty())
      op->erase();
  return success();
}

/// The first narrow type that decisions in `function` record, or else f32; null
/// where there are no decisions.
static FloatType findRecordedType(func::FuncOp function) {
  FloatType found;
  function.walk([&](Operation *op) {
    Type recorded = getRecorded(op);
    if (!recorded)
      return WalkResult::advance();
    found = cast<FloatType>(recorded);
    return found.isF32() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found;
}

static std::string count(int64_t number, StringRef what) {
  return (Twine(number) + " " + what + (number == 1 ? "" : "s")).str();
}

static int64_t countCasts(func::FuncOp function) {
  ConstantExpressions constants;
  int64_t count = 0;
  function.walk([&](CastOp op) { count += !constants.isConstant(op); });
  return count;
}

namespace {
struct ToMixedPrecisionPass
    : impl::ToMixedPrecisionPassBase<ToMixedPrecisionPass> {
  using ToMixedPrecisionPassBase::ToMixedPrecisionPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    narrow = llvm::StringSwitch<FloatType>(type)
                 .Case("bf16", BFloat16Type::get(context))
                 .Case("f16", Float16Type::get(context))
                 .Default(FloatType());
    if (!narrow)
      return emitError(UnknownLoc::get(context),
                       "expected type bf16 or f16, got '")
             << type << "'";
    rules = PrecisionRules::get(context, allow, deny);
    return rules;
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    FloatType element = onlyRecorded ? findRecordedType(function) : narrow;
    if (!element)
      return;
    PrecisionConverter converter(function, element,
                                 onlyRecorded ? nullptr : &*rules);
    if (failed(converter.run()))
      return signalPassFailure();
    if (!onlyRecorded || converter.getNumNarrow() > 0)
      function.emitRemark()
          << count(converter.getNumNarrow(), "operator") << " in " << element
          << ", " << count(countCasts(function), "run-time cast");
  }

  FloatType narrow;
  FailureOr<PrecisionRules> rules;
};
} // namespace

} // namespace tvm::graph
