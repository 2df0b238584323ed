// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "transforms/Schedule/Analysis/Coverage.h"
#include "transforms/Schedule/Primitives/Blocks/Blocks.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
struct Request : BlockRequest {
  explicit Request(te::BlockOp block)
      : BlockRequest(block, "drop the predicate of '" + block.getName() + "'") {
  }

  DiagnosedSilenceableFailure checkBuffer();
  DiagnosedSilenceableFailure checkBodies();
  DiagnosedSilenceableFailure checkAccesses();

  Value buffer;
};
} // namespace

/// (P2)
DiagnosedSilenceableFailure Request::checkBuffer() {
  if (auto d = getWrittenBuffer(block, action, buffer); !d.succeeded())
    return d;
  return requireOnlyWriter(buffer);
}

/// (P3)
DiagnosedSilenceableFailure Request::checkBodies() {
  if (block.hasRegions())
    return refuse("expected a block whose accesses are its loads and stores");
  for (Region *region : {&block.getInit(), &block.getBody()})
    for (Operation &op : region->getOps())
      if (!isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) &&
          (op.getNumRegions() != 0 || !isPure(&op)))
        return refuse("expected loads, stores, and what cannot fail", &op);
  return DiagnosedSilenceableFailure::success();
}

/// (P3), (P4)
DiagnosedSilenceableFailure Request::checkAccesses() {
  // The elements that an initialisation writes without iterations are unknown.
  for (Loop loop : getNestLoops(block))
    if (getTripCount(loop) == 0)
      return refuse("expected loops that have iterations", loop);
  unsigned numFixed = getLoops(buffer.getDefiningOp()).size();
  SmallVector<Access> accesses = getAccesses(block), writes;
  for (const Access &access : accesses) {
    if (!access.map || !staysInside(access))
      return refuse("expected accesses inside of buffers, wherever its loops "
                    "go",
                    access.op);
    if (access.isWrite)
      writes.push_back(access);
  }
  for (const Access &write : writes)
    for (const Access &other : writes)
      if (!areApart(write, other, numFixed))
        return refuse("expected other elements to be written where the "
                      "predicate holds than where it does not",
                      write.op);
  return DiagnosedSilenceableFailure::success();
}

DiagnosedSilenceableFailure dropPredicate(te::BlockOp block) {
  Request request(block);
  // (P1)
  if (!block.getPredicate() || llvm::is_contained(getEqualities(block), true))
    return request.refuse("expected a predicate, made of inequalities");
  if (auto d = request.checkBuffer(); !d.succeeded())
    return d;
  if (auto d = request.checkBodies(); !d.succeeded())
    return d;
  if (auto d = request.checkAccesses(); !d.succeeded())
    return d;
  AffineMap bindings = block.getBindings();
  SmallVector<Value> iters(block.getIters());
  affine::canonicalizeMapAndOperands(&bindings, &iters);
  setBlockMap(block, asDims(bindings), iters, {});
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
