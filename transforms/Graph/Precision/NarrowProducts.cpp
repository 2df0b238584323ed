// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "transforms/Graph/ConstantExpressions.h"
#include "transforms/Graph/DecisionKeeper.h"
#include "transforms/Graph/Passes.h"
#include "transforms/Graph/Precision/IntegerRange.h"
#include "transforms/Graph/ShapeBuilders.h"
#include "transforms/Target/CPU.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_NARROWPRODUCTSPASS
#include "transforms/Graph/Passes.h.inc"

/// Products that an instruction adds at once.
static constexpr int64_t kSteps = 4;

/// Most products of bytes whose sum fits i32.
static constexpr int64_t kMaxSummed = (int64_t(1) << 31) / (255 * 128);

static RankedTensorType getType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool isScalar(Value value) {
  RankedTensorType type = getType(value);
  return type.hasStaticShape() && type.getNumElements() == 1;
}

/// Whether `value` varies along no dimension of a tensor of `rank`, which it is
/// broadcast to, but `dim`.
static bool variesAlong(Value value, int64_t rank, int64_t dim) {
  ArrayRef<int64_t> shape = getType(value).getShape();
  int64_t missing = rank - static_cast<int64_t>(shape.size());
  if (missing < 0)
    return false;
  for (auto [i, size] : llvm::enumerate(shape))
    if (size != 1 && missing + static_cast<int64_t>(i) != dim)
      return false;
  return true;
}

namespace {
/// A quantised operand, `(integers - zero) * scale` or, without a scale, of
/// i32. What is null is not there.
struct Quantized {
  static Quantized match(Value x);

  bool isUnsigned() const {
    return getElementTypeOrSelf(integers).isUnsignedInteger();
  }
  /// Whether integers and zero are bytes of the same kind.
  bool isOfBytes() const;

  Value integers, zero, scale;
};

/// Makes the operators around a product of bytes.
class ProductBuilder {
public:
  ProductBuilder(OpBuilder &builder, Location loc) : b(loc, builder) {}

  ImplicitLocOpBuilder &get() { return b; }
  Value cast(Value x, Type element);
  /// The same data, of bytes without a sign, its zero of i32.
  Quantized makeUnsigned(Quantized data);
  /// `x` with `low` and `high` elements of `value` (none: 0) around it.
  Value pad(Value x, Value value, ArrayRef<int64_t> low,
            ArrayRef<int64_t> high);
  /// `x` with zeros behind dimension `dim`, of `size` in a run, up to a
  /// multiple of kSteps.
  Value fillSteps(Value x, int64_t dim, int64_t size);
  /// Sums of products of bytes less those of the data's zero: that times the
  /// sums of weights over `axes`, of which `shape` broadcasts to the result.
  Value subtractZero(Value sums, Value zero, Value weight,
                     ArrayRef<int64_t> axes, ArrayRef<int64_t> shape);
  /// Sums times the scales; those of weights have the elements of `shape`.
  Value scale(Value sums, Value ofData, Value ofWeight,
              ArrayRef<int64_t> shape);
  /// `x` plus `vector` with the dimensions of `shape`.
  Value addAligned(Value x, Value vector, ArrayRef<int64_t> shape);

private:
  ImplicitLocOpBuilder b;
};
} // namespace

Quantized Quantized::match(Value x) {
  Quantized operand;
  if (isa<FloatType>(getElementTypeOrSelf(x)))
    if (auto product = x.getDefiningOp<MulOp>()) {
      operand.scale = product.getRhs();
      x = product.getLhs();
    }
  if (auto difference = x.getDefiningOp<SubOp>()) {
    operand.zero = difference.getRhs();
    x = difference.getLhs();
  }
  if (auto cast = x.getDefiningOp<CastOp>())
    operand.integers = cast.getX();
  return operand;
}

bool Quantized::isOfBytes() const {
  if (!integers || !getElementTypeOrSelf(integers).isInteger(8))
    return false;
  auto range = zero ? getIntegerRange(zero) : IntegerRange{0, 0};
  return range && range->isInside(isUnsigned() ? kUnsignedBytes : kSignedBytes);
}

Value ProductBuilder::cast(Value x, Type element) {
  if (getElementTypeOrSelf(x) == element)
    return x;
  return CastOp::create(b, x, element);
}

Quantized ProductBuilder::makeUnsigned(Quantized data) {
  if (data.zero)
    data.zero = cast(data.zero, b.getI32Type());
  if (data.isUnsigned())
    return data;
  auto scalar = RankedTensorType::get({}, b.getI32Type());
  Value shift = ConstantOp::create(
      b, DenseElementsAttr::get(scalar, int32_t(-kSignedBytes.low)));
  Value wide = AddOp::create(b, cast(data.integers, b.getI32Type()), shift);
  data.integers =
      cast(wide, IntegerType::get(b.getContext(), 8, IntegerType::Unsigned));
  data.zero = data.zero ? AddOp::create(b, data.zero, shift) : shift;
  return data;
}

