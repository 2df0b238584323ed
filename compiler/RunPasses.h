#ifndef TVM_COMPILER_RUNPASSES_H
#define TVM_COMPILER_RUNPASSES_H

#include "compiler/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace tvm::compiler {

/// Registers the passes that pipelines may name; more calls do nothing.
void registerPasses();

/// The passes of `text`, as `tvm-opt --pass-pipeline=` takes it.
llvm::Expected<mlir::OpPassManager> parsePipeline(llvm::StringRef text);

/// Runs `passes` on the module of `text`, which messages call `name`. `result`
/// is the module's text afterwards.
mlir::LogicalResult runPasses(llvm::StringRef text, llvm::StringRef name,
                              const mlir::OpPassManager &passes,
                              const Sink &sink, std::string &result);

} // namespace tvm::compiler

#endif // TVM_COMPILER_RUNPASSES_H
