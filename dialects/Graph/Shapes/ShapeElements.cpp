// Elements of integer tensors, for shape computations.

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Shapes/ShapeValues.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstring>

using namespace mlir;

namespace tvm::graph {

/// Larger tensors hold no shapes.
static constexpr int64_t kMaxElements = 256;
static constexpr int64_t kMaxConstantElements = 4096;
static constexpr int kMaxDepth = 200;

//===-- constants ---------------------------------------------------------===//

/// While operators become tensor expressions, values are behind casts to and
/// from their storage types.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<UnrealizedConversionCastOp>()) {
    if (cast.getInputs().size() != 1)
      break;
    value = cast.getInputs().front();
  }
  return value;
}

/// The bytes of a small constant, which `tensor` becomes.
static std::optional<ArrayRef<char>> getBytes(Value &tensor,
                                              SmallVectorImpl<char> &buffer) {
  Attribute value;
  tensor = tensor ? stripCasts(tensor) : tensor;
  auto type = tensor ? dyn_cast<RankedTensorType>(tensor.getType())
                     : RankedTensorType();
  if (!type || !type.hasStaticShape() ||
      type.getNumElements() > kMaxConstantElements ||
      !matchPattern(tensor, m_Constant(&value)))
    return std::nullopt;
  auto bytes = getConstantBytes(value, buffer);
  if (!bytes) {
    llvm::consumeError(bytes.takeError());
    return std::nullopt;
  }
  return *bytes;
}

std::optional<SmallVector<int64_t>> getConstantInts(Value tensor) {
  SmallVector<char> buffer;
  auto bytes = getBytes(tensor, buffer);
  if (!bytes)
    return std::nullopt;
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(tensor));
  if (!type || type.getWidth() > 64)
    return std::nullopt;
  return decodeIntegers(type, *bytes);
}

std::optional<SmallVector<double>> getConstantFloats(Value tensor) {
  SmallVector<char> buffer;
  auto bytes = getBytes(tensor, buffer);
  if (!bytes)
    return std::nullopt;
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(tensor));
  if (!type || type.getWidth() % 8 != 0 || type.getWidth() > 64)
    return std::nullopt;
  size_t size = type.getWidth() / 8;
  SmallVector<double> values;
  for (size_t at = 0; at + size <= bytes->size(); at += size) {
    uint64_t bits = 0;
    memcpy(&bits, bytes->data() + at, size);
    APFloat value(type.getFloatSemantics(), APInt(type.getWidth(), bits));
    bool losesInfo;
    value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    values.push_back(value.convertToDouble());
  }
  return values;
}

//===-- elements ----------------------------------------------------------===//

/// The number of elements of a tensor that may hold a shape.
static std::optional<int64_t> getSmallCount(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || !type.getElementType().isInteger() ||
      type.getNumElements() > kMaxElements)
    return std::nullopt;
  return type.getNumElements();
}

static SymbolicShape getConstants(ShapeValues &values, ArrayRef<int64_t> ints) {
  return llvm::map_to_vector(
      ints, [&](int64_t value) { return values.constant(value); });
}

std::optional<SymbolicShape> ShapeValues::getElements(Value tensor) {
  auto count = getSmallCount(tensor);
  if (!count)
    return std::nullopt;
  auto it = elements.find(tensor);
  if (it != elements.end())
    return it->second;
  std::optional<SymbolicShape> result;
  if (Operation *op = tensor.getDefiningOp();
      op && op->getNumResults() == 1 && depth < kMaxDepth) {
    ++depth;
    result = computeElements(op);
    --depth;
  }
  if (!result || static_cast<int64_t>(result->size()) != *count) {
    result.emplace();
    for (int64_t i = 0; i < *count; ++i)
      result->push_back(element(tensor, i));
  }
  elements[tensor] = *result;
  return result;
}

std::optional<SmallVector<int64_t>> evaluateInts(Value tensor) {
  ShapeValues values(tensor.getContext());
  auto elements = values.getElements(tensor);
  if (!elements)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (AffineExpr element : *elements) {
    auto constant = dyn_cast<AffineConstantExpr>(element);
    if (!constant)
      return std::nullopt;
    result.push_back(constant.getValue());
  }
  return result;
}

