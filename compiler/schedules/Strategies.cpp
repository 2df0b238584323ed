// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/schedules/Strategies.h"

#include "compiler/schedules/Schedules.h"
#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Target/CPU.h"
#include "tuner/space/Planning.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;

namespace tvm::compiler {

//===-- writing -----------------------------------------------------------===//

void StrategyWriter::runBeforePass(Pass *pass, Operation *op) {
  ModuleOp kernel = getScheduledBy(pass, op);
  if (!kernel)
    return;
  Attribute strategies =
      getKernel(kernel)->getAttr(schedule::kStrategyAttrName);
  if (!strategies)
    return;
  OwningOpRef<ModuleOp> copy = copyWithMachine(kernel);
  schedule::removeScript(*copy); // and the strategies
  getKernel(*copy)->setAttr(schedule::kStrategyAttrName, strategies);
  write(*copy, ".mlir");
}

//===-- reading -----------------------------------------------------------===//

InFlightDiagnostic Strategies::reportAt(StringRef path) const {
  return emitError(FileLineColLoc::get(context, path, 0, 0));
}

LogicalResult Strategies::add(func::FuncOp kernel, Attribute strategies) {
  Given given{strategies, kernel.getLoc(), getPathNumber(),
              kernel.getName().str()};
  auto [entry, isNew] = kernels.try_emplace(getCanonicalHash(kernel), given);
  if (isNew || entry->second.strategies == strategies)
    return success();
  InFlightDiagnostic error = kernel.emitError(
      "expected one strategy for a kernel, got another one for the same loops");
  error.attachNote(entry->second.place) << "this one";
  return error;
}

LogicalResult Strategies::readFile(StringRef path) {
  OwningOpRef<ModuleOp> file = parseSchedules(path, context, "strategies");
  if (!file)
    return failure();
  bool isEmpty = true;
  WalkResult result = file->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->hasAttr(kOperatorsAttrName) && isa<ModuleOp>(op)) {
      isEmpty = false;
      return failed(operators.read(cast<ModuleOp>(op), getPathNumber()))
                 ? WalkResult::interrupt()
                 : WalkResult::skip();
    }
    auto kernel = dyn_cast<func::FuncOp>(op);
    if (!kernel || !kernel->hasAttr(schedule::kStrategyAttrName))
      return WalkResult::advance();
    isEmpty = false;
    return WalkResult(
        add(kernel, kernel->getAttr(schedule::kStrategyAttrName)));
  });
  if (result.wasInterrupted())
    return failure();
  if (isEmpty)
    return reportAt(path) << "expected a kernel with the attribute '"
                          << schedule::kStrategyAttrName
                          << "' or a module with '" << kOperatorsAttrName
                          << "'; --dump-strategies=FOLDER writes such files";
  return success();
}

LogicalResult Strategies::readPath(StringRef path) {
  if (!llvm::sys::fs::is_directory(path))
    return readFile(path);
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator entry(path, code), end;
       entry != end && !code; entry.increment(code))
    if (StringRef(entry->path()).ends_with(".mlir"))
      files.push_back(entry->path());
  if (code)
    return reportAt(path) << "cannot read the folder: " << code.message();
  if (files.empty())
    return reportAt(path) << "expected files *.mlir in the folder";
  llvm::sort(files); // for a fixed order of messages
  for (const std::string &file : files)
    if (failed(readFile(file)))
      return failure();
  return success();
}

LogicalResult Strategies::read(ArrayRef<std::string> all) {
  for (const std::string &path : all) {
    paths.push_back(path);
    if (failed(readPath(path)))
      return failure();
  }
  return success();
}

LogicalResult Strategies::giveOperators(ModuleOp model, StringRef level) {
  if (operators.empty())
    return success();
  if (level == "import")
    return operators.give(model);
  if (level == "graph")
    return operators.giveFusions(model);
  model.emitWarning("the decisions on operators in --strategies are left out: "
                    "expected a dump of level 'import' or 'graph', got '")
      << level << "'";
  return success();
}

LogicalResult Strategies::record(ModuleOp model) const {
  if (kernels.empty())
    return success();
  auto recorded = getRecords(model, kStrategiesAttrName);
  if (failed(recorded))
    return failure();
  NamedAttrList all(*recorded);
  for (const auto &entry : kernels)
    all.set(entry.first(), entry.second.strategies);
  model->setAttr(kStrategiesAttrName, all.getDictionary(context));
  return success();
}

std::vector<Strategies::Use> Strategies::countUse(ModuleOp model) const {
  llvm::StringSet<> known;
  for (auto module : model.getOps<ModuleOp>())
    if (func::FuncOp kernel = getKernel(module))
      known.insert(getCanonicalHash(kernel));
  std::vector<Use> uses(paths.size());
  for (const auto &entry : kernels) {
    Use &use = uses[entry.second.path];
    ++use.kernels;
    if (!known.contains(entry.first()))
      use.unused.push_back("kernel '" + entry.second.kernel + "'");
  }
  operators.forEach([&](unsigned path, std::string text, bool isUsed) {
    ++uses[path].operators;
    if (!isUsed)
      uses[path].unused.push_back(std::move(text));
  });
  return uses;
}

