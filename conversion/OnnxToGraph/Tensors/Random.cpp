// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random numbers from random bits that depend on a node's seed, or on its name
// if it has none: an artefact computes the same in every run.

#include "conversion/OnnxToGraph/Expansion.h"

#include "dialects/Graph/Tensors/GraphRandom.h"
#include "llvm/Support/xxhash.h"

#include <cmath>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {
/// The random numbers of one node.
class Generator {
public:
  Generator(Node &node, Expansion &e)
      : node(node), e(e), seed(readSeed(node)) {}

  /// Uniform numbers in [0, 1), all multiples of the smallest distance between
  /// numbers of `type` there. Streams 0 and 1 are independent.
  Value uniform(Value shape, FloatType type, int64_t stream = 0);
  /// Returns normally distributed numbers of mean 0 and deviation 1.
  Value normal(Value shape, FloatType type);

private:
  static int64_t readSeed(Node &node);
  Value word(Value shape, int64_t word, int64_t bits, Type type);

  Node &node;
  Expansion &e;
  int64_t seed;
};
} // namespace

int64_t Generator::readSeed(Node &node) {
  if (!node.hasAttribute("seed"))
    return static_cast<int64_t>(llvm::xxh3_64bits(node.name()));
  if (node.opType() == "Dropout")
    return node.getInt("seed", 0);
  return static_cast<int64_t>(
      llvm::bit_cast<uint32_t>(node.getFloat("seed", 0)));
}

/// The upper `bits` bits of a random word, as a number.
Value Generator::word(Value shape, int64_t word, int64_t bits, Type type) {
  Value x = e.create<RandomBitsOp>(shape, seed, word);
  Value shift = e.scalar(x, 32 - bits);
  return e.cast(e.create<ShiftRightOp>(x, shift), type);
}

Value Generator::uniform(Value shape, FloatType type, int64_t stream) {
  constexpr int64_t kUpper = 27;
  auto precision = static_cast<int64_t>(
      llvm::APFloat::semanticsPrecision(type.getFloatSemantics()));
  Type computed =
      type.getWidth() < 32 ? Type(node.builder().getF32Type()) : type;
  Value digits;
  if (precision <= 32) {
    digits = word(shape, stream, precision, computed);
  } else {
    int64_t rest = precision - kUpper;
    Value upper = word(shape, 2 * stream, kUpper, computed);
    Value place = node.scalar(computed, std::ldexp(1, static_cast<int>(rest)));
    digits = e.create<AddOp>(e.create<MulOp>(upper, place),
                             word(shape, 2 * stream + 1, rest, computed));
  }
  Value unit =
      node.scalar(computed, std::ldexp(1, -static_cast<int>(precision)));
  return e.cast(e.create<MulOp>(digits, unit), type);
}

/// The method of Box and Muller: a radius and an angle.
Value Generator::normal(Value shape, FloatType type) {
  auto computed = type.getWidth() < 32
                      ? cast<FloatType>(node.builder().getF32Type())
                      : type;
  auto number = [&](double value) { return node.scalar(computed, value); };
  Value u = e.create<SubOp>(number(1), uniform(shape, computed, 0));
  Value radius =
      e.create<SqrtOp>(e.create<MulOp>(e.create<LogOp>(u), number(-2)));
  Value angle = e.create<MulOp>(uniform(shape, computed, 1), number(2 * M_PI));
  return e.cast(e.create<MulOp>(radius, e.create<CosOp>(angle)), type);
}

//===-- uniform and normal distributions ----------------------------------===//

/// The element type that attribute `dtype` names, a float.
static FailureOr<FloatType> readFloatType(Node &node, Type defaultType) {
  Type type = defaultType;
  if (node.hasAttribute("dtype"))
    type =
        getCastableType(node.getInt("dtype", 1), node.builder().getContext());
  if (auto floatType = dyn_cast_or_null<FloatType>(type))
    return floatType;
  return node.error() << "expected a dtype of floats, got "
                      << node.getInt("dtype", 0);
}

static Value getShape(Expansion &e, Value x) {
  return e.create<ShapeOp>(x, 0, cast<RankedTensorType>(x.getType()).getRank());
}

/// `x` times a factor plus another number.
static Value scale(Expansion &e, Value x, double factor, double offset) {
  return e.create<AddOp>(e.create<MulOp>(x, e.scalar(x, factor)),
                         e.scalar(x, offset));
}

template <bool isNormal, bool isLike>
static LogicalResult importRandom(Node &node) {
  if (isLike && failed(node.requireInputs(1)))
    return failure();
  Type defaultType = isLike ? node.inputType(0).getElementType()
                            : Type(node.builder().getF32Type());
  auto type = readFloatType(node, defaultType);
  if (failed(type))
    return failure();
  Expansion e(node);
  Value shape = isLike ? getShape(e, node.input(0))
                       : node.constant(node.getInts("shape", {}));
  Generator generator(node, e);
  if (isNormal) {
    e.bind(0, scale(e, generator.normal(shape, *type),
                    node.getFloat("scale", 1), node.getFloat("mean", 0)));
    return e.result();
  }
  double low = node.getFloat("low", 0), high = node.getFloat("high", 1);
  e.bind(0, scale(e, generator.uniform(shape, *type), high - low, low));
  return e.result();
}

