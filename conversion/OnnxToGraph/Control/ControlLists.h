// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H
#define TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H

#include "conversion/OnnxToGraph/Importer.h"

namespace tvm::onnx_import {

// Lists that branches select or loops carry, which are references.

/// Types of the values that are lists.
using ListTypes = llvm::SmallVector<std::optional<ListType>>;

/// Whether `binding` is a list (an ONNX sequence or optional), not a tensor.
bool isList(const Binding &binding);

/// The type of `binding` in messages.
std::string describe(const Binding &binding);

/// `values` as bindings; lists are references of `types`.
llvm::SmallVector<Binding> toBindings(mlir::ValueRange values,
                                      const ListTypes &types);

/// `bindings` as values; lists of `types` are references.
llvm::SmallVector<mlir::Value>
toValues(Node &node, llvm::ArrayRef<Binding> bindings, const ListTypes &types);

/// Joins the types of both, if one of them is a list.
mlir::LogicalResult joinTypes(Node &node, const Binding &a, const Binding &b,
                              std::optional<ListType> &type);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_CONTROL_CONTROLLISTS_H
