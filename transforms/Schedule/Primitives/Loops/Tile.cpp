// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"

using namespace mlir;

namespace tvm::schedule {

/// Splits and reorders. A failure leaves the steps that were done before.
static DiagnosedSilenceableFailure
apply(RewriterBase &rewriter, ArrayRef<Loop> nest, ArrayRef<int64_t> sizes,
      SmallVectorImpl<Loop> &outer, SmallVectorImpl<Loop> &inner) {
  for (auto [loop, size] : llvm::zip_equal(nest, sizes)) {
    SmallVector<Loop> parts;
    if (auto d = split(rewriter, loop, {0, size}, parts); !d.succeeded())
      return d;
    outer.push_back(parts.front());
    inner.push_back(parts.back());
  }
  SmallVector<Loop> order(outer.begin(), outer.end());
  order.append(inner.begin(), inner.end());
  return reorder(rewriter, order);
}

/// Tries the steps on a copy of the nest, which is then erased.
static DiagnosedSilenceableFailure rehearse(ArrayRef<Loop> nest,
                                            ArrayRef<int64_t> sizes) {
  Loop outermost = nest.front();
  IRRewriter rewriter(outermost.getContext());
  rewriter.setInsertionPointAfter(outermost);
  SmallVector<Loop> copies{cast<Loop>(rewriter.clone(*outermost))};
  while (copies.size() < nest.size())
    copies.push_back(cast<Loop>(copies.back().getBody()->front()));
  SmallVector<Loop> outer, inner;
  auto outcome = apply(rewriter, copies, sizes, outer, inner);
  rewriter.eraseOp(outer.empty() ? copies.front() : outer.front());
  return outcome;
}

DiagnosedSilenceableFailure tile(RewriterBase &rewriter, ArrayRef<Loop> nest,
                                 ArrayRef<int64_t> sizes,
                                 SmallVectorImpl<Loop> &outer,
                                 SmallVectorImpl<Loop> &inner) {
  if (nest.empty())
    return DiagnosedSilenceableFailure::success();
  for (auto [loop, size] : llvm::zip_equal(nest, sizes))
    if (size < 1)
      return emitSilenceableFailure(loop)
             << "cannot tile: expected positive sizes, got " << size;
  for (auto [around, inside] : llvm::zip(nest, nest.drop_front()))
    if (auto d = requirePerfectNest(around, inside, "tile"); !d.succeeded())
      return d;
  if (auto d = rehearse(nest, sizes); !d.succeeded())
    return d;
  return apply(rewriter, nest, sizes, outer, inner);
}

} // namespace tvm::schedule
