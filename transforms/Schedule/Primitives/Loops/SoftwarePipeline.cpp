// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"
#include "transforms/Schedule/Primitives/Loops/Loops.h"
#include "transforms/Schedule/Primitives/Memory/BufferVersions.h"
#include "transforms/Schedule/Primitives/Support/Bindings.h"
#include "transforms/Schedule/Primitives/Support/Preconditions.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::schedule {

static constexpr StringLiteral kAction = "pipeline the loop";

namespace {
/// A loop with the body `statements`, and the indices and buffers that these
/// share. Statement `i` runs `stages[i]` time steps after its iteration begins,
/// as number `order[i]` of the step.
class Pipeline {
public:
  Pipeline(Loop loop, ArrayRef<int64_t> stages, ArrayRef<int64_t> order);

  DiagnosedSilenceableFailure checkBody();
  DiagnosedSilenceableFailure checkInits();
  DiagnosedSilenceableFailure checkOrder();
  DiagnosedSilenceableFailure checkBuffers();
  void run(RewriterBase &rewriter);

private:
  DiagnosedSilenceableFailure refuse(const Twine &why,
                                     Operation *culprit = nullptr);
  size_t getStatement(Operation *op);
  int64_t countVersions(Value buffer);
  int64_t countOvertaken(size_t first, size_t second);
  std::optional<Dependence> findBroken(const MemoryUse &use, Order order);
  SmallVector<Operation *> getShared(int64_t stage);
  void emitStep(RewriterBase &rewriter, int64_t time);
  void shiftStage(RewriterBase &rewriter, int64_t stage);
  void shiftStages(RewriterBase &rewriter);

  Loop loop;
  ArrayRef<int64_t> stages, order;
  SmallVector<Operation *> statements;
  SmallVector<size_t> sequence; // statements in execution order
  SmallVector<memref::AllocaOp> buffers;
  int64_t lastStage, tripCount = 0;
};
} // namespace

Pipeline::Pipeline(Loop loop, ArrayRef<int64_t> stages, ArrayRef<int64_t> order)
    : loop(loop), stages(stages), order(order), sequence(order.size()),
      lastStage(*llvm::max_element(stages)) {
  for (auto [statement, position] : llvm::enumerate(order))
    sequence[position] = statement;
}

DiagnosedSilenceableFailure Pipeline::refuse(const Twine &why,
                                             Operation *culprit) {
  auto failure = emitSilenceableFailure(loop, "cannot " + kAction + ": " + why);
  if (culprit)
    failure.attachNote(culprit->getLoc()) << "here";
  return failure;
}

/// (P1), (P2)
DiagnosedSilenceableFailure Pipeline::checkBody() {
  if (auto d = requireSerial(loop, kAction); !d.succeeded())
    return d;
  if (auto d = requireConstantTripCount(loop, kAction); !d.succeeded())
    return d;
  tripCount = *getTripCount(loop);
  if (tripCount <= lastStage)
    return refuse("expected more than " + Twine(lastStage) +
                  " iterations, got " + Twine(tripCount));
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isa<Loop, te::BlockOp>(op) && op.getNumResults() == 0)
      statements.push_back(&op);
    else if (auto buffer = dyn_cast<memref::AllocaOp>(op))
      buffers.push_back(buffer);
    else if (!isa<affine::AffineApplyOp>(op))
      return refuse("expected a body of loops, blocks, their buffers and "
                    "indices",
                    &op);
  }
  if (statements.size() != stages.size())
    return refuse("expected " + Twine(stages.size()) +
                  " loops and blocks in its body, got " +
                  Twine(statements.size()));
  return DiagnosedSilenceableFailure::success();
}

/// (P3)
DiagnosedSilenceableFailure Pipeline::checkInits() {
  te::BlockOp culprit;
  loop.walk([&](te::BlockOp block) {
    Loop reduction = getReductionLoop(block);
    if (!block.getInit().empty() && reduction && reduction->isAncestor(loop))
      culprit = block;
  });
  if (!culprit)
    return DiagnosedSilenceableFailure::success();
  return refuse("expected reductions along it, or around it, to be decomposed",
                culprit);
}

