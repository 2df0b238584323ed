// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/KernelPrograms.h"

#include "codegen/TargetAttributes.h"
#include "compiler/Driver.h"
#include "compiler/Dump.h"
#include "compiler/files/Files.h"
#include "compiler/schedules/KernelFiles.h"
#include "compiler/tuning/ExactProgram.h"
#include "compiler/tuning/InputRecorder.h"
#include "conversion/HostToLLVM/Manifest.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace tvm::compiler {

/// Bytes of the inputs that are recorded for all kernels of a model.
static constexpr uint64_t kMaxRecordedBytes = uint64_t(256) << 20;

namespace {
/// Writes the programs when the model has reached level `loops`.
class ProgramWriter : public Observer {
public:
  ProgramWriter(StringRef folder, KernelPrograms &programs)
      : folder(folder), programs(programs) {}

  void reach(ModuleOp module, Level level) override;
  Level getLast() const override { return Level::Loops; }
  void hear(const remark::detail::Remark &remark) override {
    open.hear(remark);
  }
  void decide(const TakenDecisions &taken) override {
    open.collect(taken);
    programs.decisions = open.take();
  }

  llvm::Error takeError() { return std::move(error); }

private:
  void addLaunch(graph::LaunchOp launch, unsigned place, ModuleOp kernel);
  llvm::Error writePrograms(graph::LaunchOp launch, ModuleOp kernel,
                            KernelProgram &program);

  StringRef folder;
  KernelPrograms &programs;
  OpenDecisions open;
  InputRecorder recorder{kMaxRecordedBytes};
  llvm::StringMap<size_t> numbers; // of kernels, by text
  llvm::StringSet<> skipped;
  llvm::Error error = llvm::Error::success();
};
} // namespace

//===-- the program of a kernel -------------------------------------------===//

/// Adds the function `main` that only launches the kernel of `launch`.
static void addMain(ModuleOp program, graph::LaunchOp launch) {
  OpBuilder builder = OpBuilder::atBlockEnd(program.getBody());
  SmallVector<Value> inputs = getDistinctInputs(launch);
  Location loc = launch.getLoc();
  auto main = func::FuncOp::create(
      builder, loc, "main",
      builder.getFunctionType(ValueRange(inputs).getTypes(),
                              launch.getResultTypes()));
  builder.setInsertionPointToStart(main.addEntryBlock());
  IRMapping mapping;
  for (auto [i, input] : llvm::enumerate(inputs)) {
    main.setArgAttrs(
        i, describeArgument(builder, "x" + std::to_string(i), input.getType()));
    mapping.map(input, main.getArgument(i));
  }
  for (Value input : launch.getInputs())
    if (!mapping.contains(input))
      builder.clone(*input.getDefiningOp(), mapping);
  for (Value out : launch.getOuts())
    mapping.map(out, tensor::EmptyOp::create(builder, loc, out.getType(),
                                             ValueRange()));
  Operation *copy = builder.clone(*launch, mapping);
  for (auto [i, result] : llvm::enumerate(copy->getResults()))
    main.setResultAttrs(i, describeArgument(builder, "y" + std::to_string(i),
                                            result.getType()));
  func::ReturnOp::create(builder, loc, copy->getResults());
}

/// Writes the program of a kernel, and the one with f64 arithmetic.
llvm::Error ProgramWriter::writePrograms(graph::LaunchOp launch,
                                         ModuleOp kernel,
                                         KernelProgram &written) {
  auto model = cast<ModuleOp>(kernel->getParentOp());
  OwningOpRef<ModuleOp> program(cast<ModuleOp>(model->cloneWithoutRegions()));
  program->getBodyRegion().emplaceBlock();
  program->push_back(kernel.clone());
  addMain(*program, launch);
  if (llvm::Error error = writeProgramFile(*program, written.path))
    return error;
  if (llvm::Error error = makeExact(*program)) {
    written.notExact = llvm::toString(std::move(error));
    return llvm::Error::success();
  }
  SmallString<128> path(written.path);
  llvm::sys::path::replace_extension(path, "exact.mlir");
  written.exactPath = path.str().str();
  return writeProgramFile(*program, path);
}

