// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "transforms/Schedule/Analysis/ElementSize.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Support/UnrollLoops.h"
#include "transforms/Vectorize/LoopRewriter.h"
#include "transforms/Vectorize/Passes.h"
#include "transforms/Vectorize/TransposeTile.h"
#include "llvm/Support/Threading.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_VECTORIZELOOPSPASS
#include "transforms/Vectorize/Passes.h.inc"

/// The sizes in bits of the elements that the loop loads or stores.
static SmallVector<int64_t> getElementBits(Loop loop) {
  SmallVector<int64_t> bits;
  loop.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<MemRefType>(operand.getType()))
        bits.push_back(getElementBits(type));
  });
  return bits;
}

/// A remark with the reason `why` the loop stays as it is.
static InFlightDiagnostic explain(Loop loop, const Twine &why) {
  return emitRemark(loop.getLoc()) << "cannot vectorize: " << why;
}

/// An operation inside whose results cannot be elements of vectors.
static Operation *findShapedResult(Loop loop) {
  Operation *found = nullptr;
  for (Operation &op : *loop.getBody())
    op.walk([&](Operation *inner) {
      for (Type type : inner->getResultTypes())
        if (!VectorType::isValidElementType(type))
          found = inner;
    });
  return found;
}

/// Unrolls marked loops inside, and folds operations on the resulting
/// constants.
static void unrollInside(Loop loop) {
  if (findLoops(loop, LoopKind::Unrolled).empty())
    return;
  unrollLoops(loop, kMaxScalarOperations);
  MLIRContext *context = loop.getContext();
  RewritePatternSet patterns(context);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (isa<affine::AffineDialect, arith::ArithDialect, scf::SCFDialect>(
            op.getDialect()))
      op.getCanonicalizationPatterns(patterns, context);
  SmallVector<Operation *> ops;
  loop.getBody()->walk([&](Operation *op) { ops.push_back(op); });
  (void)applyOpPatternsGreedily(ops, std::move(patterns));
}

static LogicalResult checkShape(Loop loop) {
  if (!isNormalized(loop)) {
    explain(loop, "expected a loop from 0 in steps of 1 to one bound, that "
                  "carries no values");
    return failure();
  }
  Operation *inside = nullptr;
  loop.getBody()->walk([&](LoopLikeOpInterface inner) { inside = inner; });
  if (inside) {
    explain(loop, "expected an innermost loop").attachNote(inside->getLoc())
        << "a loop inside";
    return failure();
  }
  if (Operation *shaped = findShapedResult(loop)) {
    explain(loop, "expected numbers as results of all operations")
            .attachNote(shaped->getLoc())
        << "'" << shaped->getName() << "' has another one";
    return failure();
  }
  return success();
}

/// Refuses a store to one address that is not an accumulation, and operations
/// without a masked form.
static LogicalResult checkOperations(Loop loop, Operation *otherStore) {
  if (otherStore) {
    explain(loop, "all iterations store to one place, and not always to "
                  "combine a value with the previous one")
            .attachNote(otherStore->getLoc())
        << "this store";
    return failure();
  }
  if (Operation *op = findUnmaskable(loop)) {
    explain(loop, "expected an operation that can run under a mask")
            .attachNote(op->getLoc())
        << "this one runs under a condition";
    return failure();
  }
  return success();
}

/// Replaces `guard` by its operations.
static void dissolve(affine::AffineIfOp &guard) {
  Block *body = guard.getThenBlock();
  guard->getBlock()->getOperations().splice(
      guard->getIterator(), body->getOperations(), body->begin(),
      body->getTerminator()->getIterator());
  guard.erase();
  guard = {};
}

/// Tests in front of the loop whether the guard holds in some iteration, which
/// includes all tests that do not depend on the iteration.
static void hoistGuard(Loop loop, affine::AffineIfOp &only) {
  Guard guard = *Guard::match(only, loop);
  OpBuilder builder(loop);
  if (auto nonEmpty = guard.emitNonEmpty(builder, loop))
    loop->moveBefore(nonEmpty.getThenBlock()->getTerminator());
  if (guard.isInvariant())
    dissolve(only);
}