static std::optional<SymbolicShape> getGathered(GatherOp op,
                                                ShapeValues &values) {
  auto indices = getConstantInts(op.getIndices());
  auto data = values.getElements(op.getX());
  if (!indices || !data ||
      cast<RankedTensorType>(op.getX().getType()).getRank() != 1)
    return std::nullopt;
  SymbolicShape result;
  int64_t count = data->size();
  for (int64_t index : *indices) {
    index += index < 0 ? count : 0;
    if (index < 0 || index >= count)
      return std::nullopt;
    result.push_back((*data)[index]);
  }
  return result;
}

static std::optional<SymbolicShape> getConcatenated(ConcatOp op,
                                                    ShapeValues &values) {
  if (cast<RankedTensorType>(op.getType()).getRank() != 1)
    return std::nullopt;
  SymbolicShape result;
  for (Value operand : op.getInputs()) {
    auto part = values.getElements(operand);
    if (!part)
      return std::nullopt;
    llvm::append_range(result, *part);
  }
  return result;
}

static std::optional<SymbolicShape> getSliced(SliceOp op, ShapeValues &values) {
  auto data = values.getElements(op.getX());
  auto type = cast<RankedTensorType>(op.getType());
  if (!data || type.getRank() != 1 || op.getAxes().size() != 1 ||
      !type.hasStaticShape())
    return std::nullopt;
  auto bounds = getSliceBounds(data->size(), op.getStarts()[0], op.getEnds()[0],
                               op.getSteps()[0]);
  SymbolicShape result;
  for (int64_t i = 0; i < bounds.size; ++i)
    result.push_back((*data)[bounds.start + i * bounds.step]);
  return result;
}

static std::optional<SymbolicShape> getRange(RangeOp op, ShapeValues &values) {
  auto start = values.getElements(op.getStart());
  auto delta = values.getElements(op.getDelta());
  auto count = getSmallCount(op.getResult());
  if (!start || !delta || !count)
    return std::nullopt;
  SymbolicShape result;
  for (int64_t i = 0; i < *count; ++i)
    result.push_back((*start)[0] + (*delta)[0] * i);
  return result;
}

/// The elements of `operand` broadcast to `type`.
static std::optional<SymbolicShape>
getBroadcastElements(ShapeValues &values, Value operand,
                     RankedTensorType type) {
  auto elements = values.getElements(operand);
  int64_t count = type.getNumElements();
  if (!elements)
    return std::nullopt;
  if (static_cast<int64_t>(elements->size()) == count)
    return elements;
  if (elements->size() != 1)
    return std::nullopt;
  return SymbolicShape(count, elements->front());
}

std::optional<SymbolicShape> ShapeValues::computeElements(Operation *op) {
  auto same = [&](Value operand) { return getElements(operand); };
  using Result = std::optional<SymbolicShape>;
  if (auto ints = getConstantInts(op->getResult(0)))
    return getConstants(*this, *ints);
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](UnrealizedConversionCastOp op) -> Result {
        if (op.getInputs().size() != 1)
          return std::nullopt;
        return same(stripCasts(op.getInputs().front()));
      })
      .Case([&](ShapeOp op) -> Result {
        SymbolicShape shape = getDims(op.getX());
        auto [start, end] = op.getBounds();
        return SymbolicShape(shape.begin() + start, shape.begin() + end);
      })
      .Case([&](SizeOp op) -> Result {
        return SymbolicShape{product(getDims(op.getX()))};
      })
      .Case([&](GatherOp op) { return getGathered(op, *this); })
      .Case([&](ConcatOp op) { return getConcatenated(op, *this); })
      .Case([&](SliceOp op) { return getSliced(op, *this); })
      .Case([&](RangeOp op) { return getRange(op, *this); })
      .Case<ReshapeOp, SqueezeOp, UnsqueezeOp, FlattenOp>(
          [&](auto op) { return same(op.getX()); })
      .Case([&](ExpandOp op) {
        return getBroadcastElements(*this, op.getX(),
                                    cast<RankedTensorType>(op.getType()));
      })
      .Case([&](ConstantOfShapeOp op) -> Result {
        auto value = dyn_cast<DenseElementsAttr>(op.getValue());
        if (!value || !value.getElementType().isInteger())
          return std::nullopt;
        int64_t count = cast<RankedTensorType>(op.getType()).getNumElements();
        APInt bits = value.getValues<APInt>()[0];
        return SymbolicShape(count, constant(bits.getSExtValue()));
      })
      .Default([&](Operation *op) { return computeArithmetic(op); });
}

