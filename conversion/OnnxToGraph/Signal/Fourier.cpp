// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/Signal/Fourier.h"

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Shapes/ShapeValues.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace tvm::graph;

namespace tvm::onnx_import {

namespace {

/// Largest length of a direct transform. Longer ones are split if a factor is
/// found.
constexpr int64_t kMaxDirect = 64;

/// Real and imaginary parts; a null imaginary part is 0.
struct Complex {
  Value re, im;
};

/// One transform, along the last dimension of real and imaginary parts.
class FourierTransform {
public:
  FourierTransform(Node &node, Expansion &e, const FourierOptions &options,
                   Type type)
      : node(node), e(e), options(options), type(type) {}

  Value run(Value x);

private:
  RankedTensorType typeOf(Value x) const {
    return cast<RankedTensorType>(x.getType());
  }
  double sign() const { return options.isInverse ? 1 : -1; }
  /// The constant matrix with the elements `value(row, column)`.
  Value matrix(int64_t rows, int64_t columns,
               llvm::function_ref<double(int64_t, int64_t)> value);
  Complex rotations(int64_t rows, int64_t columns, int64_t n);
  Complex multiply(Complex x, Complex y,
                   llvm::function_ref<Value(Value, Value)> product);
  Complex map(Complex x, llvm::function_ref<Value(Value)> function);
  Value exchangeLast(Value x);
  Value reshapeLast(Value x, ArrayRef<int64_t> sizes, int64_t dropped);
  Value fitLast(Value x, int64_t size);

  std::optional<int64_t> getLength(Complex x);
  Complex mirror(Complex x, int64_t n);
  Complex transformKnown(Complex x, int64_t n, int64_t bins);
  Complex transformSplit(Complex x, int64_t first, int64_t second);
  Value sine(Value turns);
  Complex transformUnknown(Complex x);
  Complex transformParts(Complex x);

  Node &node;
  Expansion &e;
  const FourierOptions &options;
  Type type;
};

} // namespace

//===-- parts -------------------------------------------------------------===//

Value FourierTransform::matrix(
    int64_t rows, int64_t columns,
    llvm::function_ref<double(int64_t, int64_t)> value) {
  std::vector<double> elements;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      elements.push_back(value(i, j));
  if (type.isF64())
    return node.constant<double>(type, {rows, columns}, elements);
  std::vector<float> narrow(elements.begin(), elements.end());
  return node.constant<float>(type, {rows, columns}, narrow);
}

/// The matrix whose element (j, k) is the n-th root of unity to the power of j
/// k.
Complex FourierTransform::rotations(int64_t rows, int64_t columns, int64_t n) {
  auto angle = [&](int64_t j, int64_t k) {
    return sign() * 2 * M_PI * static_cast<double>(j * k % n) /
           static_cast<double>(n);
  };
  return {matrix(rows, columns,
                 [&](int64_t j, int64_t k) { return std::cos(angle(j, k)); }),
          matrix(rows, columns,
                 [&](int64_t j, int64_t k) { return std::sin(angle(j, k)); })};
}

Complex
FourierTransform::multiply(Complex x, Complex y,
                           llvm::function_ref<Value(Value, Value)> product) {
  if (!x.im)
    return {product(x.re, y.re), product(x.re, y.im)};
  return {e.create<SubOp>(product(x.re, y.re), product(x.im, y.im)),
          e.create<AddOp>(product(x.re, y.im), product(x.im, y.re))};
}

Complex FourierTransform::map(Complex x,
                              llvm::function_ref<Value(Value)> function) {
  return {function(x.re), x.im ? function(x.im) : Value()};
}

Value FourierTransform::exchangeLast(Value x) {
  if (e.failed())
    return {};
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, typeOf(x).getRank()));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return e.create<TransposeOp>(x, order);
}

/// `x` with the last `dropped` dimensions replaced by `sizes`.
Value FourierTransform::reshapeLast(Value x, ArrayRef<int64_t> sizes,
                                    int64_t dropped) {
  if (e.failed())
    return {};
  SmallVector<int64_t> shape(typeOf(x).getRank() - dropped, 0);
  llvm::append_range(shape, sizes);
  return e.reshape(x, shape);
}

