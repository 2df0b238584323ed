// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_RUNPASSES_H
#define TVM_COMPILER_RUNPASSES_H

#include "compiler/Diagnostics.h"
#include "mlir/Pass/PassManager.h"

#include <string>

namespace tvm::compiler {

/// Registers the passes that pipelines may name. Further calls have no effect.
void registerPasses();

/// The passes of `text`, in the form of `tvm-opt --pass-pipeline=`.
llvm::Expected<mlir::OpPassManager> parsePipeline(llvm::StringRef text);

/// Runs `passes` on the module of `text`, called `name` in messages. `result`
/// becomes the text of the resulting module.
mlir::LogicalResult runPasses(llvm::StringRef text, llvm::StringRef name,
                              const mlir::OpPassManager &passes,
                              const Sink &sink, std::string &result);

} // namespace tvm::compiler

#endif // TVM_COMPILER_RUNPASSES_H