//===-- Bernoulli, Multinomial --------------------------------------------===//

static LogicalResult importBernoulli(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  Type type = node.inputType(0).getElementType();
  auto floatType = cast<FloatType>(type);
  if (node.hasAttribute("dtype"))
    type =
        getCastableType(node.getInt("dtype", 1), node.builder().getContext());
  if (!type)
    return node.error() << "dtype " << node.getInt("dtype", 1)
                        << " is not supported";
  Expansion e(node);
  Value u = Generator(node, e).uniform(getShape(e, *x), floatType);
  e.bind(0, e.cast(e.create<LessOp>(u, *x), type));
  return e.result();
}

/// Computes the number of outcomes whose cumulative probability is at most a
/// uniform number.
static LogicalResult importMultinomial(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  int64_t dtype = node.getInt("dtype", onnx::TensorProto::INT32);
  Type type = getCastableType(dtype, node.builder().getContext());
  int64_t samples = node.getInt("sample_size", 1);
  auto input = node.inputType(0);
  if (input.getRank() != 2 || !isa<FloatType>(input.getElementType()) ||
      samples < 1 || !type)
    return node.error() << "expected logarithms [batch, class], a sample_size "
                           "and a dtype, got "
                        << input << ", " << samples << " and " << dtype;
  Expansion e(node);
  auto f32 = cast<FloatType>(node.builder().getF32Type());
  Type i64 = node.builder().getI64Type();
  Value shares = e.create<SoftmaxOp>(e.cast(*x, f32), ArrayRef<int64_t>{1});
  Value sums = e.create<CumulateOp>(
      shares, ReduceKindAttr::get(node.builder().getContext(), ReduceKind::Sum),
      node.builder().getI64IntegerAttr(1), UnitAttr(), UnitAttr());
  Value shape =
      e.concat({e.create<ShapeOp>(*x, 0, 1), node.constant({samples})}, 0);
  Value u = e.unsqueeze(Generator(node, e).uniform(shape, f32), {2});
  Value isBelow = e.create<LessEqualOp>(e.unsqueeze(sums, {1}), u);
  Value count = e.reduce(e.cast(isBelow, i64), ReduceKind::Sum, {2});
  Value last = e.create<SubOp>(e.dim(*x, 1), node.scalar(i64, 1));
  e.bind(0, e.cast(e.create<MinOp>(count, last), type));
  return e.result();
}

//===-- Dropout -----------------------------------------------------------===//

/// Imports inference, which keeps all elements: its mask is true in the shape
/// of `x`.
static Value keepAll(Node &node, Expansion &e, Value x) {
  e.bind(0, x);
  Value isNaN = node.hasOutput(1) ? e.create<IsNaNOp>(x) : Value();
  return isNaN ? e.create<OrOp>(isNaN, e.create<NotOp>(isNaN)) : Value();
}

/// Imports training, which keeps elements with probability `1 - ratio` and
/// divides by it.
static Value dropSome(Node &node, Expansion &e, Value x, FloatType type) {
  auto number = [&](double value) { return node.scalar(type, value); };
  Value ratio = node.hasInput(1) ? e.cast(e.reshape(node.input(1), {}), type)
                                 : number(0.5);
  ratio = e.create<WhereOp>(e.reshape(node.input(2), {}), ratio, number(0));
  Value u = Generator(node, e).uniform(getShape(e, x), type);
  Value isKept = e.create<GreaterEqualOp>(u, ratio);
  Value scaled = e.create<DivOp>(x, e.create<SubOp>(number(1), ratio));
  e.bind(0, e.create<WhereOp>(isKept, scaled, number(0)));
  return isKept;
}

static LogicalResult importDropout(Node &node) {
  auto x = node.requiredInput(0);
  if (failed(x))
    return failure();
  auto type = cast<FloatType>(node.inputType(0).getElementType());
  Expansion e(node);
  auto training =
      node.hasInput(2) ? node.constantInts(2) : SmallVector<int64_t>{0};
  bool isInference = training && training->size() == 1 && !training->front();
  Value mask = isInference ? keepAll(node, e, *x) : dropSome(node, e, *x, type);
  if (node.hasOutput(1))
    e.bind(1, node.opset() < 10 ? e.cast(mask, type) : mask);
  return e.result();
}

void addRandom(NodeImporters &importers) {
  importers.add("RandomUniform", importRandom<false, false>);
  importers.add("RandomUniformLike", importRandom<false, true>);
  importers.add("RandomNormal", importRandom<true, false>);
  importers.add("RandomNormalLike", importRandom<true, true>);
  importers.add("Bernoulli", importBernoulli, 15);
  importers.add("Multinomial", importMultinomial, 7);
  importers.add("Dropout", importDropout);
}

} // namespace tvm::onnx_import