Value ProductBuilder::pad(Value x, Value value, ArrayRef<int64_t> low,
                          ArrayRef<int64_t> high) {
  RankedTensorType type = getType(x);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, before, after] : llvm::zip_equal(shape, low, high))
    if (!ShapedType::isDynamic(size))
      size += before + after;
  if (value)
    value = cast(value, type.getElementType());
  return PadOp::create(b, type.clone(shape), x, value, low, high,
                       PadMode::Constant);
}

Value ProductBuilder::fillSteps(Value x, int64_t dim, int64_t size) {
  if (size % kSteps == 0)
    return x;
  SmallVector<int64_t> low(getType(x).getRank(), 0), high(low);
  high[dim] = kSteps - size % kSteps;
  return pad(x, Value(), low, high);
}

Value ProductBuilder::subtractZero(Value sums, Value zero, Value weight,
                                   ArrayRef<int64_t> axes,
                                   ArrayRef<int64_t> shape) {
  if (!zero)
    return sums;
  Value ofWeight =
      ReduceOp::create(b, cast(weight, b.getI32Type()),
                       ReduceKindAttr::get(b.getContext(), ReduceKind::Sum),
                       b.getDenseI64ArrayAttr(axes));
  ofWeight = createReshape(b, b.getLoc(), ofWeight, shape);
  return SubOp::create(b, sums, MulOp::create(b, zero, ofWeight));
}

Value ProductBuilder::scale(Value sums, Value ofData, Value ofWeight,
                            ArrayRef<int64_t> shape) {
  if (!ofData)
    return sums;
  if (!isScalar(ofWeight))
    ofWeight = createReshape(b, b.getLoc(), ofWeight, shape);
  Value factor = MulOp::create(b, ofData, ofWeight);
  return MulOp::create(b, cast(sums, getElementTypeOrSelf(factor)), factor);
}

Value ProductBuilder::addAligned(Value x, Value vector,
                                 ArrayRef<int64_t> shape) {
  return AddOp::create(b, x, createReshape(b, b.getLoc(), vector, shape));
}

/// Whether the integers have all elements of `operand`: none is repeated by its
/// zero or scale.
static bool isOfShape(const Quantized &quantized, Value operand) {
  return getType(quantized.integers).getShape() == getType(operand).getShape();
}

namespace {
/// Products of data that are bytes and constant weights that fit bytes.
template <typename Op> class NarrowProduct : public OpRewritePattern<Op> {
public:
  NarrowProduct(MLIRContext *context, ConstantExpressions &constants,
                bool dequantized)
      : OpRewritePattern<Op>(context), constants(constants),
        dequantized(dequantized) {}

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    Value weight = op->getOperand(1);
    if (element != getElementTypeOrSelf(weight) ||
        !(element.isSignlessInteger(32) || (dequantized && element.isF32())))
      return rewriter.notifyMatchFailure(op, "is of another type");
    Quantized data = Quantized::match(op->getOperand(0)), factor;
    if (!data.isOfBytes() || element.isF32() != !!data.scale)
      return rewriter.notifyMatchFailure(op, "data are not bytes");
    if (data.scale)
      if (auto product = weight.template getDefiningOp<MulOp>())
        std::tie(weight, factor.scale) =
            std::pair(product.getLhs(), product.getRhs());
    auto range = getIntegerRange(weight);
    if (!range || !range->isInside(kSignedBytes) ||
        !constants.isConstant(op->getOperand(1)) ||
        !getType(weight).hasStaticShape() || !data.scale != !factor.scale)
      return rewriter.notifyMatchFailure(op, "weights are not known bytes");
    factor.integers = weight;
    if (!isOfShape(data, op->getOperand(0)) ||
        !isOfShape(factor, op->getOperand(1)))
      return rewriter.notifyMatchFailure(op, "bytes are broadcast");
    // Where floats had room for the sum.
    if (data.scale && countSummed(op) > kMaxSummed)
      return rewriter.notifyMatchFailure(op, "sums may not fit i32");
    if (!canNarrow(op, data, factor))
      return rewriter.notifyMatchFailure(op, "is in another order");
    ProductBuilder builder(rewriter, op.getLoc());
    factor.integers = builder.cast(weight, rewriter.getI8Type());
    rewriter.replaceOp(op,
                       narrow(op, builder.makeUnsigned(data), factor, builder));
    return success();
  }

private:
  static int64_t countSummed(Op op);
  static bool canNarrow(Op op, const Quantized &data, const Quantized &weight);
  static Value narrow(Op op, const Quantized &data, const Quantized &weight,
                      ProductBuilder &builder);

  ConstantExpressions &constants;
  bool dequantized;
};
} // namespace

//===-- matmul ------------------------------------------------------------===//

template <> int64_t NarrowProduct<MatMulOp>::countSummed(MatMulOp op) {
  return getType(op.getB()).getDimSize(op.getInnerDimOfB());
}

