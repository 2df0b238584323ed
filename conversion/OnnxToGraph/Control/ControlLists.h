#ifndef TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H
#define TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

// Lists that branches choose or a loop carries are references.

/// Types of the values that are lists.
using ListTypes = llvm::SmallVector<std::optional<ListType>>;

/// Whether `binding` is a list (an ONNX sequence), not a tensor.
bool isList(const Binding &binding);

/// The type of `binding` as messages write it.
std::string describe(const Binding &binding);

/// `values`, where lists are the references of `types`.
llvm::SmallVector<Binding> toBindings(mlir::ValueRange values,
                                      const ListTypes &types);

/// `bindings`, where lists of `types` are references.
llvm::SmallVector<mlir::Value>
toValues(Node &node, llvm::ArrayRef<Binding> bindings, const ListTypes &types);

/// The type of lists that are one or the other, if one of them is a list.
mlir::LogicalResult joinTypes(Node &node, const Binding &a, const Binding &b,
                              std::optional<ListType> &type);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H
