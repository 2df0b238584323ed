// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_DUMP_H
#define TVM_COMPILER_DUMP_H

#include "codegen/Kernels/KernelCompiler.h"
#include "compiler/pipelines/Levels.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::compiler {

/// Writes `module` to `folder`/`getDumpName(level)`, with locations, and with
/// `graph.weights` naming the file of writeWeights. The file name contains
/// `variant`, the name of the CPU, if the module is one of several.
llvm::Error writeDump(llvm::StringRef folder, mlir::ModuleOp module,
                      Level level, llvm::StringRef variant = "");

/// Writes the weight store of `context` to `folder`/weights.bin.
llvm::Error writeWeights(llvm::StringRef folder, mlir::MLIRContext *context);

/// Writes 7.ll and 8.s: the texts of the modules one after the other.
llvm::Error writeTexts(llvm::StringRef folder,
                       llvm::ArrayRef<codegen::CompiledModule> modules);

/// Reads a dump from `text`, or from the file `path`, and maps the weights
/// beside it. Converts a module of another compiler. Null after reporting
/// errors.
mlir::OwningOpRef<mlir::ModuleOp>
readDump(std::optional<llvm::ArrayRef<char>> text, llvm::StringRef path,
         mlir::MLIRContext *context);

} // namespace tvm::compiler

#endif // TVM_COMPILER_DUMP_H
