// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators that move elements independently of data.

#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/Tensors/GraphShape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

static Value convertIdentity(tosa::IdentityOp, tosa::IdentityOp::Adaptor x,
                             Expansion &) {
  return x.getInput1();
}

static Value convertTensorCast(tensor::CastOp, tensor::CastOp::Adaptor x,
                               Expansion &) {
  return x.getSource();
}

static Value convertConcat(tosa::ConcatOp op, tosa::ConcatOp::Adaptor x,
                           Expansion &e) {
  return e.create<ConcatOp>(x.getInput1(), op.getAxis());
}

static Value convertPad(tosa::PadOp op, tosa::PadOp::Adaptor x, Expansion &e) {
  SmallVector<int64_t> padding = e.getShape(op.getPadding()), low, high;
  for (auto [i, count] : llvm::enumerate(padding))
    (i % 2 ? high : low).push_back(count);
  if (llvm::any_of(padding, [](int64_t count) { return count < 0; }))
    return e.refuse("expected a padding that is known");
  return e.create<PadOp>(x.getInput1(), x.getPadConst(), low, high,
                         PadMode::Constant);
}

static Value convertReshape(tosa::ReshapeOp, tosa::ReshapeOp::Adaptor x,
                            Expansion &e) {
  return e.create<ReshapeOp>(x.getInput1(), x.getShape(), /*allow_zero=*/true);
}

static Value convertReverse(tosa::ReverseOp op, tosa::ReverseOp::Adaptor x,
                            Expansion &e) {
  int64_t axis = op.getAxis();
  return e.create<SliceOp>(
      x.getInput1(), ArrayRef<int64_t>(axis), ArrayRef<int64_t>{-1},
      ArrayRef<int64_t>{std::numeric_limits<int64_t>::min()},
      ArrayRef<int64_t>{-1});
}

static Value convertSlice(tosa::SliceOp op, tosa::SliceOp::Adaptor x,
                          Expansion &e) {
  SmallVector<int64_t> starts = e.getShape(op.getStart());
  SmallVector<int64_t> sizes = e.getShape(op.getSize());
  if (e.failed())
    return {};
  SmallVector<int64_t> ends;
  for (auto [start, size] : llvm::zip(starts, sizes)) // size -1: to the end
    ends.push_back(size < 0 ? std::numeric_limits<int64_t>::max()
                            : start + size);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, starts.size()));
  return e.create<SliceOp>(x.getInput1(), axes, starts, ends,
                           SmallVector<int64_t>(starts.size(), 1));
}

static Value convertTile(tosa::TileOp, tosa::TileOp::Adaptor x, Expansion &e) {
  return e.create<TileOp>(x.getInput1(), x.getMultiples());
}

static Value convertTranspose(tosa::TransposeOp op,
                              tosa::TransposeOp::Adaptor x, Expansion &e) {
  return e.transpose(x.getInput1(), SmallVector<int64_t>(op.getPerms().begin(),
                                                         op.getPerms().end()));
}

void addShapes(Patterns &patterns) {
  patterns.add<tosa::IdentityOp>(convertIdentity);
  patterns.add<tensor::CastOp>(convertTensorCast);
  patterns.add<tosa::ConcatOp>(convertConcat);
  patterns.add<tosa::PadOp>(convertPad);
  patterns.add<tosa::ReshapeOp>(convertReshape);
  patterns.add<tosa::ReverseOp>(convertReverse);
  patterns.add<tosa::SliceOp>(convertSlice);
  patterns.add<tosa::TileOp>(convertTile);
  patterns.add<tosa::TransposeOp>(convertTranspose);
}

} // namespace tvm::tosa_to_graph
