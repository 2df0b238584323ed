// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInstructions.h"
#include "dialects/VTA/VTATokens.h"
#include "mlir/IR/Builders.h"
#include "transforms/VTA/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_FOLDTOKENSPASS
#include "transforms/VTA/Passes.h.inc"

using runtime::vta::Dependencies;
using runtime::vta::kNumModules;

namespace {

class TokenFolder {
public:
  explicit TokenFolder(ProgramOp program) : builder(program.getContext()) {}

  LogicalResult fold(ProgramOp program) {
    for (Operation &op :
         llvm::make_early_inc_range(program.getBody().getOps())) {
      if (isa<VirtualThreadsOp>(op))
        return op.emitOpError("expected a stream, run vta-expand-vthreads");
      if (auto part = dyn_cast<StreamOpInterface>(op))
        fold(part);
    }
    builder.setInsertionPointToEnd(&program.getBody().front());
    for (unsigned module = 0; module < kNumModules; ++module)
      if (!states[module].pending.empty())
        commit(static_cast<Module>(module), program.getLoc());
    return success();
  }

private:
  /// The state of a module.
  struct State {
    InstructionOpInterface last;
    /// Queues that are popped behind the last instruction.
    SmallVector<TokenQueue, 2> pending;
    std::optional<uint64_t> thread;
  };

  void fold(StreamOpInterface op) {
    builder.setInsertionPoint(op);
    State &state = states[unsigned(op.getModule())];
    if (op.getThread())
      state.thread = op.getThread();
    op->removeAttr("address");
    if (auto push = dyn_cast<PushOp>(op.getOperation())) {
      foldPush(push);
      push.erase();
    } else if (auto pop = dyn_cast<PopOp>(op.getOperation())) {
      foldPop(pop);
      pop.erase();
    } else {
      foldInto(cast<InstructionOpInterface>(op.getOperation()));
    }
  }

  void foldPush(PushOp push) {
    State &state = states[unsigned(push.getFrom())];
    if (!state.last || isa<FinishOp>(state.last) || !state.pending.empty() ||
        llvm::is_contained(getPushes(state.last), push.getQueue()))
      commit(push.getFrom(), push.getLoc());
    Dependencies bits = state.last.getDependencies();
    bool isNext = push.getTo() > push.getFrom();
    (isNext ? bits.pushNext : bits.pushPrev) = true;
    state.last.setDependencies(bits);
  }

  void foldPop(PopOp pop) {
    State &state = states[unsigned(pop.getTo())];
    if (llvm::is_contained(state.pending, pop.getQueue()))
      commit(pop.getTo(), pop.getLoc());
    state.pending.push_back(pop.getQueue());
  }

  void foldInto(InstructionOpInterface op) {
    auto module = cast<StreamOpInterface>(op.getOperation()).getModule();
    State &state = states[unsigned(module)];
    auto pops = getPops(op);
    bool isTaken = llvm::any_of(state.pending, [&](TokenQueue queue) {
      return isa<FinishOp>(op) || llvm::is_contained(pops, queue);
    });
    if (isTaken)
      commit(module, op->getLoc());
    take(op, state);
  }

  /// Emits an empty transfer that takes the pending pops.
  void commit(Module module, Location loc) {
    State &state = states[unsigned(module)];
    InstructionOpInterface nop = createNop(builder, loc, module);
    if (state.thread)
      nop->setAttr("thread", builder.getI64IntegerAttr(*state.thread));
    take(nop, state);
  }

  static void take(InstructionOpInterface op, State &state) {
    Dependencies bits = op.getDependencies();
    const auto &queues = queuesOf(
        toRuntime(cast<StreamOpInterface>(op.getOperation()).getModule()));
    for (TokenQueue queue : state.pending)
      (queue == queues.popPrev ? bits.popPrev : bits.popNext) = true;
    op.setDependencies(bits);
    state.pending.clear();
    state.last = op;
  }

  OpBuilder builder;
  std::array<State, kNumModules> states;
};

} // namespace

LogicalResult foldTokens(ProgramOp program) {
  return TokenFolder(program).fold(program);
}

namespace {
struct FoldTokensPass : impl::FoldTokensPassBase<FoldTokensPass> {
  void runOnOperation() override {
    if (failed(foldTokens(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::vta