/// Removes the guard where it holds in all iterations. A scalar copy of the
/// loop runs otherwise.
static void peelGuard(Loop loop, affine::AffineIfOp &only) {
  OpBuilder builder(loop);
  auto full = Guard::match(only, loop)->emitFull(builder, loop);
  if (full) {
    Operation *scalar = builder.clone(*loop);
    scalar->moveBefore(full.getElseBlock()->getTerminator());
    loop->moveBefore(full.getThenBlock()->getTerminator());
  }
  dissolve(only);
}

/// Whether registers have masks for all elements that the loop accesses.
/// Without them, a masked access is a branch per lane.
static bool hasMasks(Loop loop, const target::VectorUnit &registers) {
  return llvm::all_of(getElementBits(loop), [&](int64_t bits) {
    return registers.hasMasksFor(bits);
  });
}

static void vectorizeLoop(Loop loop, const target::VectorUnit &registers) {
  setLoopKind(loop, LoopKind::Serial);
  unrollInside(loop);
  if (failed(checkShape(loop)))
    return;
  mergeEqualGuards(loop);
  affine::AffineIfOp only = findOnlyGuard(loop);
  Operation *otherStore = nullptr;
  auto accumulations = matchAccumulations(
      loop, only ? *only.getThenBlock() : *loop.getBody(), otherStore);
  if (failed(checkOperations(loop, otherStore)))
    return;
  if (only)
    hoistGuard(loop, only);
  if (only && !hasMasks(loop, registers))
    peelGuard(loop, only);
  expandOtherConditions(loop);
  int64_t widest = 8;
  for (int64_t bits : getElementBits(loop))
    widest = std::max(widest, bits);
  int64_t lanes = std::max<int64_t>(registers.bits / widest, 2);
  LoopRewriter(loop, lanes, only, std::move(accumulations), registers)
      .rewrite();
}

/// The vectorized loop that is the only operation in the body of `loop`.
static Loop getVectorizedChild(Loop loop) {
  auto inner = dyn_cast<Loop>(loop.getBody()->front());
  if (inner && isPerfectlyNested(loop, inner) &&
      getLoopKind(inner) == LoopKind::Vectorized)
    return inner;
  return {};
}

/// Suppresses remarks of this thread.
static LogicalResult dropRemark(Diagnostic &diagnostic, uint64_t thread) {
  return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark &&
                 thread == llvm::get_threadid());
}

namespace {
struct VectorizeLoopsPass : impl::VectorizeLoopsPassBase<VectorizeLoopsPass> {
  using VectorizeLoopsPassBase::VectorizeLoopsPassBase;
  void runOnOperation() override {
    std::optional<ScopedDiagnosticHandler> handler;
    auto module = getOperation()->getParentOfType<ModuleOp>();
    auto name = module ? module.getSymName() : std::nullopt;
    if (quiet && !llvm::is_contained(remarksOf, name.value_or("")))
      handler.emplace(&getContext(),
                      [thread = llvm::get_threadid()](Diagnostic &diagnostic) {
                        return dropRemark(diagnostic, thread);
                      });
    auto registers = target::getVectorUnit(getOperation(), device);
    if (failed(registers))
      return signalPassFailure();
    vectorize(*registers);
  }

private:
  void vectorize(const target::VectorUnit &registers) {
    SmallVector<Loop> loops;
    getOperation().walk([&](Loop loop) {
      if (getLoopKind(loop) == LoopKind::Vectorized)
        loops.push_back(loop);
    });
    llvm::SmallPtrSet<Operation *, 8> done;
    for (Loop loop : llvm::reverse(loops)) {
      Loop inner = done.contains(loop) ? Loop() : getVectorizedChild(loop);
      if (!inner)
        continue;
      done.insert(loop);
      if (!findShapedResult(inner) &&
          succeeded(transposeTile(loop, inner, registers))) {
        done.insert(inner);
        continue;
      }
      explain(loop, "expected a tile that is copied, transposed");
      setLoopKind(loop, LoopKind::Serial); // the inner loop becomes vectors
    }
    for (Loop loop : loops)
      if (!done.contains(loop))
        vectorizeLoop(loop, registers);
  }
};
} // namespace

} // namespace tvm::schedule
