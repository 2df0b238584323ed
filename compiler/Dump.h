#ifndef TVM_COMPILER_DUMP_H
#define TVM_COMPILER_DUMP_H

#include "codegen/Kernels/KernelCompiler.h"
#include "compiler/Levels.h"
#include "mlir/IR/OwningOpRef.h"

namespace tvm::compiler {

/// Writes `module` to `folder`/`getDumpName(level)`, locations included, with
/// `graph.weights` naming the file that writeWeights writes. A module that is
/// one of several has the name of its CPU, `variant`, in the name of its file.
llvm::Error writeDump(llvm::StringRef folder, mlir::ModuleOp module,
                      Level level, llvm::StringRef variant = "");

/// Writes the weight store of `context` to `folder`/weights.bin.
llvm::Error writeWeights(llvm::StringRef folder, mlir::MLIRContext *context);

/// Writes 7.ll and 8.s: the modules' texts one after the other.
llvm::Error writeTexts(llvm::StringRef folder,
                       llvm::ArrayRef<codegen::CompiledModule> modules);

/// Reads a dump, `text` if there is one and else the file `path`, and maps the
/// weights beside it. A module of another compiler becomes one of
/// ours. Null after reporting what is wrong.
mlir::OwningOpRef<mlir::ModuleOp>
readDump(std::optional<llvm::ArrayRef<char>> text, llvm::StringRef path,
         mlir::MLIRContext *context);

} // namespace tvm::compiler

#endif // TVM_COMPILER_DUMP_H
