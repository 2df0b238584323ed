// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAInstructions.h"
#include "mlir/IR/Builders.h"
#include "runtime/vta/isa/Encoding.h"
#include "transforms/VTA/Analysis/Accesses.h"
#include "transforms/VTA/Analysis/AccumulatorHazard.h"
#include "transforms/VTA/Analysis/MicroOpNest.h"
#include "transforms/VTA/Passes.h"
#include "transforms/VTA/UnusedMicroOps.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_FOLDMICROOPSPASS
#include "transforms/VTA/Passes.h.inc"

namespace rt = runtime::vta;

namespace {

/// A GEMM or ALU instruction with its micro-ops in loops.
struct Work {
  HardwareOpInterface op;
  MicroOpNest nest;
};

class MicroOpFolder {
public:
  explicit MicroOpFolder(ProgramOp program)
      : program(program), encoding(program.getConfiguration()),
        latency(program.getConfiguration().accWriteLatency) {}

  void fold() {
    collectRuns();
    for (std::vector<Work> &run : runs) {
      for (Work &work : run)
        foldAlone(work);
      while (joinOnce(run))
        ;
    }
  }

private:
  /// Collects consecutive compute instructions with the same operation and no
  /// token between them.
  void collectRuns() {
    AccessCollector collector(program);
    Operation *last = nullptr;
    for (auto op : program.getBody().getOps<StreamOpInterface>()) {
      if (auto instruction =
              dyn_cast<InstructionOpInterface>(op.getOperation()))
        collector.collect(instruction);
      if (op.getModule() != Module::Compute)
        continue;
      std::optional<Work> work = createWork(op, collector);
      if (work && !(last && isContinued(last, op)))
        runs.emplace_back();
      if (work)
        runs.back().push_back(std::move(*work));
      last = work ? op.getOperation() : nullptr;
    }
  }

  /// Returns the work of an instruction whose micro-ops are all known.
  static std::optional<Work> createWork(Operation *op,
                                        const AccessCollector &collector) {
    auto hardware = dyn_cast<HardwareOpInterface>(op);
    if (!hardware)
      return std::nullopt;
    rt::Instruction instruction = hardware.getInstruction();
    const rt::Loops *loops = getLoops(instruction);
    if (!loops || loops->iterOut == 0 || loops->iterIn == 0)
      return std::nullopt;
    std::vector<rt::MicroOp> microOps = collector.getMicroOps(*loops);
    if (microOps.empty())
      return std::nullopt;
    return Work{hardware, MicroOpNest(instruction, microOps)};
  }

  static bool isContinued(Operation *before, Operation *after) {
    auto bits = cast<InstructionOpInterface>(before).getDependencies();
    auto next = cast<InstructionOpInterface>(after).getDependencies();
    if (bits.pushPrev || bits.pushNext || next.popPrev || next.popNext ||
        before->getName() != after->getName())
      return false;
    if (auto gemm = dyn_cast<GemmOp>(before))
      return gemm.getReset() == cast<GemmOp>(after).getReset();
    auto alu = cast<AluOp>(before), other = cast<AluOp>(after);
    return alu.getOpcode() == other.getOpcode() &&
           alu.getUseImm() == other.getUseImm() &&
           alu.getImm() == other.getImm();
  }

  void foldAlone(Work &work) {
    MicroOpNest folded = work.nest;
    folded.fold();
    if (folded.getMicroOps().size() < work.nest.getMicroOps().size() &&
        write(work.op, folded, work.op.getDependencies()))
      work.nest = std::move(folded);
  }

  /// Replaces the leading instructions of `run` that are iterations of one loop
  /// by a single instruction.
  bool joinOnce(std::vector<Work> &run) {
    for (size_t i = 0; i + 1 < run.size(); ++i) {
      std::vector<MicroOpNest> rest;
      for (const Work &work : ArrayRef(run).drop_front(i))
        rest.push_back(work.nest);
      for (size_t count = MicroOpNest::countSteps(rest); count > 1; --count)
        if (join(run, i, count))
          return true;
    }
    return false;
  }

  bool join(std::vector<Work> &run, size_t first, size_t count) {
    Work joined = run[first];
    joined.nest.repeat(count, run[first + 1].nest);
    rt::Dependencies bits = joined.op.getDependencies();
    rt::Dependencies last = run[first + count - 1].op.getDependencies();
    bits.pushPrev = last.pushPrev;
    bits.pushNext = last.pushNext;
    if (joined.nest.getLoops().size() > 2 ||
        !write(joined.op, joined.nest, bits))
      return false;
    for (size_t i = first + 1; i < first + count; ++i)
      run[i].op->erase();
    run.erase(run.begin() + first + 1, run.begin() + first + count);
    run[first] = std::move(joined);
    return true;
  }

  /// Returns false if the nest is not a legal instruction, or reads an
  /// accumulator too early.
  bool write(HardwareOpInterface &op, const MicroOpNest &nest,
             rt::Dependencies bits) {
    rt::Instruction instruction = op.getInstruction();
    nest.apply(instruction);
    instruction.dependencies = bits;
    rt::Word word;
    if (encoding.encode(instruction, word).failed() ||
        findAccumulatorHazard(instruction, nest.getMicroOps(), latency))
      return false;
    OpBuilder builder(op);
    Operation *replaced = createInstruction(builder, op.getLoc(), instruction,
                                            FlatSymbolRefAttr());
    if (Attribute thread = op->getAttr("thread"))
      replaced->setAttr("thread", thread);
    op->erase();
    op = cast<HardwareOpInterface>(replaced);
    return true;
  }

  ProgramOp program;
  rt::Encoding encoding;
  unsigned latency;
  std::vector<std::vector<Work>> runs;
};

} // namespace

void foldMicroOps(ProgramOp program) {
  MicroOpFolder(program).fold();
  removeUnusedMicroOps(program);
  for (auto op : program.getBody().getOps<StreamOpInterface>())
    op->removeAttr("address");
}

namespace {
struct FoldMicroOpsPass : impl::FoldMicroOpsPassBase<FoldMicroOpsPass> {
  void runOnOperation() override { foldMicroOps(getOperation()); }
};
} // namespace

} // namespace tvm::vta
