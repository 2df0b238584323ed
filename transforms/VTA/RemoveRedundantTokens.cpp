// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTATokens.h"
#include "mlir/IR/Builders.h"
#include "transforms/VTA/Analysis/RedundantTokens.h"
#include "transforms/VTA/Passes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_REMOVEREDUNDANTTOKENSPASS
#include "transforms/VTA/Passes.h.inc"

using runtime::vta::kNumTokenQueues;

namespace {

class TokenRemover {
public:
  TokenRemover(ProgramOp program, const RedundantTokens &analysis)
      : program(program), analysis(analysis) {}

  void remove() {
    numberTokens();
    for (auto [i, token] : llvm::enumerate(analysis.getTokens()))
      if (analysis.isRedundant(i)) {
        removeFrom(token.push, token.queue, /*isPush=*/true);
        removeFrom(token.pop, token.queue, /*isPush=*/false);
      }
    numberOperations();
    llvm::SmallSetVector<Attribute, 8> certificates;
    for (size_t i = 0; i < analysis.getTokens().size(); ++i)
      if (analysis.isRedundant(i))
        addCertificates(i, certificates);
    for (Operation *op : erased)
      op->erase();
    program->setAttr(
        kRemovedTokens,
        ArrayAttr::get(program.getContext(), certificates.getArrayRef()));
  }

private:
  using Token = TokenOrder::Token;

  /// Numbers the remaining tokens in their queues.
  void numberTokens() {
    std::array<int64_t, kNumTokenQueues> counts = {};
    for (auto [i, token] : llvm::enumerate(analysis.getTokens()))
      numbers.push_back(
          analysis.isRedundant(i) ? -1 : counts[unsigned(token.queue)]++);
  }

  /// Removes a token from `op`, and `op` itself if it only carried tokens and
  /// has none left.
  void removeFrom(Operation *op, TokenQueue queue, bool isPush) {
    auto instruction = dyn_cast<InstructionOpInterface>(op);
    if (instruction)
      clearBit(instruction, queue, isPush);
    if (RedundantTokens::isCarrier(op) &&
        !(instruction && hasTokens(instruction)))
      erased.insert(op);
  }

  void numberOperations() {
    for (auto op : program.getBody().getOps<StreamOpInterface>()) {
      op->removeAttr("address");
      if (!erased.contains(op))
        operations.insert({op, int64_t(operations.size())});
    }
  }

  void addCertificates(unsigned token,
                       llvm::SmallSetVector<Attribute, 8> &certificates) {
    MLIRContext *context = program.getContext();
    auto pairs = analysis.getPairs(token);
    for (const RedundantTokens::OrderedPair *pair : pairs)
      certificates.insert(RemovedTokenAttr::get(
          context, pair->from, pair->to, operations.lookup(pair->before),
          operations.lookup(pair->after), createPath(pair->path)));
    auto [from, to] = getEnds(analysis.getTokens()[token].queue);
    if (pairs.empty())
      certificates.insert(RemovedTokenAttr::get(context, from, to, -1, -1, {}));
  }

  SmallVector<TokenAttr> createPath(ArrayRef<unsigned> tokens) {
    return llvm::map_to_vector(tokens, [&](unsigned token) {
      auto [from, to] = getEnds(analysis.getTokens()[token].queue);
      return TokenAttr::get(program.getContext(), from, to, numbers[token]);
    });
  }

  static void clearBit(InstructionOpInterface instruction, TokenQueue queue,
                       bool isPush) {
    auto module = cast<StreamOpInterface>(*instruction).getModule();
    auto [from, to] = getEnds(queue);
    runtime::vta::Dependencies bits = instruction.getDependencies();
    bool isNext = (isPush ? to : from) > module;
    if (isPush)
      (isNext ? bits.pushNext : bits.pushPrev) = false;
    else
      (isNext ? bits.popNext : bits.popPrev) = false;
    instruction.setDependencies(bits);
  }

  ProgramOp program;
  const RedundantTokens &analysis;
  std::vector<int64_t> numbers;
  llvm::SmallSetVector<Operation *, 8> erased;
  /// The positions of the remaining operations.
  llvm::DenseMap<Operation *, int64_t> operations;
};

} // namespace

LogicalResult removeRedundantTokens(ProgramOp program) {
  for (auto threads : program.getBody().getOps<VirtualThreadsOp>())
    return threads.emitOpError("expected a stream, run vta-expand-vthreads");
  if (program->hasAttr(kRemovedTokens))
    return program.emitOpError()
           << "expected no " << kRemovedTokens << ", which are of this program";
  RedundantTokens analysis(program);
  if (!analysis.isComplete())
    return program.emitOpError("expected a program without deadlock");
  TokenRemover(program, analysis).remove();
  return success();
}

namespace {
struct RemoveRedundantTokensPass
    : impl::RemoveRedundantTokensPassBase<RemoveRedundantTokensPass> {
  void runOnOperation() override {
    if (failed(removeRedundantTokens(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::vta
