#include "transforms/VTA/Analysis/Accesses.h"
#include "transforms/VTA/Analysis/TokenOrder.h"
#include "transforms/VTA/Names.h"
#include "transforms/VTA/Passes.h"
#include "transforms/VTA/Races.h"
#include "transforms/VTA/WrittenElements.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_CHECKPASS
#include "transforms/VTA/Passes.h.inc"

namespace {

class Checker {
public:
  Checker(ProgramOp program, unsigned maxFindings)
      : program(program), maxFindings(maxFindings), names(program),
        order(program) {}

  std::vector<Finding> check() {
    checkBlocked();
    checkLeftTokens();
    collectAccesses();
    checkReads();
    checkRaces();
    return std::move(findings);
  }

private:
  /// Whether there is room for more.
  bool add(Finding finding) {
    if (findings.size() < maxFindings)
      findings.push_back(std::move(finding));
    return findings.size() < maxFindings;
  }

  void checkBlocked() {
    for (const TokenOrder::Blocked &blocked : order.getBlocked())
      add({blocked.op,
           "deadlock: " + names.of(blocked.op) + " waits forever for " +
               (blocked.isFull ? "room in " : "a token of ") +
               Names::ofQueue(blocked.queue),
           {}});
  }

  /// Where modules wait forever, tokens are left for that reason.
  void checkLeftTokens() {
    if (!order.getBlocked().empty())
      return;
    for (const TokenOrder::Token &token : order.getTokens())
      if (!token.pop)
        add({token.push,
             "token left over: nothing takes that of " + names.of(token.push) +
                 " out of " + Names::ofQueue(token.queue),
             {}});
  }

  void collectAccesses() {
    AccessCollector collector(program);
    for (auto op : program.getBody().getOps<InstructionOpInterface>())
      accesses[op] = collector.collect(op);
  }

  /// Reads of what is not written, and accesses outside of a memory.
  void checkReads() {
    AccessCollector collector(program);
    WrittenElements written(collector);
    for (const TokenOrder::Instruction &instruction : order.getExecuted()) {
      for (const Access &access : accesses[instruction.op])
        if (!access.isWrite)
          checkRead(instruction.op, access, written);
      for (const Access &access : accesses[instruction.op])
        if (access.isWrite && isWithin(instruction.op, access, collector))
          written.write(access);
    }
  }

  void checkRead(Operation *op, const Access &access,
                 const WrittenElements &written) {
    if (!isWithin(op, access, written.getCollector()))
      return;
    if (auto range = written.findUnwritten(access))
      add({op,
           names.of(op) + " reads " +
               Names::ofElements(access.memory, range->first, range->second) +
               ", which nothing has written",
           {}});
  }

  bool isWithin(Operation *op, const Access &access,
                const AccessCollector &collector) {
    int64_t size = collector.getSize(access.memory);
    if (access.elements.last() < size)
      return true;
    add({op,
         names.of(op) + " expects elements of " +
             Names::ofElements(access.memory, 0, size - 1) + ", got " +
             std::to_string(access.elements.last()),
         {}});
    return false;
  }

  void checkRaces() {
    RaceFinder finder(order, accesses);
    finder.find(
        [&](const Race &race) { return add(describe(race, order, names)); });
  }

  ProgramOp program;
  unsigned maxFindings;
  Names names;
  TokenOrder order;
  AccessMap accesses;
  std::vector<Finding> findings;
};

} // namespace

std::vector<Finding> checkProgram(ProgramOp program, unsigned maxFindings) {
  return Checker(program, maxFindings).check();
}

static void report(const Finding &finding) {
  InFlightDiagnostic error = emitError(finding.op->getLoc()) << finding.text;
  for (const Finding::Note &note : finding.notes)
    error.attachNote(note.op->getLoc()) << note.text;
}

namespace {
struct CheckPass : impl::CheckPassBase<CheckPass> {
  using CheckPassBase::CheckPassBase;

  void runOnOperation() override {
    auto regions = getOperation().getBody().getOps<VirtualThreadsOp>();
    if (!regions.empty()) {
      (*regions.begin())
          .emitOpError("expected a stream, run vta-expand-vthreads");
      return signalPassFailure();
    }
    std::vector<Finding> findings = checkProgram(getOperation(), maxFindings);
    llvm::for_each(findings, report);
    if (!findings.empty())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::vta