/// `x` with its static last dimension cut, or padded with zeros.
Value FourierTransform::fitLast(Value x, int64_t size) {
  if (e.failed())
    return {};
  int64_t rank = typeOf(x).getRank(), old = typeOf(x).getShape().back();
  if (old >= size)
    return old == size ? x : e.slice(x, rank - 1, 0, size);
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  high.back() = size - old;
  return e.create<PadOp>(x, Value(), low, high, PadMode::Constant);
}

//===-- transforms of known length ----------------------------------------===//

/// The whole spectrum of a real signal of `n` elements.
Complex FourierTransform::mirror(Complex x, int64_t n) {
  int64_t half = n / 2 + 1, last = typeOf(x.re).getRank() - 1;
  Complex known = map(x, [&](Value part) { return fitLast(part, half); });
  auto reverse = [&](Value part) {
    return e.create<SliceOp>(part, ArrayRef<int64_t>{last},
                             ArrayRef<int64_t>{(n + 1) / 2 - 1},
                             ArrayRef<int64_t>{0}, ArrayRef<int64_t>{-1});
  };
  if (n < 3)
    return known;
  Complex rest = map(known, reverse);
  Complex whole{e.concat({known.re, rest.re}, last), {}};
  if (known.im)
    whole.im = e.concat({known.im, e.create<NegOp>(rest.im)}, last);
  return whole;
}

/// The largest factor of `n` that is at most its square root.
static int64_t findFactor(int64_t n) {
  auto factor = static_cast<int64_t>(std::sqrt(static_cast<double>(n)));
  while (n % factor != 0)
    --factor;
  return factor;
}

/// Element k of the transform of length `n`, for k < `bins`.
Complex FourierTransform::transformKnown(Complex x, int64_t n, int64_t bins) {
  int64_t factor = n > kMaxDirect ? findFactor(n) : 1;
  if (factor == 1)
    return multiply(x, rotations(n, bins, n), [&](Value lhs, Value rhs) {
      return e.create<MatMulOp>(lhs, rhs, false, false);
    });
  return map(transformSplit(x, factor, n / factor),
             [&](Value part) { return fitLast(part, bins); });
}

/// Cooley and Tukey: element j = second * j1 + j2 to k = k1 + first * k2.
Complex FourierTransform::transformSplit(Complex x, int64_t first,
                                         int64_t second) {
  x = map(x, [&](Value part) {
    return exchangeLast(reshapeLast(part, {first, second}, 1));
  });
  x = transformKnown(x, first, first); // [..., j2, k1]
  x = multiply(x, rotations(second, first, first * second),
               [&](Value lhs, Value rhs) { return e.create<MulOp>(lhs, rhs); });
  x = map(x, [&](Value part) { return exchangeLast(part); });
  x = transformKnown(x, second, second); // [..., k1, k2]
  return map(x, [&](Value part) {
    return reshapeLast(exchangeLast(part), {first * second}, 2);
  });
}

//===-- transforms of unknown length --------------------------------------===//

/// The sine of `turns`, exactly 0 at half and whole turns.
Value FourierTransform::sine(Value turns) {
  auto number = [&](double value) { return node.scalar(type, value); };
  Value halves = e.create<RoundOp>(e.create<AddOp>(turns, turns));
  Value rest = e.create<SubOp>(turns, e.create<MulOp>(halves, number(0.5)));
  Value x = e.create<SinOp>(e.create<MulOp>(rest, number(2 * M_PI)));
  Value isOdd = e.create<EqualOp>(halves, number(1));
  return e.create<WhereOp>(isOdd, e.create<NegOp>(x), x);
}

