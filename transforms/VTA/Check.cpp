// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Analysis/Accesses.h"
#include "transforms/VTA/Analysis/AccumulatorHazard.h"
#include "transforms/VTA/Analysis/TokenOrder.h"
#include "transforms/VTA/Names.h"
#include "transforms/VTA/Passes.h"
#include "transforms/VTA/Races.h"
#include "transforms/VTA/WrittenElements.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_CHECKPASS
#include "transforms/VTA/Passes.h.inc"

namespace rt = runtime::vta;

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
  /// Adds a finding. Returns whether there is room for more.
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
           describeStuck()});
  }

  std::vector<Finding::Note> describeStuck() const {
    Operation *stuck = order.getStuck();
    if (!stuck)
      return {};
    StringRef module =
        Names::ofModule(cast<StreamOpInterface>(stuck).getModule());
    return {
        {stuck, ("the command queue of " + module + " is full: nothing from " +
                 names.of(stuck) + " on comes to its module")
                    .str()}};
  }

  /// Reports tokens that are left over, unless modules wait forever, which
  /// explains them.
  void checkLeftTokens() {
    if (!order.getBlocked().empty())
      return;
    for (const TokenOrder::Token &token : order.getTokens())
      if (!token.pop)
        add({token.push,
             "token left over: nothing takes the token of " +
                 names.of(token.push) + " out of " +
                 Names::ofQueue(token.queue),
             {}});
  }

  void collectAccesses() {
    AccessCollector collector(program);
    for (auto op : program.getBody().getOps<InstructionOpInterface>()) {
      accesses[op] = collector.collect(op);
      if (auto hardware = dyn_cast<HardwareOpInterface>(op.getOperation()))
        checkLatency(hardware, collector);
    }
  }

  /// Reports reads of the accumulator before it is written, within one
  /// instruction.
  void checkLatency(HardwareOpInterface op, const AccessCollector &collector) {
    rt::Instruction instruction = op.getInstruction();
    for (AccumulatorReads reads : getAccumulatorReads(instruction))
      checkLatency(op, *getLoops(instruction), collector, reads);
  }

  void checkLatency(Operation *op, const rt::Loops &loops,
                    const AccessCollector &collector, AccumulatorReads reads) {
    unsigned latency = program.getConfiguration().accWriteLatency;
    auto hazard = findAccumulatorHazard(loops, collector.getMicroOps(loops),
                                        reads, latency);
    if (hazard)
      add({op,
           names.of(op) + " reads acc[" + std::to_string(hazard->element) +
               "] " + std::to_string(hazard->distance) +
               " micro-ops behind its write, expected " +
               std::to_string(latency) + " or more",
           {}});
  }

  /// Reports reads of unwritten elements, and accesses outside of a memory.
  void checkReads() {
    AccessCollector collector(program);
    WrittenElements written(collector);
    for (const TokenOrder::Instruction &instruction : order.getExecuted()) {
      SmallVector<Access> within =
          checkBounds(instruction.op, accesses[instruction.op], collector);
      checkReads(instruction.op, within, written);
    }
  }

  /// Returns the accesses within their memory, and reports one finding per
  /// memory for the others.
  SmallVector<Access> checkBounds(Operation *op, ArrayRef<Access> all,
                                  const AccessCollector &collector) {
    SmallVector<Access> within;
    llvm::SmallDenseSet<Attribute, 2> reported;
    for (const Access &access : all) {
      int64_t size = collector.getSize(access.memory);
      int64_t last = access.elements.last();
      if (last < size)
        within.push_back(access);
      else if (reported.insert(access.memory).second)
        add({op,
             names.of(op) + " expects elements of " +
                 Names::ofElements(access.memory, 0, size - 1) + ", got " +
                 std::to_string(last),
             {}});
    }
    return within;
  }

  /// Reports reads of unwritten elements, one finding per memory.
  void checkReads(Operation *op, ArrayRef<Access> within,
                  WrittenElements &written) {
    llvm::SmallMapVector<Attribute, WrittenElements::Range, 2> missing;
    for (const Access &access : within)
      if (!access.isWrite)
        if (auto range = written.findUnwritten(access)) {
          auto &all = missing.insert({access.memory, *range}).first->second;
          all = {std::min(all.first, range->first),
                 std::max(all.second, range->second)};
        }
    for (auto [memory, range] : missing)
      add({op,
           names.of(op) + " reads " +
               Names::ofElements(memory, range.first, range.second) +
               ", which nothing has written",
           {}});
    for (const Access &access : within)
      if (access.isWrite)
        written.write(access);
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

LogicalResult verifyBehaviour(ProgramOp program, unsigned maxFindings) {
  for (auto threads : program.getBody().getOps<VirtualThreadsOp>())
    return threads.emitOpError("expected a stream, run vta-expand-vthreads");
  std::vector<Finding> findings = checkProgram(program, maxFindings);
  llvm::for_each(findings, report);
  return success(findings.empty());
}

namespace {
struct CheckPass : impl::CheckPassBase<CheckPass> {
  using CheckPassBase::CheckPassBase;

  void runOnOperation() override {
    if (failed(verifyBehaviour(getOperation(), maxFindings)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace tvm::vta
