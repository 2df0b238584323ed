// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTATokens.h"
#include "mlir/IR/Builders.h"
#include "transforms/VTA/Analysis/AccessHistory.h"
#include "transforms/VTA/Analysis/TokenOrder.h"
#include "transforms/VTA/Passes.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_INSERTTOKENSPASS
#include "transforms/VTA/Passes.h.inc"

using runtime::vta::kNumModules;

namespace {

/// Visitor of a stream that tracks, for each module, the instructions known to
/// have finished.
class TokenInserter {
public:
  explicit TokenInserter(ProgramOp program)
      : collector(program), builder(program.getContext()) {}

  void insert(InstructionOpInterface op) {
    auto module = cast<StreamOpInterface>(op.getOperation()).getModule();
    SmallVector<Access> accesses = collector.collect(op);
    for (Module other : getOthers(module))
      if (auto last = findConflict(op, module, other, accesses))
        order(instructions[unsigned(other)][*last], op, module);
    auto &mine = instructions[unsigned(module)];
    Clock &clock = clocks[unsigned(module)];
    mine.push_back({op, module, unsigned(mine.size()), clock});
    history.add(module, mine.size() - 1, accesses);
    clock[unsigned(module)] = mine.size();
  }

private:
  /// Returns the other modules, compute first: an order through compute orders
  /// compute as well.
  static std::array<Module, 2> getOthers(Module module) {
    if (module == Module::Compute)
      return {Module::Load, Module::Store};
    return {module == Module::Load ? Module::Store : Module::Load,
            Module::Compute};
  }

  /// The last instruction of `other` that conflicts and is not known to have
  /// finished.
  std::optional<unsigned> findConflict(InstructionOpInterface op, Module module,
                                       Module other,
                                       ArrayRef<Access> accesses) {
    unsigned known = clocks[unsigned(module)][unsigned(other)];
    size_t count = instructions[unsigned(other)].size();
    if (isa<FinishOp>(op))
      return known < count ? std::optional<unsigned>(count - 1) : std::nullopt;
    return history.findConflict(other, known, count, accesses);
  }

  /// Makes `op` start when `before` has finished.
  void order(const TokenOrder::Instruction &before, InstructionOpInterface op,
             Module module) {
    Module from = before.module;
    builder.setInsertionPoint(op);
    if (from != Module::Compute && module != Module::Compute) {
      if (clocks[unsigned(Module::Compute)][unsigned(from)] <= before.index)
        order(before, op, Module::Compute);
      builder.setInsertionPoint(op);
      createToken<PushOp>(op, Module::Compute, module);
      createToken<PopOp>(op, Module::Compute, module);
      return join(clocks[unsigned(module)], clocks[unsigned(Module::Compute)]);
    }
    createToken<PopOp>(op, from, module);
    builder.setInsertionPointAfter(before.op);
    createToken<PushOp>(before.op, from, module);
    Clock finished = before.finished;
    finished[unsigned(from)] = before.index + 1;
    join(clocks[unsigned(module)], finished);
  }

  template <typename TokenOp>
  void createToken(Operation *at, Module from, Module to) {
    TokenOp::create(builder, at->getLoc(), from, to,
                    at->getAttrOfType<IntegerAttr>("thread"), IntegerAttr());
  }

  AccessCollector collector;
  OpBuilder builder;
  std::array<std::vector<TokenOrder::Instruction>, kNumModules> instructions;
  std::array<Clock, kNumModules> clocks = {};
  AccessHistory history;
};

} // namespace

static LogicalResult verifyNoTokens(ProgramOp program) {
  for (Operation &op : program.getBody().getOps()) {
    if (isa<VirtualThreadsOp>(op))
      return op.emitOpError("expected a stream, run vta-expand-vthreads");
    auto instruction = dyn_cast<InstructionOpInterface>(op);
    if (isa<PushOp, PopOp>(op) || (instruction && hasTokens(instruction)))
      return op.emitOpError("expected a program without tokens");
  }
  return success();
}

LogicalResult insertTokens(ProgramOp program) {
  if (failed(verifyNoTokens(program)))
    return failure();
  auto instructions =
      llvm::to_vector(program.getBody().getOps<InstructionOpInterface>());
  TokenInserter inserter(program);
  for (InstructionOpInterface op : instructions) {
    op->removeAttr("address");
    inserter.insert(op);
  }
  return success();
}

namespace {
struct InsertTokensPass : impl::InsertTokensPassBase<InsertTokensPass> {
  void runOnOperation() override {
    if (failed(insertTokens(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::vta
