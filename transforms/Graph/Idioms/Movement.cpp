// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Graph/Idioms/Idioms.h"
#include "transforms/Graph/Idioms/Matchers.h"

using namespace mlir;
using namespace tvm::graph;

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

//===-- products ----------------------------------------------------------===//

/// Whether `op` exchanges the last two dimensions.
static bool exchangesMatrix(Operation *op) {
  auto order = llvm::to_vector(cast<TransposeOp>(op).getPermutation());
  if (order.size() < 2)
    return false;
  std::swap(order[order.size() - 2], order.back());
  return llvm::equal(order, llvm::seq<int64_t>(0, order.size()));
}

/// `product` of `lhs` and `rhs`, of which one was transposed before.
static Operation *createMatMul(OpBuilder &b, Operation *product, Value lhs,
                               Value rhs) {
  auto op = cast<MatMulOp>(product);
  bool transposeA = op.getTransposeA() != (lhs != op.getA());
  bool transposeB = op.getTransposeB() != (rhs != op.getB());
  return MatMulOp::create(b, op.getLoc(), op.getType(), lhs, rhs, transposeA,
                          transposeB);
}

//===-- blocks of pixels --------------------------------------------------===//

/// Whether all sizes but the number of images are known.
static bool areImages(ArrayRef<int64_t> x, ArrayRef<int64_t> parts) {
  return x.size() == 4 && parts.size() == 6 &&
         !ShapedType::isDynamicShape(x.drop_front()) &&
         !ShapedType::isDynamicShape(parts.drop_front());
}

/// Whether `parts` splits channels into blocks and depth, which is dimension
/// `depthDim`, and `y` has these blocks in its pixels.
static bool isDepthToSpace(Value x, Value parts, Value y, int64_t depthDim) {
  ArrayRef<int64_t> in = getShape(x), split = getShape(parts);
  if (!areImages(in, split))
    return false;
  int64_t size = split[2], depth = split[depthDim];
  SmallVector<int64_t> expected = {in[0], size, size, size, in[2], in[3]};
  expected[depthDim] = depth;
  SmallVector<int64_t> out = {in[0], depth, in[2] * size, in[3] * size};
  return size > 0 && depth * size * size == in[1] &&
         split == ArrayRef<int64_t>(expected) &&
         getShape(y) == ArrayRef<int64_t>(out);
}

/// Whether `parts` splits pixels into blocks, which are channels of `y`.
static bool isSpaceToDepth(Value x, Value parts, Value y) {
  ArrayRef<int64_t> in = getShape(x), split = getShape(parts);
  if (!areImages(in, split))
    return false;
  int64_t size = split[3], rows = split[2], columns = split[4];
  SmallVector<int64_t> expected = {in[0], in[1], rows, size, columns, size};
  SmallVector<int64_t> out = {in[0], in[1] * size * size, rows, columns};
  return size > 0 && rows * size == in[2] && columns * size == in[3] &&
         split == ArrayRef<int64_t>(expected) &&
         getShape(y) == ArrayRef<int64_t>(out);
}

static Attribute getSize(Value tensor, Attribute dim) {
  int64_t size = getShape(tensor)[cast<IntegerAttr>(dim).getInt()];
  return IntegerAttr::get(IntegerType::get(dim.getContext(), 64), size);
}

//===-- splits and concatenations -----------------------------------------===//

static int64_t getAxis(ConcatOp op) {
  int64_t axis = op.getAxis();
  return axis < 0 ? axis + static_cast<int64_t>(getShape(op.getResult()).size())
                  : axis;
}

/// Elements `begin` to `end` of an axis.
struct Part {
  int64_t begin;
  int64_t end;
};

/// The part that a slice along `axis` alone takes.
static std::optional<Part> getPart(SliceOp op, int64_t axis) {
  int64_t size = getShape(op.getX())[axis];
  if (op.getAxes().size() != 1 || op.getSteps()[0] != 1 ||
      ShapedType::isDynamic(size))
    return std::nullopt;
  int64_t own = op.getAxes()[0];
  if (own != axis &&
      own + static_cast<int64_t>(getShape(op.getX()).size()) != axis)
    return std::nullopt;
  SliceBounds bounds =
      getSliceBounds(size, op.getStarts()[0], op.getEnds()[0], 1);
  return Part{bounds.start, bounds.start + bounds.size};
}

/// Whether `op` puts together, in order, all parts of one tensor.
static bool takesAllParts(Operation *concat) {
  auto op = cast<ConcatOp>(concat);
  int64_t axis = getAxis(op), next = 0;
  Value source;
  for (Value input : op.getInputs()) {
    auto slice = input.getDefiningOp<SliceOp>();
    auto part = slice ? getPart(slice, axis) : std::nullopt;
    if (!part || part->begin != next || (source && slice.getX() != source))
      return false;
    source = slice.getX();
    next = part->end;
  }
  return source && source.getType() == op.getType() &&
         next == getShape(source)[axis];
}

static Value getSource(Operation *concat) {
  return cast<ConcatOp>(concat)
      .getInputs()
      .front()
      .getDefiningOp<SliceOp>()
      .getX();
}

/// An input of a concatenation, and where it begins.
struct Input {
  Value value;
  int64_t begin;
};

/// The only input that `slice` takes elements of.
static std::optional<Input> findInput(SliceOp slice, ConcatOp concat) {
  int64_t axis = getAxis(concat), begin = 0;
  auto part = getPart(slice, axis);
  if (!part)
    return std::nullopt;
  for (Value input : concat.getInputs()) {
    int64_t size = getShape(input)[axis];
    if (ShapedType::isDynamic(size))
      return std::nullopt;
    if (part->begin >= begin && part->end <= begin + size)
      return Input{input, begin};
    begin += size;
  }
  return std::nullopt;
}

static bool takesOfOneInput(Operation *slice, Operation *concat) {
  return findInput(cast<SliceOp>(slice), cast<ConcatOp>(concat)).has_value();
}

static Operation *createSliceOfInput(OpBuilder &b, Operation *op,
                                     Operation *operand) {
  auto slice = cast<SliceOp>(op);
  auto concat = cast<ConcatOp>(operand);
  int64_t axis = getAxis(concat);
  Input input = *findInput(slice, concat);
  Part part = *getPart(slice, axis);
  return SliceOp::create(
      b, slice.getLoc(), slice.getType(), input.value, ArrayRef<int64_t>{axis},
      ArrayRef<int64_t>{part.begin - input.begin},
      ArrayRef<int64_t>{part.end - input.begin}, ArrayRef<int64_t>{1});
}

#include "transforms/Graph/Idioms/Movement.h.inc"

void tvm::graph::populateMovementIdioms(RewritePatternSet &patterns) {
  populateGeneratedPDLLPatterns(patterns);
}
