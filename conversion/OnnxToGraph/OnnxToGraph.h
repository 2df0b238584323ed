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
    UnknownOperator, // nothing imports it
    Refused,         // an attribute or type is wrong, or not supported
    Unreached        // it reads results of such a node, of unknown type
  };
  Kind kind;
  std::string name;
  std::string opType; // with the domain, if it is not ONNX's
  std::string reason;
};

/// How an ONNX model is imported.
struct OnnxImportOptions {
  /// Shapes that replace those of the graph's inputs, by name; -1 = unknown.
  llvm::StringMap<llvm::SmallVector<int64_t>> inputShapes;
  /// If there is one, nodes that cannot be imported are listed here instead of
  /// being reported, and importing goes on: operations `unsupported.<operator>`
  /// take their places where the model declares the types of their outputs.
  /// The context has to allow unregistered dialects.
  std::vector<MissingNode> *missing = nullptr;
};

/// Imports an ONNX model (opsets 7 to 27) as a module with one public function
/// `main` of graph operators. Input and output names are the argument and
/// result attributes `graph.name`; symbolic dimensions are listed per argument
/// in `graph.dims` (a string, or an integer for a static one).
///
/// `path` names the model in diagnostics and is where external data is looked
/// up; external data is refused if it is empty. Returns null after reporting
/// what is wrong, all unsupported operators at once.
mlir::OwningOpRef<mlir::ModuleOp> importOnnx(llvm::ArrayRef<char> bytes,
                                             llvm::StringRef path,
                                             const OnnxImportOptions &options,
                                             mlir::MLIRContext *context);

/// The same for the file `path`.
mlir::OwningOpRef<mlir::ModuleOp>
importOnnxFile(llvm::StringRef path, const OnnxImportOptions &options,
               mlir::MLIRContext *context);

} // namespace tvm

#endif // TVM_CONVERSION_ONNXTOGRAPH_ONNXTOGRAPH_H
