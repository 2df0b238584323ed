#include "compiler/Driver.h"

#include "codegen/Artefacts/ExternalFunctions.h"
#include "codegen/Kernels/KernelCompiler.h"
#include "codegen/TargetAttributes.h"
#include "compiler/Details.h"
#include "compiler/Dialects.h"
#include "compiler/Dump.h"
#include "compiler/MergeOptions.h"
#include "compiler/Output.h"
#include "compiler/Pipelines.h"
#include "compiler/Plugins.h"
#include "compiler/RuntimeLibrary.h"
#include "compiler/Stages.h"
#include "compiler/TargetChecks.h"
#include "compiler/Targets.h"
#include "compiler/reuse/CompiledKernels.h"
#include "compiler/schedules/Schedules.h"
#include "compiler/schedules/Strategies.h"
#include "compiler/tuning/KernelRecords.h"
#include "compiler/tuning/RecordedDecisions.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphAttributes.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "transforms/Schedule/Strategy/StrategyRemarks.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Path.h"

#include <mutex>

using namespace mlir;

namespace tvm::compiler {

namespace {

/// A module at level `llvm` for one CPU.
struct Variant {
  Entry entry;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<CompiledKernels> kernels;
};

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

class Compilation {
public:
  Compilation(const Options &options, const Sink &sink,
              const DialectRegistry &registry, Observer *observer = nullptr);
  /// Lowers the model to level `llvm`.
  LogicalResult lower(std::optional<ArrayRef<char>> model, StringRef path);
  LogicalResult run(std::optional<ArrayRef<char>> model, StringRef path,
                    StringRef output);

private:
  LogicalResult read(std::optional<ArrayRef<char>> model, StringRef path);
  void enableRemarks();
  /// Advances a module. `variant` names its CPU, if it is one of several.
  LogicalResult advance(ModuleOp module, Level to,
                        const PipelineOptions &pipeline, StringRef variant = "",
                        CompiledKernels *kernels = nullptr);
  LogicalResult checkLowered(ModuleOp lowered, const Entry &entry);
  LogicalResult checkSchedules(Level from);
  LogicalResult giveDecisions(Level level);
  LogicalResult tellDecisions();
  LogicalResult recordGiven(Level level);
  LogicalResult checkGiven(ModuleOp loops);
  LogicalResult lowerVariants(Level from);
  codegen::CompileOptions getCompileOptions() const;
  bool canReuseKernels(Level from) const;
  LogicalResult compileVariants(std::vector<codegen::CompiledModule> &objects);
  LogicalResult link(ArrayRef<codegen::CompiledModule> objects,
                     std::string &linked);
  LogicalResult write(StringRef output, StringRef linked,
                      ArrayRef<codegen::CompiledModule> objects);
  PipelineOptions getPipelineOptions();
  void record(ModuleOp of, const Entry &entry) const;

  bool hasMissingNodes() const {
    return observer && !observer->missing.empty();
  }
  void report(ModuleOp module, Level level) {
    if (observer)
      observer->reach(module, level);
  }

