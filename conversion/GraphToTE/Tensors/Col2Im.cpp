// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IndexArithmetic.h"
#include "conversion/GraphToTE/Networks/Windows.h"

#include "dialects/Graph/Networks/GraphWindows.h"
#include "dialects/Graph/Tensors/GraphSampling.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;

namespace {
/// The positions of elements of blocks in the image. Sizes may be data.
class BlockMap {
public:
  BlockMap(Col2ImOp op, Definition &d, te::Extents dims);

  te::Extents getBlock() const { return block; }
  /// Element `offset` of the block that has it at `axes` of the image; 0 if no
  /// block does.
  Value read(te::Axes axes, te::Axes offset);

private:
  Value linearize(ArrayRef<Value> at, te::Extents sizes);

  Col2ImOp op;
  Definition &d;
  IndexArithmetic a;
  SmallVector<OpFoldResult> block, counts;
};
} // namespace

/// The sizes in the tensor `shape` as extents.
static SmallVector<OpFoldResult> getSizes(Definition &d, Value shape) {
  ShapeValues values(d.b.builder.getContext());
  return llvm::map_to_vector(*values.getElements(shape), [&](AffineExpr size) {
    return values.build(d.b.builder, d.b.loc, size);
  });
}

BlockMap::BlockMap(Col2ImOp op, Definition &d, te::Extents dims)
    : op(op), d(d), a{d.b}, block(getSizes(d, op.getBlock())) {
  DimMath math(d.b.builder, d.b.loc);
  for (auto [i, size] : llvm::enumerate(block)) {
    int64_t pads = op.getPads()[i] + op.getPads()[i + block.size()];
    OpFoldResult reach = math.mul(math.sub(size, math.constant(1)),
                                  math.constant(op.getDilations()[i]));
    OpFoldResult room =
        math.sub(math.add(dims[i + 2], math.constant(pads - 1)), reach);
    counts.push_back(
        math.add(math.div(math.max(room, math.constant(0)), op.getStrides()[i]),
                 math.constant(1)));
  }
}

Value BlockMap::linearize(ArrayRef<Value> at, te::Extents sizes) {
  Value linear = at[0];
  for (auto [index, size] : llvm::zip(at.drop_front(), sizes.drop_front()))
    linear = a.add(a.mul(linear, d.b.value(size)), index);
  return linear;
}

Value BlockMap::read(te::Axes axes, te::Axes offset) {
  Value hit = d.b.constantInt(d.b.builder.getI1Type(), -1);
  SmallVector<Value> blocks, inside;
  for (auto [i, o] : llvm::enumerate(offset)) {
    te::Index start = axes[i + 2] + te::Index(op.getPads()[i]) -
                      o * te::Index(op.getDilations()[i]);
    int64_t stride = op.getStrides()[i];
    blocks.push_back(d.b.value(start.floorDiv(stride)));
    inside.push_back(d.b.value(o));
    Value isStart = a.equal(d.b.value(start.mod(stride)), a.constant(0));
    Value isBlock = d.b.logicalAnd(a.less(a.constant(-1), blocks.back()),
                                   a.less(blocks.back(), d.b.value(counts[i])));
    hit = d.b.logicalAnd(hit, d.b.logicalAnd(isStart, isBlock));
  }
  Value size = a.constant(1);
  for (OpFoldResult extent : block)
    size = a.mul(size, d.b.value(extent));
  Value channel =
      a.add(a.mul(d.b.value(axes[1]), size), linearize(inside, block));
  Value place = d.b.select(hit, linearize(blocks, counts), a.constant(-1));
  Value zero = d.b.constantInt(d.operandElement(0), 0);
  return d.b.read(d.operands[0],
                  {axes[0], te::Index(channel), te::Index(place)}, zero);
}

static Results defineCol2Im(Col2ImOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  Type type = getComputeType(d.resultElement());
  BlockMap map(op, d, *dims);
  Value sum = d.b.reduce(te::Combiner::Sum, type, *dims, map.getBlock(),
                         [&](te::Axes axes, te::Axes offset) {
                           return d.b.cast(map.read(axes, offset), type);
                         });
  return SmallVector<Value>{castElements(d, sum, d.resultElement())};
}

void attachCol2ImDefinitions(MLIRContext *context) {
  attachTensor<Col2ImOp, defineCol2Im>(context);
}

} // namespace tvm