/// The product with a matrix that is computed at run time.
Complex FourierTransform::transformUnknown(Complex x) {
  Type i64 = node.builder().getI64Type();
  auto number = [&](int64_t value) { return node.scalar(i64, value); };
  bool isToReal = options.isInverse && options.isOneSided;
  Value size = e.dim(x.re, typeOf(x.re).getRank() - 1), n = options.length;
  if (!n && isToReal)
    n = e.create<MulOp>(e.create<SubOp>(size, number(1)), number(2));
  n = n ? n : size;
  Value half = e.create<AddOp>(e.create<DivOp>(n, number(2)), number(1));
  bool isHalf = options.isOneSided && !options.isInverse;
  Value j = e.unsqueeze(e.count(size), {1}), k = e.count(isHalf ? half : n);
  Value turn = e.create<ModOp>(e.create<MulOp>(j, k), n, false);
  Value turns = e.create<DivOp>(e.cast(turn, type), e.cast(n, type));
  Value isInside = e.create<LessOp>(j, isToReal ? half : n);
  Value weight = e.cast(isInside, type);
  if (isToReal) { // except for two, elements also represent their mirror images
    Value isFirst = e.create<EqualOp>(j, number(0));
    Value isMiddle = e.create<EqualOp>(e.create<AddOp>(j, j), n);
    Value isSingle = e.cast(e.create<OrOp>(isFirst, isMiddle), type);
    weight = e.create<MulOp>(weight,
                             e.create<SubOp>(node.scalar(type, 2), isSingle));
  }
  Value quarter = e.create<AddOp>(turns, node.scalar(type, 0.25));
  Value signedWeight = e.create<MulOp>(weight, node.scalar(type, sign()));
  Complex matrix{e.create<MulOp>(sine(quarter), weight),
                 e.create<MulOp>(sine(turns), signedWeight)};
  x = multiply(x, matrix, [&](Value lhs, Value rhs) {
    return e.create<MatMulOp>(lhs, rhs, false, false);
  });
  if (!options.isInverse)
    return x;
  return map(
      x, [&](Value part) { return e.create<DivOp>(part, e.cast(n, type)); });
}

//===-- all of it ---------------------------------------------------------===//

/// The length of the transform, where it is known.
std::optional<int64_t> FourierTransform::getLength(Complex x) {
  int64_t size = typeOf(x.re).getShape().back();
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  if (options.length) {
    auto length = getConstantInts(options.length);
    return length ? std::optional<int64_t>(length->front()) : std::nullopt;
  }
  return options.isInverse && options.isOneSided ? 2 * (size - 1) : size;
}

Complex FourierTransform::transformParts(Complex x) {
  if (e.failed())
    return {};
  auto n = getLength(x);
  if (!n || *n < 1)
    return transformUnknown(x);
  bool isHalf = options.isOneSided && !options.isInverse;
  if (options.isOneSided && options.isInverse)
    x = mirror(x, *n);
  else
    x = map(x, [&](Value part) { return fitLast(part, *n); });
  x = transformKnown(x, *n, isHalf ? *n / 2 + 1 : *n);
  if (!options.isInverse)
    return x;
  Value share = node.scalar(type, 1.0 / static_cast<double>(*n));
  return map(x, [&](Value part) { return e.create<MulOp>(part, share); });
}

Value FourierTransform::run(Value x) {
  int64_t last = typeOf(x).getRank() - 1;
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, last));
  std::swap(order[options.axis], order.back());
  auto split = [&](int64_t i) {
    return e.create<TransposeOp>(e.squeeze(e.slice(x, last, i, i + 1), {last}),
                                 order);
  };
  bool isReal = typeOf(x).getDimSize(last) == 1;
  Complex parts{split(0), isReal ? Value() : split(1)};
  parts = transformParts(parts);
  parts = map(parts, [&](Value part) {
    return e.unsqueeze(e.create<TransposeOp>(part, order), {last});
  });
  if (options.isInverse && options.isOneSided)
    return parts.re;
  return e.concat({parts.re, parts.im}, last);
}

Value transform(Node &node, Expansion &e, Value x,
                const FourierOptions &options) {
  Type element = getElementTypeOrSelf(x);
  Type type = element.getIntOrFloatBitWidth() < 32
                  ? Type(node.builder().getF32Type())
                  : element;
  Value y = FourierTransform(node, e, options, type).run(e.cast(x, type));
  return e.failed() ? Value() : e.cast(y, element);
}

} // namespace tvm::onnx_import
