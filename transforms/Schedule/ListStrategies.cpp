// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "transforms/Schedule/Rules/Tiling/Nests.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Strategy/NestLists.h"
#include "transforms/Schedule/Strategy/Roles.h"
#include "transforms/Schedule/Strategy/ScheduleRule.h"
#include "transforms/Schedule/Strategy/Search.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <mutex>

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LISTSTRATEGIESPASS
#include "transforms/Schedule/Passes.h.inc"

namespace {
using Scope = ScheduleRule::Scope;

/// The options of the pass.
struct ListOptions {
  unsigned best, random;
  uint64_t seed;
};

/// Prints the strategies for the blocks of one kernel.
class Lister {
public:
  Lister(ScheduleBuilder &schedule, const MachineModel &machine,
         const ListOptions &options, raw_ostream &os)
      : schedule(schedule), machine(machine), options(options), os(os) {}

  void listKernel();

private:
  void listBlock(const NestList *list, const BlockAccesses &before);
  void listRule(const ScheduleRule *rule, const Candidate &candidate);
  void printParameters(const ParameterSpace &space);
  void addPreferred(StrategySpace &space, const BlockAccesses &before);
  void addBest(StrategySpace &space, const BlockAccesses &before);
  void addRandom(StrategySpace &space, const BlockAccesses &before);
  void addStrategy(StringRef title, double cycles, Strategy strategy);
  /// `strategy` without parameters that change nothing. Replaces the operations
  /// of the kernel, which spaces read.
  Strategy getEffective(const BlockAccesses &before, Strategy strategy);
  /// The current form of the block: rules that try steps replace operations.
  BlockAccesses getAccesses(const BlockAccesses &before) {
    return before.of(schedule.getBlock(before.name));
  }

  ScheduleBuilder &schedule;
  const MachineModel &machine;
  ListOptions options;
  raw_ostream &os;
  /// The lines of one rule, each with the strategy that follows it, or null.
  SmallVector<std::pair<std::string, Strategy>> lines;
};
} // namespace

void Lister::printParameters(const ParameterSpace &space) {
  for (const ParameterGroup &group : space.getGroups())
    for (const Parameter &parameter : group.getParameters()) {
      if (parameter.values.size() == 1)
        continue;
      os << "      " << parameter.name << ":";
      for (auto [index, value] : llvm::enumerate(parameter.values)) {
        bool isDefault = value == parameter.defaultValue;
        os << (isDefault ? " [" : " ") << parameter.getText(index)
           << (isDefault ? "]" : "");
      }
      os << "\n";
    }
}

void Lister::addStrategy(StringRef title, double cycles, Strategy strategy) {
  std::string text = (title + " ").str();
  if (std::isfinite(cycles))
    text += llvm::formatv("{0:F0} cycles", cycles).str();
  else
    text += "strategy";
  text += ": ";
  lines.push_back({strategy ? text : text + "cannot be chosen", strategy});
}

void Lister::addPreferred(StrategySpace &space, const BlockAccesses &before) {
  SmallVector<Strategy> preferred = space.getPreferred();
  if (preferred.empty()) {
    lines.push_back({"preferred: none, other rules are", Strategy()});
    return;
  }
  Strategy strategy = preferred.front();
  addStrategy("preferred",
              estimateStrategy(getAccesses(before), strategy, machine),
              strategy);
}

void Lister::addBest(StrategySpace &space, const BlockAccesses &before) {
  SmallVector<EstimatedPoint> points =
      findCheapest(space.getParameters(), [&](ArrayRef<int64_t> point) {
        return space.estimate(point, getAccesses(before), machine);
      });
  lines.push_back({llvm::formatv("looked at {0}", points.size()), Strategy()});
  for (const EstimatedPoint &point : ArrayRef(points).take_front(options.best))
    addStrategy("best", point.cycles, space.build(point.point));
}

void Lister::addRandom(StrategySpace &space, const BlockAccesses &before) {
  ParameterSpace::Random random(options.seed);
  for (unsigned i = 0; i < options.random; ++i) {
    Point point = space.getParameters().sample(random);
    double cycles = space.estimate(point, getAccesses(before), machine);
    addStrategy("random", cycles, space.build(point));
  }
}

