// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/ModelTasks.h"

#include "compiler/Dialects.h"
#include "compiler/Plugins.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;

namespace tvm::compiler {

static void remarkSkipped(const Sink &sink, StringRef kernel,
                          const llvm::Twine &reason) {
  sink(Severity::Remark,
       ("kernel '" + kernel + "' is not tuned: " + reason).str());
}

std::unique_ptr<MLIRContext> makeContext(const Options &options,
                                         const Sink &sink) {
  DialectRegistry registry = getDialects();
  for (const std::string &plugin : options.plugins)
    if (llvm::Error error = loadPlugin(plugin, registry)) {
      sink(Severity::Error, llvm::toString(std::move(error)));
      return nullptr;
    }
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

FailureOr<ModelTasks> readModelTasks(StringRef model, const Options &options,
                                     StringRef folder, const Sink &sink) {
  auto programs = writeKernelPrograms(model, options, folder, sink);
  if (failed(programs))
    return failure();
  ModelTasks result;
  result.programs = std::move(*programs);
  result.context = makeContext(options, sink);
  if (!result.context)
    return failure();
  for (const std::string &name : result.programs.skipped)
    remarkSkipped(sink, name, "it cannot run alone, or has a schedule already");
  for (const KernelProgram &program : result.programs.kernels) {
    auto space = KernelTask::read(program, result.context.get());
    if (!space) {
      remarkSkipped(sink, program.name, llvm::toString(space.takeError()));
      continue;
    }
    if (!program.notExact.empty())
      sink(Severity::Warning,
           "kernel '" + program.name +
               "' has no exact results: " + program.notExact);
    if (!program.isRecorded)
      sink(Severity::Warning, "kernel '" + program.name +
                                  "' is compared with random inputs only: its "
                                  "launches are in loops or branches, or the "
                                  "inputs of all kernels need too much memory");
    result.kernels.push_back({&program, space->get()});
    result.tasks.push_back({program.name, program.text, program.numLaunches,
                            std::move(*space), program.places});
  }
  return result;
}

} // namespace tvm::compiler