size_t Pipeline::getStatement(Operation *op) {
  Operation *statement = loop.getBody()->findAncestorOpInBlock(*op);
  return llvm::find(statements, statement) - statements.begin();
}

/// Number of iterations of the second statement, counted from the same one or
/// from the next one, that run before an iteration of the first statement.
int64_t Pipeline::countOvertaken(size_t first, size_t second) {
  return stages[first] - stages[second] +
         (first == second || order[first] < order[second] ? 0 : 1);
}

/// A dependence between statements, in one iteration or on an earlier one, that
/// would be reversed.
std::optional<Dependence> Pipeline::findBroken(const MemoryUse &use,
                                               Order distance) {
  SmallVector<std::pair<Loop, Order>> orders;
  for (Loop outer : getLoops(loop))
    orders.push_back({outer, Order::Same});
  orders.push_back({loop, distance});
  std::optional<Dependence> unknown;
  for (const Access &source : use.accesses)
    for (const Access &sink : use.accesses) {
      size_t first = getStatement(source.op), second = getStatement(sink.op);
      bool isSame = distance == Order::Same;
      bool isLocal = llvm::is_contained(
          buffers, source.buffer.getDefiningOp<memref::AllocaOp>());
      if (source.buffer != sink.buffer || (!source.isWrite && !sink.isWrite) ||
          (isSame ? first >= second : isLocal) ||
          countOvertaken(first, second) < (isSame ? 1 : 2))
        continue;
      Proof proof = findConflict(source, sink, orders);
      if (proof == Proof::Exists && isSame)
        return Dependence{&source, &sink, proof};
      // The sink overtakes only some earlier iterations.
      if (proof != Proof::None)
        unknown = Dependence{&source, &sink, Proof::Unknown};
    }
  return unknown;
}

/// (P4)
DiagnosedSilenceableFailure Pipeline::checkOrder() {
  MemoryUse use = getMemoryUse(loop);
  if (use.opaque)
    return refuseOpaque(loop, kAction, use.opaque);
  for (Order distance : {Order::Same, Order::Earlier})
    if (auto broken = findBroken(use, distance))
      return schedule::refuse(loop, kAction, *broken);
  return DiagnosedSilenceableFailure::success();
}

/// The number of versions of an iteration's buffer: it is live from the first
/// stage that uses it to the last one.
int64_t Pipeline::countVersions(Value buffer) {
  int64_t first = lastStage, last = 0;
  for (Operation *user : buffer.getUsers()) {
    int64_t stage = stages[getStatement(user)];
    first = std::min(first, stage);
    last = std::max(last, stage);
  }
  return std::max<int64_t>(last - first, 0) + 1;
}

/// (P5)
DiagnosedSilenceableFailure Pipeline::checkBuffers() {
  for (memref::AllocaOp buffer : buffers)
    if (Operation *culprit = findVersionObstacle(buffer, countVersions(buffer)))
      return refuse("expected a buffer that blocks access at affine "
                    "subscripts, small enough for a stack",
                    culprit);
  return DiagnosedSilenceableFailure::success();
}

/// The indices and buffers that statements of `stage` need, in order.
SmallVector<Operation *> Pipeline::getShared(int64_t stage) {
  llvm::SetVector<Operation *> needed;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator()))
    if (!llvm::is_contained(statements, &op) &&
        llvm::any_of(op.getUsers(), [&](Operation *user) {
          size_t statement = getStatement(user);
          return needed.contains(user) ||
                 (statement < statements.size() && stages[statement] == stage);
        }))
      needed.insert(&op);
  return llvm::to_vector(llvm::reverse(needed));
}

