#include "tools/compiler/Driver.h"

#include "codegen/ArtefactWriter.h"
#include "codegen/ExternalFunctions.h"
#include "codegen/KernelCompiler.h"
#include "codegen/Linker.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/GraphStructure.h"
#include "mlir/Support/Timing.h"
#include "tools/compiler/Dialects.h"
#include "tools/compiler/Dump.h"
#include "tools/compiler/Manifest.h"
#include "tools/compiler/Pipelines.h"
#include "tools/compiler/Plugins.h"
#include "tools/compiler/RuntimeLibrary.h"
#include "tools/compiler/Schedules.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"

#include <chrono>

using namespace mlir;

namespace tvm::compiler {

namespace {

/// A module at level `llvm` for one CPU.
struct Variant {
  Entry entry;
  OwningOpRef<ModuleOp> module;
};

class Compilation {
public:
  Compilation(const Options &options, const Sink &sink,
              const DialectRegistry &registry, Observer *observer = nullptr);
  /// To level `llvm`.
  LogicalResult lower(std::optional<ArrayRef<char>> model, StringRef path);
  LogicalResult run(std::optional<ArrayRef<char>> model, StringRef path,
                    StringRef output);

private:
  LogicalResult read(std::optional<ArrayRef<char>> model, StringRef path);
  LogicalResult checkLevel();
  LogicalResult chooseTargets();
  LogicalResult advance(ModuleOp module, Level to,
                        const PipelineOptions &pipeline);
  LogicalResult checkLowered(ModuleOp lowered);
  LogicalResult giveSchedules(ModuleOp loops);
  LogicalResult lowerVariants(Level from);
  LogicalResult compileVariants(std::vector<codegen::CompiledModule> &objects);
  LogicalResult write(StringRef output,
                      ArrayRef<codegen::CompiledModule> objects);
  PipelineOptions getPipelineOptions(const Entry &entry) const;

  bool hasMissingNodes() const {
    return observer && !observer->missing.empty();
  }
  void report(ModuleOp module, Level level) {
    if (observer)
      observer->reach(module, level);
  }

  LogicalResult fail(const Twine &text);
  LogicalResult check(llvm::Error error);
  /// Runs `body` as a stage with a line of progress; `body` says more of it.
  LogicalResult stage(StringRef name,
                      llvm::function_ref<LogicalResult(std::string &)> body);

