// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/Emitter.h"

#include "codegen/Kernels/LargeFunctions.h"
#include "codegen/Kernels/MaskedLoads.h"
#include "codegen/Kernels/NonPowerOfTwoVectors.h"
#include "codegen/Kernels/RegisterAllocator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tvm::codegen {

/// Lets LLVM use whole registers: for several CPUs it prefers half of them, and
/// splits even explicit vectors.
static void setVectorWidth(Module &module, const Target &target) {
  std::string bits = std::to_string(target.getMachine().vectors.bits);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("prefer-vector-width", bits);
    function.addFnAttr("min-legal-vector-width", bits);
    function.addFnAttr(Attribute::NoUnwind);
  }
}

static void optimise(Module &module, TargetMachine &machine,
                     const target::VectorUnit &vectors, unsigned optLevel) {
  static const OptimizationLevel levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  OptimizationLevel level = levels[std::min(optLevel, 3u)];
  PipelineTuningOptions tuning;
  tuning.LoopVectorization = optLevel >= 2;
  tuning.SLPVectorization = optLevel >= 2 && !hasLargeBlock(module);
  tuning.LoopInterleaving = optLevel >= 2;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine, tuning);
  builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) {
        passes.addPass(MarkLargeLoopsPass());
      });
  builder.registerOptimizerLastEPCallback(
      [=](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) {
        FunctionPassManager last;
        if (vectors.hasMasks())
          last.addPass(WidenNonPowerOfTwoVectorsPass(vectors.bits));
        last.addPass(MarkLargeBlocksPass());
        passes.addPass(createModuleToFunctionPassAdaptor(std::move(last)));
      });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  ModulePassManager passes = optLevel == 0
                                 ? builder.buildO0DefaultPipeline(level)
                                 : builder.buildPerModuleDefaultPipeline(level);
  passes.run(module, modules);
}

static Error emit(Module &module, TargetMachine &machine, CodeGenFileType type,
                  std::string &output) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream os(buffer);
  legacy::PassManager passes;
  keepMaskedLoads();
  RegisterAllocatorScope scope(machine.getOptLevel(), hasLargeBlock(module));
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return createStringError("the target emits no such file");
  passes.run(module);
  output.assign(buffer.begin(), buffer.end());
  return Error::success();
}

Error emitObject(Module &module, const Target &target,
                 const CompileOptions &options, CompiledModule &result) {
  std::unique_ptr<TargetMachine> machine =
      target.createMachine(options.optLevel);
  module.setTargetTriple(Triple(target.getTriple()));
  module.setDataLayout(machine->createDataLayout());
  module.setSourceFileName(result.name);
  setVectorWidth(module, target);
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(module, &os))
    return createStringError("invalid LLVM IR: " + problem);
  optimise(module, *machine, target.getMachine().vectors, options.optLevel);
  if (options.emitText) {
    raw_string_ostream text(result.llvmIR);
    module.print(text, nullptr);
    std::unique_ptr<Module> copy = CloneModule(module);
    if (Error error = emit(*copy, *machine, CodeGenFileType::AssemblyFile,
                           result.assembly))
      return error;
  }
  return emit(module, *machine, CodeGenFileType::ObjectFile, result.object);
}

} // namespace tvm::codegen
