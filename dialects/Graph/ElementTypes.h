// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_ELEMENTTYPES_H
#define TVM_DIALECTS_GRAPH_ELEMENTTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace tvm::graph {

/// The type of an element in memory, where each takes whole bytes: signless
/// integers and floats; i8 for bools and what can only be moved and converted
/// (less than 8 bits, which are the low ones of the byte; f8E8M0FNU); i64 for
/// addresses; i64 and i128 for complex numbers, which can only be moved.
mlir::Type getStorageElement(mlir::Type element);

/// Whether no memory holds a tensor of these sizes, of any element type; those
/// that are unknown or 0 do not count.
bool isTooLarge(llvm::ArrayRef<int64_t> shape);

/// Bytes of an element in memory.
int64_t getElementBytes(mlir::Type element);

/// Whether elements are addresses, of strings or tensors, which only a run has.
bool isAddress(mlir::Type element);

/// Whether operators compute with such elements, rather than only move and
/// convert them.
bool isNumber(mlir::Type element);

/// The type of a sum of products of elements of `a` and `b`: their type where
/// both have one; i32 for data of ui8 and weights of i8, as instructions for
/// quantised elements multiply them; null otherwise.
mlir::Type getProductElement(mlir::Type a, mlir::Type b);

/// numpy's or ml_dtypes' name of an element type.
std::string getElementName(mlir::Type element);

/// The element type of that name; null if no element type has the name.
mlir::Type getElementByName(mlir::MLIRContext *context, llvm::StringRef name);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_ELEMENTTYPES_H
