// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/IndexArithmetic.h"

#include "dialects/Graph/Learning/GraphTrees.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm {

using Results = FailureOr<SmallVector<Value>>;
using Compare = te::TEBuilder::Compare;

/// Whether `accept` contains the bit for the result of comparing `x` with
/// `split`.
static Value isAccepted(te::TEBuilder &b, Value x, Value split, Value accept) {
  Value bit = b.constantInt(accept.getType(), 8);
  for (auto [predicate, value] :
       {std::pair(Compare::LT, 1), {Compare::EQ, 2}, {Compare::GT, 4}})
    bit = b.select(b.compare(predicate, x, split),
                   b.constantInt(accept.getType(), value), bit);
  return b.compare(Compare::NE,
                   arith::AndIOp::create(b.builder, b.loc, accept, bit),
                   b.constantInt(accept.getType(), 0));
}

/// All rows descend all trees in step; rows at a leaf stay there.
static Results defineTreeLeaves(TreeLeavesOp op, Definition &d) {
  auto dims = d.resultDims();
  if (failed(dims))
    return failure();
  te::TEBuilder &b = d.b;
  IndexArithmetic a{b};
  Type i64 = b.builder.getI64Type();
  Value x = d.operands[0], features = d.operands[1], splits = d.operands[2],
        accept = d.operands[3], yes = d.operands[4], no = d.operands[5],
        roots = d.operands[6];
  auto zero = [&] { return b.constantInt(i64, 0); };
  Value begin = b.compute(i64, *dims,
                          [&](te::Axes at) { return b.read(roots, {at[1]}); });
  auto step = [&](const te::Index &, ValueRange states) {
    return SmallVector<Value>{b.compute(i64, *dims, [&](te::Axes at) {
      Value current = b.read(states[0], at);
      te::Index node = b.index(b.max(current, zero()));
      Value feature = a.position(b.read(features, {node}), b.value(b.dim(x, 1)),
                                 /*clamped=*/true);
      Value takesYes =
          isAccepted(b, b.read(x, {at[0], te::Index(feature)}),
                     b.read(splits, {node}), b.read(accept, {node}));
      Value next = b.select(takesYes, b.read(yes, {node}), b.read(no, {node}));
      return b.select(b.compare(Compare::LT, current, zero()), current, next);
    })};
  };
  Value ends =
      b.scan(b.builder.getIndexAttr(op.getDepth()), begin, {false}, step)[0];
  return SmallVector<Value>{b.compute(i64, *dims, [&](te::Axes at) {
    return b.sub(b.constantInt(i64, -1), b.read(ends, at));
  })};
}

void attachTreeDefinitions(MLIRContext *context) {
  attachTensor<TreeLeavesOp, defineTreeLeaves>(context);
}

} // namespace tvm