Strategy Lister::getEffective(const BlockAccesses &before, Strategy strategy) {
  Strategy effective = strategy;
  schedule.explore([&] {
    if (succeeded(applyStrategy(schedule, getAccesses(before), strategy)))
      effective = dropIdle(schedule, strategy,
                           [](StringRef, const Twine &, const Twine &) {});
  });
  return effective;
}

void Lister::listRule(const ScheduleRule *rule, const Candidate &candidate) {
  BlockAccesses before = candidate.accesses;
  std::unique_ptr<StrategySpace> space = rule->match(candidate);
  if (!space)
    return;
  os << "    rule " << rule->getName() << ": "
     << space->getParameters().countPoints() << " strategies\n";
  printParameters(space->getParameters());
  lines.clear();
  if (rule->isOnlyMeasured()) {
    lines.push_back({"preferred: none, only measurements choose it", {}});
  } else {
    addPreferred(*space, before);
    addBest(*space, before);
  }
  addRandom(*space, before);
  space.reset();
  for (const auto &[text, strategy] : lines) {
    os << "      " << text;
    if (strategy)
      os << getEffective(before, strategy);
    os << "\n";
  }
}

void Lister::listBlock(const NestList *list, const BlockAccesses &before) {
  os << "  block '" << before.name.getValue() << "'\n";
  if (isEmpty(schedule.getBlock(before.name)))
    return; // the block needs no strategy
  for (const ScheduleRule *rule : getScheduleRules()) {
    bool isRest = rule->getScope() == Scope::Rest;
    if (isRest || list)
      listRule(rule, Candidate{schedule, getAccesses(before),
                               isRest ? nullptr : list, machine});
  }
}

void Lister::listKernel() {
  os << "kernel '" << schedule.getKernel().getName() << "'\n";
  SmallVector<StringAttr> listed;
  for (const NestList &list : getNestLists(schedule.getKernel()))
    for (const BlockAccesses &before : list.getAccesses()) {
      listBlock(&list, before);
      listed.push_back(before.name);
    }
  SmallVector<StringAttr> rest;
  schedule.getKernel().walk([&](te::BlockOp block) {
    if (!llvm::is_contained(listed, block.getNameAttr()))
      rest.push_back(block.getNameAttr());
  });
  for (StringAttr name : rest)
    listBlock(/*list=*/nullptr, BlockAccesses(schedule.getBlock(name)));
}

namespace {
struct ListStrategiesPass : impl::ListStrategiesPassBase<ListStrategiesPass> {
  using ListStrategiesPassBase::ListStrategiesPassBase;

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream os(text);
    WalkResult result = getOperation().walk<WalkOrder::PreOrder>(
        [&](ModuleOp module) -> WalkResult {
          // The functions beside modules of kernels launch these.
          if (!module.getOps<ModuleOp>().empty())
            return WalkResult::advance();
          return listModule(module, os);
        });
    if (result.wasInterrupted())
      return signalPassFailure();
    // Several threads list kernels; each kernel is printed as a whole.
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    llvm::outs() << text;
    markAllAnalysesPreserved();
  }

  /// Prints the kernels of `module`.
  LogicalResult listModule(ModuleOp module, raw_ostream &os) {
    auto cpu = target::CPU::get(module);
    if (failed(cpu))
      return failure();
    MachineModel machine(*cpu);
    OwningOpRef<ModuleOp> copy(module.clone());
    if (findScript(*copy))
      removeScript(*copy);
    transform::NamedSequenceOp script = createScript(*copy);
    for (auto kernel : llvm::to_vector(copy->getOps<func::FuncOp>())) {
      if (kernel.isExternal())
        continue;
      prepareKernel(kernel);
      ScheduleBuilder schedule(kernel, script, /*isOneOfMany=*/true);
      Lister(schedule, machine, {best, random, seed}, os).listKernel();
    }
    return success();
  }
};
} // namespace

} // namespace tvm::schedule
