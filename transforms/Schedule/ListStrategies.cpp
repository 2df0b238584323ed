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
  void printPreferred(StrategySpace &space, const BlockAccesses &before);
  void printBest(StrategySpace &space, const BlockAccesses &before);
  void printRandom(StrategySpace &space, const BlockAccesses &before);
  void printStrategy(StringRef title, double cycles, Strategy strategy);
  /// The current form of the block: rules that try steps replace operations.
  BlockAccesses getAccesses(const BlockAccesses &before) {
    return before.of(schedule.getBlock(before.name));
  }

  ScheduleBuilder &schedule;
  const MachineModel &machine;
  ListOptions options;
  raw_ostream &os;
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

void Lister::printStrategy(StringRef title, double cycles, Strategy strategy) {
  os << "      " << title << " " << llvm::formatv("{0:F0}", cycles)
     << " cycles: ";
  if (strategy)
    os << strategy << "\n";
  else
    os << "cannot be chosen\n";
}

void Lister::printPreferred(StrategySpace &space, const BlockAccesses &before) {
  SmallVector<Strategy> preferred = space.getPreferred();
  if (preferred.empty()) {
    os << "      preferred: none, other rules are\n";
    return;
  }
  Strategy strategy = preferred.front();
  printStrategy("preferred",
                estimateStrategy(getAccesses(before), strategy, machine),
                strategy);
}

void Lister::printBest(StrategySpace &space, const BlockAccesses &before) {
  SmallVector<EstimatedPoint> points =
      findCheapest(space.getParameters(), [&](ArrayRef<int64_t> point) {
        return space.estimate(point, getAccesses(before), machine);
      });
  os << "      looked at " << points.size() << "\n";
  for (const EstimatedPoint &point : ArrayRef(points).take_front(options.best))
    printStrategy("best", point.cycles, space.build(point.point));
}

void Lister::printRandom(StrategySpace &space, const BlockAccesses &before) {
  ParameterSpace::Random random(options.seed);
  for (unsigned i = 0; i < options.random; ++i) {
    Point point = space.getParameters().sample(random);
    double cycles = space.estimate(point, getAccesses(before), machine);
    printStrategy("random", cycles, space.build(point));
  }
}

void Lister::listRule(const ScheduleRule *rule, const Candidate &candidate) {
  BlockAccesses before = candidate.accesses;
  std::unique_ptr<StrategySpace> space = rule->match(candidate);
  if (!space)
    return;
  os << "    rule " << rule->getName() << ": "
     << space->getParameters().countPoints() << " strategies\n";
  printParameters(space->getParameters());
  printPreferred(*space, before);
  printBest(*space, before);
  printRandom(*space, before);
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
