// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/compilation/Compilation.h"

#include "codegen/Artefacts/ExternalFunctions.h"
#include "compiler/Dump.h"
#include "compiler/MergeOptions.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "transforms/Schedule/Strategy/StrategyRemarks.h"
#include "llvm/ADT/ScopeExit.h"

#include <mutex>

using namespace mlir;

namespace tvm::compiler {

namespace {
/// Forwards the remarks of all threads to an observer.
class RemarkForwarder : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkForwarder(Observer &observer) : observer(observer) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    std::lock_guard<std::mutex> lock(mutex);
    observer.hear(remark);
  }

private:
  Observer &observer;
  std::mutex mutex;
};
} // namespace

Compilation::Compilation(const Options &options, const Sink &sink,
                         const DialectRegistry &registry, Observer *observer)
    : options(options), observer(observer), context(registry),
      stages(&context, sink, options.timing), strategies(&context) {
  context.allowUnregisteredDialects(observer); // for missing nodes
  if (options.threads == 1)
    context.disableMultithreading();
  context.printOpOnDiagnostic(false);
  enableRemarks();
}

void Compilation::enableRemarks() {
  if (!options.scheduleRemarks && !observer)
    return;
  std::unique_ptr<RemarkForwarder> forwarder;
  if (observer)
    forwarder = std::make_unique<RemarkForwarder>(*observer);
  remark::RemarkCategories categories;
  categories.passed = schedule::kStrategyRemarkCategory.str();
  if (options.scheduleRemarks)
    categories.missed = categories.passed;
  if (observer) // a regular expression
    *categories.passed += "|" + graph::kAlgorithmRemarkCategory.str();
  LogicalResult enabled = remark::enableOptimizationRemarks(
      context, std::move(forwarder),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      options.scheduleRemarks);
  assert(succeeded(enabled) && "nothing was enabled before");
  (void)enabled;
}

LogicalResult Compilation::lower(std::optional<ArrayRef<char>> model,
                                 StringRef path) {
  stages.path = path.str();
  for (const std::string &library : options.libraries)
    if (failed(stages.check(codegen::loadLibrary(library))))
      return failure();
  if (failed(read(model, path)))
    return failure();
  auto merged = mergeOptions(*module, options, stages);
  if (failed(merged))
    return failure();
  recorded = *merged;
  auto chosen = chooseTargets(*module, options, recorded.symbol, stages);
  if (failed(chosen))
    return failure();
  targets = std::move(*chosen);
  record(*module, targets.entries.front());
  Level level = *getLevel(*module);
  if (failed(checkSchedules(level)) || failed(openDatabase()) ||
      failed(giveDecisions(level)) || failed(recordGiven(level)))
    return failure();
  if (!options.dumpFolder.empty() &&
      failed(stages.check(writeDump(options.dumpFolder, *module, level))))
    return failure();
  llvm::scope_exit dumpWeights([&] {
    if (!options.dumpFolder.empty())
      (void)stages.check(writeWeights(options.dumpFolder, &context));
  });
  PipelineOptions pipeline = getPipelineOptions();
  for (; level < Level::Loops; level = static_cast<Level>(int(level) + 1))
    if (failed(advance(*module, static_cast<Level>(int(level) + 1), pipeline)))
      return failure();
  if (observer && observer->getLast() <= level)
    return success();
  return lowerVariants(level);
}

LogicalResult Compilation::run(std::optional<ArrayRef<char>> model,
                               StringRef path, StringRef output) {
  std::vector<codegen::CompiledModule> objects;
  std::string linked;
  if (failed(lower(model, path)) || failed(compileVariants(objects)) ||
      failed(link(objects, linked)) || failed(write(output, linked, objects)))
    return failure();
  stages.printTimings();
  return options.timesFile.empty() ? success()
                                   : stages.writeSeconds(options.timesFile);
}

} // namespace tvm::compiler
