// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLinalg/TEToLinalg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace tvm {

/// Whether result `index` of `scan` stacks the states.
static bool isStacked(te::ScanOp scan, unsigned index) {
  return scan.getResult(index).getType() != scan.getInit()[index].getType();
}

/// The tensor for the states of all steps of one result; null if it is not
/// stacked.
static Value createHistory(RewriterBase &rewriter, te::ScanOp scan,
                           unsigned index) {
  Value init = scan.getInit()[index];
  SmallVector<OpFoldResult> dims =
      tensor::getMixedSizes(rewriter, scan.getLoc(), init);
  dims.insert(dims.begin(), getAsOpFoldResult(scan.getTripCount()));
  auto type = cast<RankedTensorType>(scan.getResult(index).getType());
  return tensor::EmptyOp::create(rewriter, scan.getLoc(), dims,
                                 type.getElementType());
}

/// `history` with `state` as its row `step`.
static Value insertRow(RewriterBase &rewriter, Location loc, Value step,
                       Value state, Value history) {
  Attribute zero = rewriter.getIndexAttr(0), one = rewriter.getIndexAttr(1);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, state);
  SmallVector<OpFoldResult> offsets(sizes.size(), zero);
  sizes.insert(sizes.begin(), one);
  offsets.insert(offsets.begin(), step);
  SmallVector<OpFoldResult> strides(sizes.size(), one);
  return tensor::InsertSliceOp::create(rewriter, loc, state, history, offsets,
                                       sizes, strides);
}

void convertScanToLoop(RewriterBase &rewriter, te::ScanOp scan) {
  Location loc = scan.getLoc();
  unsigned numStates = scan.getInit().size();
  SmallVector<Value> carried(scan.getInit());
  for (unsigned i = 0; i < numStates; ++i)
    if (isStacked(scan, i))
      carried.push_back(createHistory(rewriter, scan, i));
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  auto loop = scf::ForOp::create(rewriter, loc, zero, scan.getTripCount(), one,
                                 carried);
  Block *body = loop.getBody();
  rewriter.mergeBlocks(&scan.getBody().front(), body,
                       body->getArguments().take_front(numStates + 1));
  auto yield = cast<te::YieldOp>(body->getTerminator());
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> next(yield.getValues()), results(loop.getResults());
  for (unsigned i = 0, row = numStates; i < numStates; ++i)
    if (isStacked(scan, i)) {
      results[i] = loop.getResult(row);
      next.push_back(insertRow(rewriter, loc, loop.getInductionVar(), next[i],
                               loop.getRegionIterArg(row++)));
    }
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, next);
  results.resize(numStates);
  rewriter.replaceOp(scan, results);
}

} // namespace tvm
