#include "compiler/schedules/Strategies.h"

#include "compiler/schedules/Schedules.h"
#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/ADT/StringMap.h"
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

namespace {
/// The strategies of a kernel, with their location.
struct Given {
  Attribute strategies;
  Location place;
  unsigned path; // number of the path that contains them
};

/// Strategies indexed by the canonical texts of kernels.
class StrategyTable {
public:
  explicit StrategyTable(MLIRContext *context) : context(context) {}

  LogicalResult read(ArrayRef<std::string> paths);
  /// Gives the kernels of `model` their strategies.
  void give(ModuleOp model);

private:
  /// Reads a file, or all files in a folder.
  LogicalResult readPath(StringRef path);
  LogicalResult readFile(StringRef path);
  LogicalResult add(func::FuncOp kernel, Attribute strategies);
  InFlightDiagnostic reportAt(StringRef path) const {
    return emitError(FileLineColLoc::get(context, path, 0, 0));
  }

  MLIRContext *context;
  SmallVector<StringRef> paths;
  llvm::StringMap<Given> table;
};
} // namespace

LogicalResult StrategyTable::add(func::FuncOp kernel, Attribute strategies) {
  Given given{strategies, kernel.getLoc(),
              static_cast<unsigned>(paths.size() - 1)};
  auto [entry, isNew] = table.try_emplace(getCanonicalText(kernel), given);
  if (isNew || entry->second.strategies == strategies)
    return success();
  InFlightDiagnostic error = kernel.emitError(
      "expected one strategy for a kernel, got another one for the same loops");
  error.attachNote(entry->second.place) << "this one";
  return error;
}

LogicalResult StrategyTable::readFile(StringRef path) {
  OwningOpRef<ModuleOp> file = parseSchedules(path, context);
  if (!file)
    return failure();
  bool hasStrategies = false;
  WalkResult result = file->walk([&](func::FuncOp kernel) {
    Attribute strategies = kernel->getAttr(schedule::kStrategyAttrName);
    if (!strategies)
      return WalkResult::advance();
    hasStrategies = true;
    return WalkResult(add(kernel, strategies));
  });
  if (result.wasInterrupted())
    return failure();
  if (!hasStrategies)
    return reportAt(path) << "expected a kernel with the attribute '"
                          << schedule::kStrategyAttrName
                          << "'; --dump-strategies=FOLDER writes such files";
  return success();
}

LogicalResult StrategyTable::readPath(StringRef path) {
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

LogicalResult StrategyTable::read(ArrayRef<std::string> all) {
  for (const std::string &path : all) {
    paths.push_back(path);
    if (failed(readPath(path)))
      return failure();
  }
  return success();
}

void StrategyTable::give(ModuleOp model) {
  SmallVector<bool> isUsed(paths.size());
  for (auto module : model.getOps<ModuleOp>()) {
    func::FuncOp kernel = getKernel(module);
    if (!kernel)
      continue;
    auto entry = table.find(getCanonicalText(kernel));
    if (entry == table.end())
      continue;
    isUsed[entry->second.path] = true;
    if (!schedule::findScript(module) &&
        !kernel->hasAttr(schedule::kStrategyAttrName))
      kernel->setAttr(schedule::kStrategyAttrName, entry->second.strategies);
  }
  for (auto [path, used] : llvm::zip_equal(paths, isUsed))
    if (!used)
      emitWarning(FileLineColLoc::get(context, path, 0, 0))
          << "the model has none of the kernels that these strategies are for: "
             "loops are compared, with their sizes";
}

LogicalResult readStrategies(ArrayRef<std::string> paths, ModuleOp model) {
  if (paths.empty())
    return success();
  StrategyTable table(model.getContext());
  if (failed(table.read(paths)))
    return failure();
  table.give(model);
  return success();
}

} // namespace tvm::compiler
