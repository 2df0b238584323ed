// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHATTRIBUTES_H
#define TVM_DIALECTS_GRAPH_GRAPHATTRIBUTES_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "dialects/Graph/GraphEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/GraphAttributes.h.inc"

namespace tvm::graph {

/// Bytes of `type`'s elements in row-major order, one byte per `i1`.
/// `type` has a static shape.
uint64_t getStorageSize(mlir::ShapedType type);

/// A `#graph.weight` of `bytes` kept alive by `owner`, in the store of
/// `type`'s context. `bytes` are `getStorageSize(type)` many.
WeightAttr createWeight(mlir::RankedTensorType type, llvm::StringRef name,
                        llvm::ArrayRef<char> bytes,
                        std::shared_ptr<const void> owner);

/// The constant `bytes` of `type`: an elements attribute where it is small or
/// a splat, a weight otherwise.
mlir::TypedAttr createConstant(mlir::RankedTensorType type,
                               llvm::StringRef name, llvm::ArrayRef<char> bytes,
                               std::shared_ptr<const void> owner);

/// The constant `value` (elements or weight) with its elements in another
/// shape of as many; null for elements that are not dense.
mlir::TypedAttr reshapeConstant(mlir::TypedAttr value,
                                mlir::RankedTensorType type);

/// The bytes of a constant value (elements or weight). The result refers to
/// the store or to `buffer`. Fails where the store has other data.
llvm::Expected<llvm::ArrayRef<char>>
getConstantBytes(mlir::Attribute value, llvm::SmallVectorImpl<char> &buffer);

/// Elements of a type of up to 64 bits, from the bytes of a constant.
llvm::SmallVector<int64_t> decodeIntegers(mlir::IntegerType type,
                                          llvm::ArrayRef<char> bytes);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_GRAPHATTRIBUTES_H