  const Options &options;
  CommandOptions recorded; // of the command and the dump
  Observer *observer;
  MLIRContext context;
  Stages stages;
  OwningOpRef<ModuleOp> module;
  Targets targets;
  Strategies strategies;
  std::optional<TakenDecisions> taken; // to be written
  std::vector<Variant> variants;
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

//===-- reading -----------------------------------------------------------===//

LogicalResult Compilation::read(std::optional<ArrayRef<char>> model,
                                StringRef path) {
  return stages.run("import", [&](std::string &details) -> LogicalResult {
    if (path.ends_with(".mlir")) {
      if (!options.inputShapes.empty())
        return stages.fail("--input-shapes is for ONNX models: the types of a "
                           "module have its sizes");
      module = readDump(model, path, &context);
      details = module
                    ? ("from level " + getLevelName(*getLevel(*module))).str()
                    : "";
      return success(static_cast<bool>(module));
    }
    OnnxImportOptions import;
    import.inputShapes = options.inputShapes;
    import.missing = observer ? &observer->missing : nullptr;
    module = model ? importOnnx(*model, path, import, &context)
                   : importOnnxFile(path, import, &context);
    if (!module)
      return failure();
    setLevel(*module, Level::Import);
    auto *dialect = context.getLoadedDialect<graph::GraphDialect>();
    details = std::to_string(countOperators(*module)) + " operators, " +
              formatBytes(dialect->getWeightStore().size()) + " of weights";
    report(*module, Level::Import);
    return success();
  });
}

//===-- levels ------------------------------------------------------------===//

PipelineOptions Compilation::getPipelineOptions() {
  PipelineOptions pipeline;
  if (taken)
    pipeline.fusionListener = [&](Operation *op, Attribute decision) {
      taken->noteFusion(op, decision);
    };
  pipeline.reportMemory = observer;
  pipeline.lowerKernels = !options.dumpFolder.empty();
  pipeline.scheduleRemarks = options.scheduleRemarks;
  return pipeline;
}

/// Records the options of the compilation in `of`; with several CPUs, what
/// concerns the one of `entry`.
void Compilation::record(ModuleOp of, const Entry &entry) const {
  CommandOptions ofEntry = recorded;
  ofEntry.symbol = entry.symbol;
  const codegen::Target &first = targets.entries.front().target;
  if (entry.target.str() != first.str())
    ofEntry.assumed = first.str();
  ofEntry.record(of);
}

LogicalResult Compilation::advance(ModuleOp from, Level to,
                                   const PipelineOptions &pipeline,
                                   StringRef variant,
                                   CompiledKernels *kernels) {
  return stages.run(
      getLevelName(to), [&](std::string &details) -> LogicalResult {
        PassManager manager(&context, ModuleOp::getOperationName());
        manager.enableTiming(stages.getTiming());
        buildPipeline(to, manager, pipeline);
        manager.addInstrumentation(
            stages.timePass("graph-pack-weights", "pack"));
        if (kernels && to == Level::Scheduled)
          manager.addInstrumentation(kernels->makeInstrumentation());
        if (kernels && to == Level::LLVM)
          kernels->addWorkspaces(from);
        std::vector<std::string> problems;
        if (!options.schedulesFolder.empty())
          manager.addInstrumentation(std::make_unique<ScheduleWriter>(
              options.schedulesFolder, problems));
        if (!options.strategiesFolder.empty())
          manager.addInstrumentation(std::make_unique<StrategyWriter>(
              options.strategiesFolder, problems));
        if (taken && to == Level::Graph)
          manager.addInstrumentation(
              std::make_unique<DecisionObserver>(*taken));
        unsigned errors = stages.getNumErrors();
        if (failed(manager.run(from))) {
          if (errors == stages.getNumErrors())
            return stages.fail("cannot go to level '" + getLevelName(to) + "'");
          return failure();
        }
        if (!problems.empty())
          return stages.fail(problems.front());
        if (taken && to == Level::Fused && failed(tellDecisions()))
          return failure();
        if (to == Level::Loops && failed(checkGiven(from)))
          return failure();
        details = describe(from, to);
        report(from, to);
        if (options.dumpFolder.empty())
          return success();
        return stages.check(writeDump(options.dumpFolder, from, to, variant));
      });
}

/// Renames the kernels of one variant, because their symbols are visible in the
/// whole artefact.
static void renameKernels(ModuleOp module, StringRef suffix) {
  for (auto kernel : module.getOps<ModuleOp>()) {
    if (func::FuncOp function = getKernelFunction(kernel)) { // not lowered yet
      std::string name = (function.getName() + suffix).str();
      if (auto workspace = kernel.lookupSymbol<func::FuncOp>(
              getWorkspaceFunctionName(function.getName())))
        workspace.setName(getWorkspaceFunctionName(name));
      function.setName(name);
    }
    for (auto function : llvm::to_vector(kernel.getOps<LLVM::LLVMFuncOp>())) {
      if (!function.getName().starts_with("tvm_kernel_") &&
          !function.getName().starts_with("tvm_workspace_"))
        continue;
      auto name =
          StringAttr::get(module.getContext(), function.getName() + suffix);
      (void)SymbolTable::replaceAllSymbolUses(function, name, kernel);
      function.setName(name);
    }
  }
}

/// Checks the required attributes, and the function of `entry`, of a module at
/// level `llvm`, which may come from a file.
LogicalResult Compilation::checkLowered(ModuleOp lowered, const Entry &entry) {
  auto host = lowered->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  auto weights = lowered->getAttrOfType<ArrayAttr>(kWeightsAttrName);
  if (!host || !weights)
    return stages.fail("the module has no function 'main'");
  for (Attribute weight : weights)
    if (!isa<graph::WeightAttr>(weight))
      return stages.fail("expected a list of weights in '" + kWeightsAttrName +
                         "'");
  if (!llvm::any_of(lowered.getOps<ModuleOp>(), [&](ModuleOp nested) {
        return nested.lookupSymbol<LLVM::LLVMFuncOp>(entry.symbol);
      }))
    return stages.fail("the module has no function '" + entry.symbol +
                       "', which 'symbol' of '" + kOptionsAttrName + "' names");
  return success();
}

/// Reads the user's strategies, and gives operators of a model at level `level`
/// their decisions, and those of the database.
LogicalResult Compilation::giveDecisions(Level level) {
  if (failed(strategies.read(options.strategies)) ||
      failed(strategies.giveOperators(*module, getLevelName(level))))
    return failure();
  if (level == Level::Import && !options.database.empty() &&
      recorded.optLevel > 0 &&
      failed(giveRecordedDecisions(options.database, recorded,
                                   targets.entries.front().target.str(),
                                   *module)))
    return failure();
  bool areWritten = !options.strategiesFolder.empty();
  if (level == Level::Import ? areWritten || observer
                             : areWritten && level == Level::Graph)
    taken.emplace(*module);
  else if (areWritten)
    module->emitRemark(
        "--dump-strategies writes no operators.mlir: the dump is "
        "at level '")
        << getLevelName(level)
        << "', and passes have carried out the decisions on operators";
  return success();
}

/// Writes the decisions on operators, or tells the observer of them.
LogicalResult Compilation::tellDecisions() {
  if (observer)
    observer->decide(*taken);
  return options.strategiesFolder.empty()
             ? success()
             : stages.check(taken->write(options.strategiesFolder));
}

/// Records the user's schedules and strategies, and strategies of the database,
/// in this order of precedence, on a model at level `level`: the pipeline to
/// level `loops` gives them to the kernels.
LogicalResult Compilation::recordGiven(Level level) {
  if (failed(recordSchedules(options.schedules, *module)) ||
      failed(strategies.record(*module)))
    return failure();
  if (!options.database.empty() &&
      failed(recordKernelRecords(
          options.database, targets.entries.front().target.str(), *module)))
    return failure();
  if (level != Level::Loops)
    return success();
  if (failed(giveSchedules(*module)) || failed(giveStrategies(*module)))
    return failure();
  return checkGiven(*module);
}

/// Checks what the user gave for kernels, and tells the observer which of them
/// have strategies of the database.
LogicalResult Compilation::checkGiven(ModuleOp loops) {
  if (failed(strategies.checkUse(loops)))
    return failure();
  if (options.database.empty() || !observer)
    return success();
  auto take = [&](func::FuncOp kernel, const tuner::RankedStrategy &record) {
    observer->takeRecord(kernel.getName(), record.strategy, record.share);
  };
  return findKernelRecords(options.database,
                           targets.entries.front().target.str(), loops, take);
}

/// Refuses options for schedules if the model is at level `from`.
LogicalResult Compilation::checkSchedules(Level from) {
  bool writes =
      !options.schedulesFolder.empty() || !options.strategiesFolder.empty();
  bool readsStrategies =
      !options.strategies.empty() || !options.database.empty();
  if (options.schedules.empty() && !writes && !readsStrategies)
    return success();
  if (!recorded.referenceLevel.empty())
    return stages.fail("--level leaves schedules out: expected no --schedule, "
                       "--strategies, --database, --dump-schedules and "
                       "--dump-strategies");
  if (from >= Level::Scheduled)
    return stages.fail(
        "the dump is scheduled: --schedule, --strategies, --database, "
        "--dump-schedules and --dump-strategies have to start at an earlier "
        "level");
  if (writes && targets.entries.size() > 1)
    return stages.fail(
        "--dump-schedules and --dump-strategies write what is for one CPU: "
        "leave out --multiversion");
  if (readsStrategies && !targets.gpu.empty())
    return stages.fail("--strategies and --database schedule kernels for a "
                       "CPU: expected --schedule for a GPU");
  if (!options.database.empty() && targets.entries.size() > 1)
    return stages.fail("--database has strategies for one CPU: leave out "
                       "--multiversion");
  return success();
}

/// Lowers a copy per CPU from the first level that depends on the CPU.
LogicalResult Compilation::lowerVariants(Level from) {
  bool isScheduled = from >= Level::Scheduled;
  for (auto [index, entry] : llvm::enumerate(targets.entries)) {
    bool isLast = index + 1 == targets.entries.size();
    OwningOpRef<ModuleOp> variant =
        isLast ? std::move(module) : OwningOpRef<ModuleOp>(module->clone());
    StringRef cpu = targets.entries.size() > 1 ? entry.target.getCpu() : "";
    PipelineOptions pipeline = getPipelineOptions();
    pipeline.given = getScheduledKernels(*variant);
    if (!isScheduled && recorded.referenceLevel.empty() &&
        targets.gpu.empty() &&
        failed(checkInstructions(*variant, entry.target)))
      return failure();
    if (targets.entries.size() > 1) {
      codegen::setTarget(*variant, entry.target);
      record(*variant, entry);
    }
    // Schedules for this CPU may choose other layouts of weights than the
    // others.
    if (!variants.empty())
      (*variant)->setAttr(kWeightsAttrName,
                          (*variants.back().module)->getAttr(kWeightsAttrName));
    if (!cpu.empty() && !options.dumpFolder.empty() &&
        failed(
            stages.check(writeDump(options.dumpFolder, *variant, from, cpu))))
      return failure();
    auto kernels = std::make_unique<CompiledKernels>(
        codegen::KernelCompiler(entry.target, getCompileOptions()),
        options.quiet ? "quiet" : "");
    bool reuses = canReuseKernels(from);
    if (reuses)
      kernels->take(*variant);
    int end = hasMissingNodes() ? static_cast<int>(Level::LLVM) : kNumLevels;
    for (int to = static_cast<int>(from) + 1; to < end; ++to)
      if (failed(advance(*variant, static_cast<Level>(to), pipeline, cpu,
                         reuses ? kernels.get() : nullptr)))
        return failure();
    if (!hasMissingNodes() && failed(checkLowered(*variant, entry)))
      return failure();
    if (index != 0)
      renameKernels(*variant, "." + std::to_string(index));
    variants.push_back({entry, std::move(variant), std::move(kernels)});
  }
  return success();
}

//===-- code --------------------------------------------------------------===//

codegen::CompileOptions Compilation::getCompileOptions() const {
  codegen::CompileOptions compile;
  compile.optLevel = recorded.referenceLevel == "te" ? 0
                     : recorded.referenceLevel.empty()
                         ? recorded.optLevel
                         : std::min(recorded.optLevel, 1u);
  compile.threads = options.threads;
  compile.emitText = !options.dumpFolder.empty();
  if (options.useCache)
    compile.cacheFolder = codegen::getDefaultCacheFolder();
  return compile;
}

/// Whether kernels of a module at level `from` need not be scheduled if an
/// earlier compilation did it. Somebody who observes levels sees all kernels,
/// and a plug-in may have changed.
bool Compilation::canReuseKernels(Level from) const {
  bool isObserved =
      observer || options.scheduleRemarks || !options.dumpFolder.empty() ||
      !options.schedulesFolder.empty() || !options.strategiesFolder.empty();
  return options.useCache && !isObserved && from <= Level::Loops &&
         options.plugins.empty() && targets.gpu.empty() &&
         targets.entries.size() == 1 && recorded.referenceLevel.empty();
}

LogicalResult
Compilation::compileVariants(std::vector<codegen::CompiledModule> &objects) {
  return stages.run("compile", [&](std::string &details) -> LogicalResult {
    unsigned fromCache = 0;
    for (Variant &variant : variants) {
      // Who reuses a kernel does not hear what was said about it.
      bool isKept = options.quiet || stages.getNumMessages() == 0;
      auto compiled = variant.kernels->compile(*variant.module, isKept);
      if (!compiled)
        return stages.check(compiled.takeError());
      for (codegen::CompiledModule &object : *compiled) {
        fromCache += object.fromCache;
        objects.push_back(std::move(object));
      }
    }
    details = std::to_string(objects.size()) + " modules";
    if (fromCache)
      details += ", " + std::to_string(fromCache) + " from the cache";
    if (options.dumpFolder.empty())
      return success();
    return stages.check(writeTexts(options.dumpFolder, objects));
  });
}

LogicalResult Compilation::link(ArrayRef<codegen::CompiledModule> objects,
                                std::string &linked) {
  return stages.run("link", [&](std::string &details) -> LogicalResult {
    auto bytes = linkObjects(objects, targets.entries);
    if (!bytes)
      return stages.check(bytes.takeError());
    linked = std::move(*bytes);
    details = formatBytes(linked.size());
    return success();
  });
}

LogicalResult Compilation::write(StringRef output, StringRef linked,
                                 ArrayRef<codegen::CompiledModule> objects) {
  return stages.run("write", [&](std::string &details) -> LogicalResult {
    // The last list of weights begins with all others.
    ModuleOp first = *variants.front().module, last = *variants.back().module;
    auto text = writeOutput(
        output, linked, objects,
        {first->getAttrOfType<DictionaryAttr>(kManifestAttrName),
         last->getAttrOfType<ArrayAttr>(kWeightsAttrName), targets.entries});
    if (!text)
      return stages.check(text.takeError());
    details = *text;
    return success();
  });
}

LogicalResult Compilation::lower(std::optional<ArrayRef<char>> model,
                                 StringRef path) {
  stages.path = path.str();
  provideRuntimeLibrary();
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
  if (failed(checkSchedules(level)) || failed(giveDecisions(level)) ||
      failed(recordGiven(level)))
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

/// The dialects of the project and of the plug-ins.
static FailureOr<DialectRegistry> getRegistry(const Options &options,
                                              const Sink &sink) {
  DialectRegistry registry = getDialects();
  for (const std::string &plugin : options.plugins) {
    if (llvm::Error error = loadPlugin(plugin, registry)) {
      sink(Severity::Error, llvm::toString(std::move(error)));
      return failure();
    }
  }
  return registry;
}

LogicalResult compile(std::optional<ArrayRef<char>> model, StringRef path,
                      StringRef output, const Options &options,
                      const Sink &sink) {
  auto registry = getRegistry(options, sink);
  if (failed(registry))
    return failure();
  return Compilation(options, sink, *registry).run(model, path, output);
}

LogicalResult observe(std::optional<ArrayRef<char>> model, StringRef path,
                      const Options &options, const Sink &sink,
                      Observer &observer) {
  auto registry = getRegistry(options, sink);
  if (failed(registry))
    return failure();
  return Compilation(options, sink, *registry, &observer).lower(model, path);
}

} // namespace tvm::compiler