//===-- arithmetic --------------------------------------------------------===//

static std::optional<bool> compare(const ShapeValues &values, StringRef name,
                                   AffineExpr lhs, AffineExpr rhs) {
  AffineExpr difference = lhs - rhs;
  auto constant = dyn_cast<AffineConstantExpr>(difference);
  if (constant) {
    int64_t value = constant.getValue();
    return llvm::StringSwitch<std::optional<bool>>(name)
        .Case("equal", value == 0)
        .Case("less", value < 0)
        .Case("less_equal", value <= 0)
        .Case("greater", value > 0)
        .Case("greater_equal", value >= 0)
        .Default(std::nullopt);
  }
  // A dimension is no negative number.
  auto isNegative = [](AffineExpr expr) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    return constant && constant.getValue() < 0;
  };
  if (name == "equal" && ((values.isNonNegative(lhs) && isNegative(rhs)) ||
                          (values.isNonNegative(rhs) && isNegative(lhs))))
    return false;
  return std::nullopt;
}

std::optional<AffineExpr> ShapeValues::computeScalar(StringRef name,
                                                     ArrayRef<AffineExpr> x) {
  if (x.size() == 1) {
    if (name == "cast" || name == "identity" || name == "abs")
      return name != "abs" || isNonNegative(x[0])
                 ? std::optional<AffineExpr>(x[0])
                 : std::nullopt;
    if (name == "not") // of a bool
      return constant(1) - x[0];
    return name == "neg" ? std::optional<AffineExpr>(-x[0]) : std::nullopt;
  }
  if (x.size() == 3) {
    auto condition = dyn_cast<AffineConstantExpr>(x[0]);
    if (name != "where" || !(condition || x[1] == x[2]))
      return std::nullopt;
    return condition && condition.getValue() == 0 ? x[2] : x[1];
  }
  if (x.size() != 2)
    return std::nullopt;
  if (name == "add")
    return x[0] + x[1];
  if (name == "sub")
    return x[0] - x[1];
  if (name == "mul")
    return x[0] * x[1];
  if (name == "div")
    return divide(x[0], x[1]);
  auto other = dyn_cast<AffineConstantExpr>(x[0]);
  auto divisor = dyn_cast<AffineConstantExpr>(x[1]);
  if (name == "and" && other && divisor)
    return constant(other.getValue() & divisor.getValue());
  if (name == "or" && other && divisor)
    return constant(other.getValue() | divisor.getValue());
  if (name == "mod" && divisor && divisor.getValue() > 0 && isNonNegative(x[0]))
    return x[0] % divisor.getValue();
  if (name == "min")
    return min(x[0], x[1]);
  if (name == "max")
    return max(x[0], x[1]);
  if (auto result = compare(*this, name, x[0], x[1]))
    return constant(*result);
  return std::nullopt;
}

/// Whether `op` is a cast that changes integers, or flips all their bits.
static bool changesBits(Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0));
  if (op->getName().stripDialect() == "not")
    return !to.isInteger(1);
  return op->getName().stripDialect() == "cast" && from != to &&
         (!to.isInteger() || to.getIntOrFloatBitWidth() < 32);
}

/// Element-wise operators of the graph dialect, by their names.
std::optional<SymbolicShape> ShapeValues::computeArithmetic(Operation *op) {
  if (op->getName().getDialectNamespace() != "graph" ||
      op->getNumOperands() == 0 || op->getNumOperands() > 3)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !isa<FusionInterface>(op) || changesBits(op))
    return std::nullopt;
  SmallVector<SymbolicShape> operands;
  for (Value operand : op->getOperands()) {
    auto elements = getBroadcastElements(*this, operand, type);
    if (!elements)
      return std::nullopt;
    operands.push_back(std::move(*elements));
  }
  SymbolicShape result;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    SmallVector<AffineExpr> x = llvm::map_to_vector(
        operands, [&](const SymbolicShape &elements) { return elements[i]; });
    auto value = computeScalar(op->getName().stripDialect(), x);
    result.push_back(value ? *value : element(op->getResult(0), i));
  }
  return result;
}

} // namespace tvm::graph
