#ifndef TVM_TOOLS_COMPILER_DRIVER_H
#define TVM_TOOLS_COMPILER_DRIVER_H

#include "tools/compiler/Diagnostics.h"
#include "tools/compiler/Options.h"
#include "llvm/ADT/ArrayRef.h"

namespace tvm::compiler {

/// Compiles `model` (an ONNX model, or a dump if `path` ends with ".mlir") to
/// the artefact `output`. With null `model` reads `path`. Everything that is
/// wrong was reported to `sink` if it fails; nothing is left behind.
mlir::LogicalResult compile(std::optional<llvm::ArrayRef<char>> model,
                            llvm::StringRef path, llvm::StringRef output,
                            const Options &options, const Sink &sink);

} // namespace tvm::compiler

#endif // TVM_TOOLS_COMPILER_DRIVER_H