/// Emits the statements that run at `time` in the prologue or the epilogue:
/// copies at constant iterations.
void Pipeline::emitStep(RewriterBase &rewriter, int64_t time) {
  auto isActive = [&](int64_t stage) {
    return time >= stage && time - stage < tripCount;
  };
  SmallVector<IRMapping> mappings(lastStage + 1);
  SmallVector<std::pair<Operation *, int64_t>> copies;
  for (int64_t stage = 0; stage <= lastStage; ++stage)
    for (Operation *op : getShared(stage))
      if (isActive(stage))
        copies.push_back({rewriter.clone(*op, mappings[stage]), stage});
  for (size_t statement : sequence) {
    int64_t stage = stages[statement];
    if (!isActive(stage))
      continue;
    Operation *copy = rewriter.clone(*statements[statement], mappings[stage]);
    copies.push_back({copy, stage});
    copy->walk([](te::BlockOp block) {
      block.setName(makeUniqueName(block, block.getName()));
    });
  }
  for (auto [op, stage] : copies)
    substitute(op, loop.getInductionVar(),
               rewriter.getConstantAffineMap(time - stage), {});
}

/// Lets `stage` run ahead of the last one, with its own indices.
void Pipeline::shiftStage(RewriterBase &rewriter, int64_t stage) {
  SmallVector<Operation *> own;
  IRMapping mapping;
  for (Operation *op : getShared(stage))
    if (isa<affine::AffineApplyOp>(op))
      own.push_back(rewriter.clone(*op, mapping));
  for (size_t i = 0; i < statements.size(); ++i)
    if (stages[i] == stage)
      own.push_back(statements[i]);
  for (auto [from, to] : mapping.getValueMap())
    Value(from).replaceUsesWithIf(to, [&](OpOperand &use) {
      size_t statement = getStatement(use.getOwner());
      return statement < statements.size() && stages[statement] == stage;
    });
  auto ahead =
      AffineMap::get(1, 0, rewriter.getAffineDimExpr(0) + (lastStage - stage));
  for (Operation *op : own)
    substitute(op, loop.getInductionVar(), ahead, loop.getInductionVar());
}

void Pipeline::shiftStages(RewriterBase &rewriter) {
  Block *body = loop.getBody();
  for (size_t statement : sequence)
    statements[statement]->moveBefore(body->getTerminator());
  rewriter.setInsertionPoint(statements[sequence.front()]);
  for (int64_t stage = 0; stage < lastStage; ++stage)
    shiftStage(rewriter, stage);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (isa<affine::AffineApplyOp>(op) && op.use_empty())
      rewriter.eraseOp(&op);
}

void Pipeline::run(RewriterBase &rewriter) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (memref::AllocaOp buffer : buffers)
    if (int64_t count = countVersions(buffer); count > 1)
      addVersions(rewriter, buffer, loop, count);
  rewriter.setInsertionPoint(loop);
  for (int64_t time = 0; time < lastStage; ++time)
    emitStep(rewriter, time);
  rewriter.setInsertionPointAfter(loop);
  for (int64_t time = tripCount; time < tripCount + lastStage; ++time)
    emitStep(rewriter, time);
  shiftStages(rewriter);
  loop.setConstantUpperBound(tripCount - lastStage);
}

DiagnosedSilenceableFailure softwarePipeline(RewriterBase &rewriter, Loop loop,
                                             ArrayRef<int64_t> stages,
                                             ArrayRef<int64_t> order) {
  Pipeline pipeline(loop, stages, order);
  if (auto d = pipeline.checkBody(); !d.succeeded())
    return d;
  if (auto d = pipeline.checkInits(); !d.succeeded())
    return d;
  if (auto d = pipeline.checkOrder(); !d.succeeded())
    return d;
  if (auto d = pipeline.checkBuffers(); !d.succeeded())
    return d;
  pipeline.run(rewriter);
  return DiagnosedSilenceableFailure::success();
}

} // namespace tvm::schedule