template <>
bool NarrowProduct<MatMulOp>::canNarrow(MatMulOp op, const Quantized &data,
                                        const Quantized &weight) {
  RankedTensorType a = getType(op.getA()), b = getType(op.getB());
  if (a.getRank() < 2 || op.getTransposeA() || b.getRank() != 2)
    return false;
  // One zero and scale, or one per row.
  auto isOfRows = [&](Value value) {
    RankedTensorType type = value ? getType(value) : RankedTensorType();
    return !value || isScalar(value) ||
           (type.getRank() > 1 && type.getRank() <= a.getRank() &&
            type.getShape().back() == 1);
  };
  return isOfRows(data.zero) && isOfRows(data.scale) &&
         (!weight.scale || variesAlong(weight.scale, 2, op.getColumnDim()));
}

template <>
Value NarrowProduct<MatMulOp>::narrow(MatMulOp op, const Quantized &data,
                                      const Quantized &weight,
                                      ProductBuilder &builder) {
  int64_t inner = op.getInnerDimOfB();
  RankedTensorType type = getType(weight.integers);
  int64_t size = type.getDimSize(inner);
  int64_t columns = type.getDimSize(op.getColumnDim());
  Value sums = MatMulOp::create(
      builder.get(),
      builder.fillSteps(data.integers, op.getInnerDimOfA(), size),
      builder.fillSteps(weight.integers, inner, size), false,
      op.getTransposeB());
  sums = builder.subtractZero(sums, data.zero, weight.integers, inner, columns);
  return builder.scale(sums, data.scale, weight.scale, columns);
}

//===-- conv --------------------------------------------------------------===//

template <> int64_t NarrowProduct<ConvOp>::countSummed(ConvOp op) {
  RankedTensorType weight = getType(op.getWeight());
  return weight.getNumElements() / std::max<int64_t>(weight.getDimSize(0), 1);
}

template <>
bool NarrowProduct<ConvOp>::canNarrow(ConvOp op, const Quantized &data,
                                      const Quantized &weight) {
  RankedTensorType type = getType(op.getWeight());
  int64_t channels = type.getDimSize(1);
  bool isWhole = op.getGroup() == 1 || channels % kSteps == 0;
  // Without a zero, data are padded by that of bytes without a sign.
  bool isPaddedByZero = !data.zero && data.isUnsigned();
  return op.getLayout() == "NCHW" && op.getKernelLayout() == "OIHW" &&
         !op.isWinograd() && isWhole &&
         (isPaddedByZero || op.getAutoPad() == "NOTSET") &&
         (!data.zero || isScalar(data.zero)) &&
         (!data.scale || isScalar(data.scale)) &&
         (!weight.scale || variesAlong(weight.scale, type.getRank(), 0));
}

template <>
Value NarrowProduct<ConvOp>::narrow(ConvOp op, const Quantized &data,
                                    const Quantized &weight,
                                    ProductBuilder &builder) {
  Value x = data.integers, filled = weight.integers;
  int64_t rank = getType(filled).getRank();
  SmallVector<int64_t> pads(op.getPads());
  bool isPadded = llvm::any_of(pads, [](int64_t n) { return n != 0; });
  if (data.zero && isPadded) {
    SmallVector<int64_t> low{0, 0}, high{0, 0};
    llvm::append_range(low, ArrayRef(pads).take_front(rank - 2));
    llvm::append_range(high, ArrayRef(pads).drop_front(rank - 2));
    x = builder.pad(x, data.zero, low, high);
    pads.assign(pads.size(), 0);
  }
  if (op.getGroup() == 1) {
    int64_t channels = getType(filled).getDimSize(1);
    x = builder.fillSteps(x, 1, channels);
    filled = builder.fillSteps(filled, 1, channels);
  }
  // The bias of scaled sums is added behind their scale.
  Value bias = op.getBias();
  Value sums = ConvOp::create(
      builder.get(), op.getType().clone(builder.get().getI32Type()), x, filled,
      data.scale ? Value() : bias, op.getStrides(), op.getDilations(), pads,
      op.getAutoPad(), op.getGroup(), op.getLayout(), op.getKernelLayout(),
      op.getAlgorithmAttr());
  SmallVector<int64_t> shape(rank - 1, 1);
  shape.front() = getType(filled).getDimSize(0);
  sums =
      builder.subtractZero(sums, data.zero, weight.integers,
                           llvm::to_vector(llvm::seq<int64_t>(1, rank)), shape);
  if (!data.scale)
    return sums;
  Value scaled = builder.scale(sums, data.scale, weight.scale, shape);
  return bias ? builder.addAligned(scaled, bias, shape) : scaled;
}

namespace {
struct NarrowProductsPass : impl::NarrowProductsPassBase<NarrowProductsPass> {
  void runOnOperation() override {
    auto cpu = target::CPU::get(getOperation());
    if (failed(cpu))
      return signalPassFailure();
    if (cpu->dotProduct == target::DotProduct::None)
      return;
    // Without VNNI, floats are as fast.
    bool dequantized = cpu->dotProduct == target::DotProduct::VNNI;
    ConstantExpressions constants;
    RewritePatternSet patterns(&getContext());
    patterns.add<NarrowProduct<MatMulOp>, NarrowProduct<ConvOp>>(
        &getContext(), constants, dequantized);
    DecisionKeeper keeper;
    walkAndApplyPatterns(getOperation(), std::move(patterns), &keeper);
  }
};
} // namespace

} // namespace tvm::graph
