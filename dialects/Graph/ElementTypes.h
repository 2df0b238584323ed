#ifndef TVM_DIALECTS_GRAPH_ELEMENTTYPES_H
#define TVM_DIALECTS_GRAPH_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

#include <string>

namespace tvm::graph {

/// The type of an element in memory, where each takes whole bytes: signless
/// integers and floats; i8 for bools and what can only be moved and converted
/// (less than 8 bits, which are the low ones of the byte; f8E8M0FNU); i64 for
/// addresses.
mlir::Type getStorageElement(mlir::Type element);

/// Whether elements are addresses, of strings or tensors, which only a run has.
bool isAddress(mlir::Type element);

/// numpy's or ml_dtypes' name of an element type.
std::string getElementName(mlir::Type element);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_ELEMENTTYPES_H
