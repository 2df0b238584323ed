// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTATokens.h"
#include "transforms/VTA/Passes.h"

#include <map>

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_VERIFYREMOVEDTOKENSPASS
#include "transforms/VTA/Passes.h.inc"

namespace {

/// A checker that uses only the places where tokens are given and taken, and is
/// independent of the search for redundant tokens.
class CertificateChecker {
public:
  explicit CertificateChecker(ProgramOp program) : program(program) {
    int64_t number = 0;
    for (auto op : program.getBody().getOps<StreamOpInterface>())
      add(op, number++);
  }

  LogicalResult check(RemovedTokenAttr removed) {
    certificate = removed;
    if (removed.getPath().empty())
      return removed.getPush() < 0
                 ? success()
                 : refuse() << "expected tokens that order the same";
    Module at = removed.getFrom();
    int64_t position = removed.getPush();
    for (TokenAttr token : removed.getPath()) {
      if (token.getFrom() != at)
        return refuse() << "expected a token of " << stringifyModule(at)
                        << ", got " << token;
      const Ends &all = ends[{token.getFrom(), token.getTo()}];
      size_t index = token.getIndex();
      if (index >= all.pushes.size() || index >= all.pops.size())
        return refuse() << token << " is not given or not taken";
      if (all.pushes[index] < position)
        return refuse() << token << " is given by operation "
                        << all.pushes[index] << ", expected one from "
                        << position << " on";
      at = token.getTo();
      position = all.pops[index];
    }
    if (at != removed.getTo() || position > removed.getPop())
      return refuse() << "the last token comes to operation " << position
                      << " of " << stringifyModule(at) << ", expected "
                      << stringifyModule(removed.getTo()) << " until "
                      << removed.getPop();
    return success();
  }

private:
  /// The operations that give and take a queue's tokens, in order.
  struct Ends {
    SmallVector<int64_t> pushes, pops;
  };

  void add(StreamOpInterface op, int64_t number) {
    if (auto push = dyn_cast<PushOp>(op.getOperation())) {
      ends[{push.getFrom(), push.getTo()}].pushes.push_back(number);
    } else if (auto pop = dyn_cast<PopOp>(op.getOperation())) {
      ends[{pop.getFrom(), pop.getTo()}].pops.push_back(number);
    } else {
      auto bits =
          cast<InstructionOpInterface>(op.getOperation()).getDependencies();
      auto neighbour = [&](int step) {
        return static_cast<Module>(int(op.getModule()) + step);
      };
      auto addBit = [&](bool isSet, int step, bool isPush) {
        if (!isSet)
          return;
        if (isPush)
          ends[{op.getModule(), neighbour(step)}].pushes.push_back(number);
        else
          ends[{neighbour(step), op.getModule()}].pops.push_back(number);
      };
      addBit(bits.popPrev, -1, /*isPush=*/false);
      addBit(bits.popNext, 1, /*isPush=*/false);
      addBit(bits.pushPrev, -1, /*isPush=*/true);
      addBit(bits.pushNext, 1, /*isPush=*/true);
    }
  }

  InFlightDiagnostic refuse() {
    return program.emitOpError() << certificate << ": ";
  }

  ProgramOp program;
  RemovedTokenAttr certificate;
  std::map<std::pair<Module, Module>, Ends> ends;
};

} // namespace

LogicalResult verifyRemovedTokens(ProgramOp program) {
  CertificateChecker checker(program);
  auto all = program->getAttrOfType<ArrayAttr>(kRemovedTokens);
  if (!all)
    return success();
  for (auto removed : all.getAsRange<RemovedTokenAttr>())
    if (failed(checker.check(removed)))
      return failure();
  return success();
}

namespace {
struct VerifyRemovedTokensPass
    : impl::VerifyRemovedTokensPassBase<VerifyRemovedTokensPass> {
  void runOnOperation() override {
    if (failed(verifyRemovedTokens(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::vta
