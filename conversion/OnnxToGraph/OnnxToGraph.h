// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_ONNXTOGRAPH_H
#define TVM_CONVERSION_ONNXTOGRAPH_ONNXTOGRAPH_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace tvm {

/// A node that is missing in an imported module.
struct MissingNode {
  enum Kind {
    UnknownOperator, // there is no importer
    Refused,         // an attribute or type is wrong or unsupported
    Unreached        // it reads results of unknown type of such a node
  };
  Kind kind;
  std::string name;
  std::string opType; // with the domain, if it is not ONNX's
  std::string reason;
};

/// Options for the import of an ONNX model.
struct OnnxImportOptions {
  /// Shapes that replace the shapes of the graph's inputs, by name; -1:
  /// dynamic.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// If not null, nodes that cannot be imported are listed here instead of
  /// being reported, and the import continues: operations
  /// `unsupported.<operator>` replace them where the model declares the types
  /// of their outputs. The context has to allow unregistered dialects.
  std::vector<MissingNode> *missing = nullptr;
};

/// Imports an ONNX model (opsets 7 to 27) as a module with one public function
/// `main` of graph operators. Input and output names are the argument and
/// result attributes `graph.name`; symbolic dimensions are listed per argument
/// in `graph.dims` (a string, or an integer for a static one).
///
/// `path` names the model in diagnostics and locates external data, which is
/// refused if `path` is empty. Returns null after reporting errors; all
/// unsupported operators are reported at once.
mlir::OwningOpRef<mlir::ModuleOp> importOnnx(llvm::ArrayRef<char> bytes,
                                             llvm::StringRef path,
                                             const OnnxImportOptions &options,
                                             mlir::MLIRContext *context);

/// Imports the ONNX model in the file `path`.
mlir::OwningOpRef<mlir::ModuleOp>
importOnnxFile(llvm::StringRef path, const OnnxImportOptions &options,
               mlir::MLIRContext *context);

} // namespace tvm

#endif // TVM_CONVERSION_ONNXTOGRAPH_ONNXTOGRAPH_H