  const Options &options;
  Sink sink;
  Observer *observer;
  std::string path;
  MLIRContext context;
  DiagnosticForwarder diagnostics;
  std::string timings;
  llvm::raw_string_ostream timingStream{timings};
  DefaultTimingManager timing;
  TimingScope rootScope, stageScope;
  OwningOpRef<ModuleOp> module;
  std::string gpu; // its architecture; empty: none
  std::vector<Entry> entries;
  std::vector<Variant> variants;
};

} // namespace

Compilation::Compilation(const Options &options, const Sink &sink,
                         const DialectRegistry &registry, Observer *observer)
    : options(options), sink(sink), observer(observer), context(registry),
      diagnostics(&context, sink) {
  context.allowUnregisteredDialects(observer); // missing nodes
  if (options.threads == 1)
    context.disableMultithreading();
  context.printOpOnDiagnostic(false);
  timing.setEnabled(options.timing);
  timing.setOutput(createOutputStrategy(
      DefaultTimingManager::OutputFormat::Text, timingStream));
  timing.setDisplayMode(DefaultTimingManager::DisplayMode::Tree);
  rootScope = timing.getRootScope();
}

LogicalResult Compilation::fail(const Twine &text) {
  sink(Severity::Error, text.str());
  return failure();
}

LogicalResult Compilation::check(llvm::Error error) {
  if (!error)
    return success();
  return fail(llvm::toString(std::move(error)));
}

LogicalResult
Compilation::stage(StringRef name,
                   llvm::function_ref<LogicalResult(std::string &)> body) {
  llvm::PrettyStackTraceFormat trace("stage '%s' of compiling '%s'",
                                     name.str().c_str(), path.c_str());
  auto start = std::chrono::steady_clock::now();
  stageScope = rootScope.nest(name);
  std::string details;
  unsigned errors = diagnostics.getNumErrors();
  LogicalResult result = body(details);
  stageScope.stop();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (failed(result) && errors == diagnostics.getNumErrors())
    return result; // reported by `fail`
  if (failed(result))
    return failure();
  std::string line;
  llvm::raw_string_ostream(line) << llvm::left_justify(name, 10)
                                 << llvm::format("%7.2f s", seconds.count())
                                 << (details.empty() ? "" : "  ") << details;
  sink(Severity::Progress, line);
  return success();
}

//===-- reading -----------------------------------------------------------===//

static std::string formatBytes(uint64_t bytes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (bytes < 1000000)
    os << llvm::format("%.1f kB", bytes / 1e3);
  else
    os << llvm::format("%.1f MB", bytes / 1e6);
  return text;
}

static unsigned countOperators(ModuleOp module) {
  unsigned count = 0;
  module.walk([&](Operation *op) {
    count += isa_and_nonnull<graph::GraphDialect>(op->getDialect()) &&
             !isa<graph::ConstantOp>(op);
  });
  return count;
}

LogicalResult Compilation::read(std::optional<ArrayRef<char>> model,
                                StringRef path) {
  return stage("import", [&](std::string &details) -> LogicalResult {
    if (path.ends_with(".mlir")) {
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

/// Refuses options for a level that a dump has behind it.
LogicalResult Compilation::checkLevel() {
  if (*getLevel(*module) < Level::Graph)
    return success();
  StringRef option = !options.mixedPrecision.empty() ? "--mixed-precision"
                     : !options.partition.empty()    ? "--partition"
                                                     : "";
  if (option.empty())
    return success();
  return fail("the dump is at level '" + getLevelName(*getLevel(*module)) +
              "': " + option + " has to start at an earlier level");
}

/// Those of the options, or the one that the dump was scheduled for.
LogicalResult Compilation::chooseTargets() {
  std::string text = options.target.empty() ? "host" : options.target;
  auto recorded = (*module)->getAttrOfType<StringAttr>(kTargetAttrName);
  if (recorded && !options.target.empty())
    return fail("the dump is scheduled for target '" + recorded.getValue() +
                "': --target cannot change it");
  if (recorded && !options.cpus.empty())
    return fail("the dump is scheduled for one target: --multiversion has to "
                "start at an earlier level");
  if (recorded)
    text = recorded.getValue().str();
  if (codegen::isGPU(text)) {
    auto chip = codegen::parseGPU(text);
    if (!chip)
      return check(chip.takeError());
    gpu = *chip;
    text = "host"; // launches
  }
  auto target = codegen::Target::parse(text);
  if (!target)
    return check(target.takeError());
  if (options.cpus.empty()) {
    entries.push_back({"tvm_main", *target});
    return success();
  }
  for (const std::string &cpu : options.cpus) {
    auto variant = target->withCpu(cpu);
    if (!variant)
      return check(variant.takeError());
    entries.push_back({"", *variant});
  }
  // The most demanding first.
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    size_t countA = a.target.getRequiredFeatures().size();
    size_t countB = b.target.getRequiredFeatures().size();
    return countA != countB ? countA > countB
                            : a.target.getCpu() < b.target.getCpu();
  });
  for (auto [i, entry] : llvm::enumerate(entries))
    entry.symbol = i == 0 ? "tvm_main" : "tvm_main_" + std::to_string(i);
  return success();
}

//===-- levels ------------------------------------------------------------===//

PipelineOptions Compilation::getPipelineOptions(const Entry &entry) const {
  PipelineOptions pipeline;
  const codegen::Target &target = entry.target;
  pipeline.optLevel = options.optLevel;
  pipeline.vectorBits = target.getVectorBits();
  pipeline.cacheBytes = target.getCacheBytes();
  pipeline.numRegisters = target.getVectorBits() == 256 ? 16 : 32;
  pipeline.nativeF16 =
      !target.getTriple().starts_with("x86_64") || target.hasFeature("f16c");
  pipeline.symbol = entry.symbol;
  pipeline.reportMemory = observer;
  pipeline.gpu = options.referenceLevel.empty() ? gpu : "";
  pipeline.lowerKernels = !options.dumpFolder.empty();
  StringRef level = options.referenceLevel;
  pipeline.simplify = pipeline.fuse = level != "graph";
  pipeline.schedule = level.empty() && options.optLevel != 0;
  pipeline.winograd = pipeline.schedule ? options.winograd : Winograd::Never;
  pipeline.mixedPrecision = options.mixedPrecision;
  pipeline.partition = options.partition;
  pipeline.applyGiven = level.empty();
  if (level == "te")
    pipeline.optLevel = 0;
  return pipeline;
}

static std::string describe(ModuleOp module, Level level) {
  if (level == Level::Graph)
    return std::to_string(countOperators(module)) + " operators";
  unsigned launches = 0;
  module.walk([&](graph::LaunchOp) { ++launches; });
  auto kernels = module.getOps<ModuleOp>();
  if (level == Level::Fused)
    return std::to_string(std::distance(kernels.begin(), kernels.end())) +
           " kernels, " + std::to_string(launches) + " launches";
  auto manifest = module->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  if (level != Level::LLVM || !manifest)
    return "";
  auto memory = manifest.getAs<DictionaryAttr>("memory");
  auto planned = memory ? memory.getAs<IntegerAttr>("planned") : nullptr;
  auto bound = memory ? memory.getAs<IntegerAttr>("lower_bound") : nullptr;
  if (!planned || !bound)
    return "";
  return formatBytes(planned.getInt()) + " of memory (at least " +
         formatBytes(bound.getInt()) + ")";
}

LogicalResult Compilation::advance(ModuleOp from, Level to,
                                   const PipelineOptions &pipeline) {
  return stage(getLevelName(to), [&](std::string &details) -> LogicalResult {
    PassManager manager(&context, ModuleOp::getOperationName());
    manager.enableTiming(stageScope);
    buildPipeline(to, manager, pipeline);
    std::vector<std::string> problems;
    if (!options.schedulesFolder.empty())
      manager.addInstrumentation(
          std::make_unique<ScheduleWriter>(options.schedulesFolder, problems));
    unsigned errors = diagnostics.getNumErrors();
    if (failed(manager.run(from))) {
      if (errors == diagnostics.getNumErrors())
        return fail("cannot go to level '" + getLevelName(to) + "'");
      return failure();
    }
    if (!problems.empty())
      return fail(problems.front());
    details = describe(from, to);
    report(from, to);
    if (options.dumpFolder.empty())
      return success();
    return check(writeDump(options.dumpFolder, from, to));
  });
}

/// Symbols of kernels are visible in the whole artefact: makes those of one
/// variant differ from the others'.
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

/// What the module at level `llvm`, which may come from a file, has to say.
LogicalResult Compilation::checkLowered(ModuleOp lowered) {
  auto host = lowered->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  auto weights = lowered->getAttrOfType<ArrayAttr>(kWeightsAttrName);
  if (!host || !weights)
    return fail("the module has no function 'main'");
  for (Attribute weight : weights)
    if (!isa<graph::WeightAttr>(weight) ||
        !cast<graph::WeightAttr>(weight).getType().hasStaticShape())
      return fail("expected a list of weights in '" + kWeightsAttrName + "'");
  return success();
}

/// Schedules that the user gives come before those of the rules.
LogicalResult Compilation::giveSchedules(ModuleOp loops) {
  for (const std::string &file : options.schedules)
    if (failed(readSchedules(file, loops)))
      return failure();
  return success();
}

/// From the first level that depends on the CPU.
LogicalResult Compilation::lowerVariants(Level from) {
  bool isScheduled = from >= Level::Scheduled;
  if (isScheduled &&
      !(options.schedules.empty() && options.schedulesFolder.empty()))
    return fail("the dump is scheduled: --schedule and --dump-schedules have "
                "to start at an earlier level");
  if (!options.schedulesFolder.empty() && entries.size() > 1)
    return fail("--dump-schedules writes schedules for one CPU: leave out "
                "--multiversion");
  if (!isScheduled && failed(giveSchedules(*module)))
    return failure();
  for (auto [index, entry] : llvm::enumerate(entries)) {
    bool isLast = index + 1 == entries.size();
    OwningOpRef<ModuleOp> variant =
        isLast ? std::move(module) : OwningOpRef<ModuleOp>(module->clone());
    PipelineOptions pipeline = getPipelineOptions(entry);
    (*variant)->setAttr(kTargetAttrName,
                        StringAttr::get(&context, entry.target.str()));
    // Schedules for this CPU may lay out weights as the others' do, or not.
    if (!variants.empty())
      (*variant)->setAttr(kWeightsAttrName,
                          (*variants.back().module)->getAttr(kWeightsAttrName));
    int end = hasMissingNodes() ? static_cast<int>(Level::LLVM) : kNumLevels;
    for (int to = static_cast<int>(from) + 1; to < end; ++to)
      if (failed(advance(*variant, static_cast<Level>(to), pipeline)))
        return failure();
    if (!hasMissingNodes() && failed(checkLowered(*variant)))
      return failure();
    if (index != 0)
      renameKernels(*variant, "." + std::to_string(index));
    variants.push_back({entry, std::move(variant)});
  }
  return success();
}

//===-- code --------------------------------------------------------------===//

LogicalResult
Compilation::compileVariants(std::vector<codegen::CompiledModule> &objects) {
  return stage("compile", [&](std::string &details) -> LogicalResult {
    unsigned fromCache = 0;
    for (Variant &variant : variants) {
      codegen::CompileOptions compile;
      compile.optLevel = options.referenceLevel == "te" ? 0
                         : options.referenceLevel.empty()
                             ? options.optLevel
                             : std::min(options.optLevel, 1u);
      compile.threads = options.threads;
      compile.emitText = !options.dumpFolder.empty();
      if (options.useCache)
        compile.cacheFolder = codegen::getDefaultCacheFolder();
      codegen::KernelCompiler compiler(variant.entry.target, compile);
      auto modules = llvm::to_vector(variant.module->getOps<ModuleOp>());
      auto compiled = compiler.compileAll(modules);
      if (!compiled)
        return check(compiled.takeError());
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
    return check(writeTexts(options.dumpFolder, objects));
  });
}

/// The bytes of the section of weights, in the order of `weights`.
static llvm::Error writeSection(ArrayRef<Attribute> weights, raw_ostream &os) {
  SmallVector<uint64_t> offsets;
  uint64_t size = layOutWeights(weights, offsets), position = 0;
  for (auto [weight, offset] : llvm::zip(weights, offsets)) {
    SmallVector<char> buffer;
    auto bytes = graph::getConstantBytes(weight, buffer);
    if (!bytes)
      return bytes.takeError();
    os.write_zeros(offset - position);
    os.write(bytes->data(), bytes->size());
    position = offset + bytes->size();
  }
  os.write_zeros(size - position);
  return llvm::Error::success();
}

LogicalResult Compilation::write(StringRef output,
                                 ArrayRef<codegen::CompiledModule> objects) {
  return stage("write", [&](std::string &details) -> LogicalResult {
    SmallVector<StringRef> texts;
    for (const codegen::CompiledModule &object : objects)
      texts.push_back(object.object);
    auto linked = codegen::linkSharedObject(entries.front().target, texts);
    if (!linked)
      return check(linked.takeError());
    ModuleOp first = *variants.front().module;
    auto host = first->getAttrOfType<DictionaryAttr>(kManifestAttrName);
    // The last list begins with all others.
    auto weights =
        (*variants.back().module)->getAttrOfType<ArrayAttr>(kWeightsAttrName);
    SmallVector<uint64_t> offsets;
    uint64_t size = layOutWeights(weights.getValue(), offsets);
    auto externs = codegen::getExternalFunctions(texts);
    if (!externs)
      return check(externs.takeError());
    std::string manifest = writeManifest(host, entries, *externs, size);
    llvm::Error problem = llvm::Error::success();
    codegen::Artefact artefact;
    artefact.sharedObject = *linked;
    artefact.manifest = manifest;
    artefact.weightsSize = size;
    auto writeWeights = [&](raw_ostream &os) {
      problem = llvm::joinErrors(std::move(problem),
                                 writeSection(weights.getValue(), os));
    };
    artefact.writeWeights = writeWeights;
    llvm::Error error = codegen::writeArtefact(output, artefact);
    if (problem) {
      llvm::consumeError(std::move(error));
      return check(std::move(problem));
    }
    details = (output + ": code " + formatBytes(linked->size()) + ", weights " +
               formatBytes(size))
                  .str();
    return check(std::move(error));
  });
}

LogicalResult Compilation::lower(std::optional<ArrayRef<char>> model,
                                 StringRef path) {
  this->path = path.str();
  provideRuntimeLibrary();
  for (const std::string &library : options.libraries)
    if (failed(check(codegen::loadLibrary(library))))
      return failure();
  if (failed(read(model, path)) || failed(checkLevel()) ||
      failed(chooseTargets()))
    return failure();
  Level level = *getLevel(*module);
  if (!options.dumpFolder.empty() &&
      failed(check(writeDump(options.dumpFolder, *module, level))))
    return failure();
  llvm::scope_exit dumpWeights([&] {
    if (!options.dumpFolder.empty())
      (void)check(writeWeights(options.dumpFolder, &context));
  });
  PipelineOptions pipeline = getPipelineOptions(entries.front());
  for (; level < Level::Loops; level = static_cast<Level>(int(level) + 1))
    if (failed(advance(*module, static_cast<Level>(int(level) + 1), pipeline)))
      return failure();
  return lowerVariants(level);
}

LogicalResult Compilation::run(std::optional<ArrayRef<char>> model,
                               StringRef path, StringRef output) {
  std::vector<codegen::CompiledModule> objects;
  if (failed(lower(model, path)) || failed(compileVariants(objects)) ||
      failed(write(output, objects)))
    return failure();
  if (options.timing) {
    rootScope.stop();
    timing.print();
    sink(Severity::Progress, timings);
  }
  return success();
}

/// Our dialects, and those of the plug-ins.
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