LogicalResult Strategies::checkPath(StringRef path, const Use &use) const {
  constexpr size_t maxNames = 3;
  size_t all = use.kernels + use.operators;
  if (use.unused.empty())
    return success();
  auto place = FileLineColLoc::get(context, path, 0, 0);
  if (use.unused.size() == all)
    return emitError(place)
           << "the model has none of the "
           << (use.operators == 0 ? "kernels"
               : use.kernels == 0 ? "operators"
                                  : "kernels and operators")
           << " that this is for: "
           << (use.kernels ? "loops are compared, with their sizes" : "")
           << (use.kernels && use.operators ? "; " : "")
           << (use.operators
                   ? "names of nodes, operators and types are compared"
                   : "");
  std::vector<std::string> names = use.unused;
  llvm::sort(names);
  InFlightDiagnostic remark =
      emitRemark(place) << names.size() << " of " << all
                        << " strategies and decisions are for other models: "
                        << llvm::join(ArrayRef(names).take_front(maxNames),
                                      ", ");
  if (names.size() > maxNames)
    remark << " and others";
  return success();
}

LogicalResult Strategies::checkUse(ModuleOp model) const {
  if (paths.empty())
    return success();
  for (auto [path, use] : llvm::zip_equal(paths, countUse(model)))
    if (failed(checkPath(path, use)))
      return failure();
  return success();
}

bool isScheduled(ModuleOp module, func::FuncOp kernel) {
  return schedule::findScript(module) ||
         kernel->hasAttr(schedule::kStrategyAttrName);
}

LogicalResult Strategies::checkTaken(ModuleOp model) const {
  if (kernels.empty())
    return success();
  llvm::StringMap<func::FuncOp> others; // that are scheduled in another way
  llvm::StringSet<> taken;
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel || !isScheduled(module, kernel))
      continue;
    std::string hash = getCanonicalHash(kernel);
    auto given = kernels.find(hash);
    if (given == kernels.end())
      continue;
    if (!schedule::findScript(module) &&
        kernel->getAttr(schedule::kStrategyAttrName) ==
            given->second.strategies)
      taken.insert(hash);
    else
      others.try_emplace(hash, kernel);
  }
  for (auto &[hash, kernel] : others) {
    if (taken.contains(hash))
      continue;
    const Given &given = kernels.find(hash)->second;
    InFlightDiagnostic error = emitError(given.place)
                               << "these strategies would not be used: kernel '"
                               << kernel.getName()
                               << "' has a schedule already";
    error.attachNote(kernel.getLoc())
        << "--schedule, or the dump that compilation starts at, schedules it";
    return error;
  }
  return success();
}

//===-- giving ------------------------------------------------------------===//

static bool isStrategy(Attribute value) {
  return isa<schedule::BlocksAttr, schedule::StrategyAttrInterface>(value);
}

/// Whether `value` is what a module records for one kernel.
static bool isRecord(Attribute value) {
  auto alternatives = dyn_cast<ArrayAttr>(value);
  return isStrategy(value) ||
         (alternatives && llvm::all_of(alternatives, [](Attribute each) {
            return isa<schedule::BlocksAttr, StringAttr>(each);
          }));
}

/// The strategy of `alternatives` that `kernel` takes; null if none applies.
static Attribute choose(ArrayAttr alternatives, func::FuncOp kernel,
                        const target::CPU &cpu) {
  tuner::MachineModel machine(cpu);
  for (Attribute each : alternatives) {
    auto blocks = dyn_cast<schedule::BlocksAttr>(each);
    llvm::Error error = blocks ? tuner::checkStrategies(kernel, blocks, machine)
                               : llvm::createStringError("it is no strategy");
    if (!error)
      return blocks;
    kernel.emitRemark("kernel '")
        << kernel.getName() << "': a record no longer applies: "
        << llvm::toString(std::move(error));
  }
  return Attribute();
}

LogicalResult giveStrategies(ModuleOp model) {
  auto records = getRecords(model, kStrategiesAttrName);
  if (failed(records))
    return failure();
  for (NamedAttribute record : *records)
    if (!isRecord(record.getValue()))
      return model.emitError("expected '")
             << kStrategiesAttrName
             << "' to map hashes of kernels to strategies, got "
             << record.getValue() << " for '" << record.getName().getValue()
             << "'";
  if (records->empty())
    return success();
  auto cpu = target::CPU::get(model);
  if (failed(cpu))
    return failure();
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel || isScheduled(module, kernel))
      continue;
    Attribute given = records->get(getCanonicalHash(kernel));
    if (auto alternatives = dyn_cast_if_present<ArrayAttr>(given))
      given = choose(alternatives, kernel, *cpu);
    if (given)
      kernel->setAttr(schedule::kStrategyAttrName, given);
  }
  model->removeAttr(kStrategiesAttrName);
  return success();
}

} // namespace tvm::compiler