llvm::Error writeProgramFile(ModuleOp program, StringRef path) {
  constexpr StringLiteral kName = graph::GraphDialect::kWeightsAttrName;
  program->setAttr(kName, StringAttr::get(program.getContext(), "weights.bin"));
  llvm::Error error =
      writeFile(path, [&](raw_ostream &os) { os << program << "\n"; });
  program->removeAttr(kName);
  return error;
}

//===-- all kernels -------------------------------------------------------===//

/// Whether all sizes of the data of `launch` are known.
static bool isStatic(graph::LaunchOp launch) {
  auto isStaticTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(launch->getOperandTypes(), isStaticTensor);
}

static bool hasSchedule(ModuleOp module) {
  func::FuncOp kernel = getKernel(module);
  return !kernel || schedule::findScript(module) ||
         kernel->hasAttr(schedule::kStrategyAttrName);
}

static int64_t getCount(graph::LaunchOp launch, StringRef name) {
  auto count = launch->getAttrOfType<IntegerAttr>(name);
  return count ? count.getInt() : 0;
}

void ProgramWriter::addLaunch(graph::LaunchOp launch, unsigned place,
                              ModuleOp kernel) {
  std::string name = kernel.getSymName()->str();
  if (!isStatic(launch) || hasSchedule(kernel)) {
    if (skipped.insert(name).second)
      programs.skipped.push_back(name);
    return;
  }
  std::string text = getCanonicalText(getKernel(kernel));
  auto [number, isNew] = numbers.try_emplace(text, programs.kernels.size());
  if (isNew) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, name + ".mlir");
    programs.kernels.push_back({name,
                                text,
                                0,
                                {},
                                getCount(launch, "graph.flops"),
                                getCount(launch, "graph.bytes"),
                                path.str().str()});
    programs.kernels.back().isRecorded = recorder.add(launch, name);
    if (!error)
      error = writePrograms(launch, kernel, programs.kernels.back());
  }
  KernelProgram &program = programs.kernels[number->second];
  ++program.numLaunches;
  program.places.push_back(place);
  for (Attribute node : getNodeNames(launch.getLoc()))
    program.nodes.push_back(cast<StringAttr>(node).str());
}

void ProgramWriter::reach(ModuleOp module, Level level) {
  if (level != Level::Loops)
    return;
  auto target = codegen::getTarget(module);
  if (target && *target)
    programs.target = (*target)->str();
  else
    llvm::consumeError(target.takeError());
  if (auto options = CommandOptions::get(module); succeeded(options))
    programs.optLevel = options->optLevel;
  unsigned numLaunches = 0;
  module.walk([&](graph::LaunchOp launch) {
    StringRef name = launch.getKernel().getRootReference();
    unsigned place = numLaunches++;
    if (auto kernel = module.lookupSymbol<ModuleOp>(name))
      addLaunch(launch, place, kernel);
  });
  SmallString<128> path(folder);
  llvm::sys::path::append(path, getDumpName(Level::Loops));
  programs.modelPath = path.str().str();
  if (!error)
    error = writeProgramFile(module, path);
  if (OwningOpRef<ModuleOp> recording = recorder.build(module);
      recording && !error) {
    SmallString<128> place(folder);
    llvm::sys::path::append(place, "inputs.mlir");
    programs.inputsPath = place.str().str();
    error = writeProgramFile(*recording, place);
  }
  if (!error)
    error = writeWeights(folder, module.getContext());
}

FailureOr<KernelPrograms> writeKernelPrograms(StringRef path,
                                              const Options &options,
                                              StringRef folder,
                                              const Sink &sink) {
  if (std::error_code code = llvm::sys::fs::create_directories(folder)) {
    sink(Severity::Error,
         ("cannot create folder '" + folder + "': " + code.message()).str());
    return failure();
  }
  KernelPrograms programs;
  ProgramWriter writer(folder, programs);
  LogicalResult result = observe(std::nullopt, path, options, sink, writer);
  llvm::Error error = writer.takeError();
  if (!error && !writer.missing.empty())
    error = llvm::createStringError("the model has nodes that are not "
                                    "supported: see tvmc explain");
  if (error) {
    sink(Severity::Error, llvm::toString(std::move(error)));
    return failure();
  }
  if (failed(result))
    return failure();
  return programs;
}

} // namespace tvm::compiler
