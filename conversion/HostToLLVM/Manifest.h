// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_HOSTTOLLVM_MANIFEST_H
#define TVM_CONVERSION_HOSTTOLLVM_MANIFEST_H

#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace tvm {

/// The names of the model's nodes in a location, as strings.
llvm::SmallVector<mlir::Attribute> getNodeNames(mlir::Location loc);

/// The part of the artefact's manifest that describes `main`, whose launches
/// are `calls` and whose checks have the texts `checks`: a dictionary with the
/// manifest's names.
mlir::DictionaryAttr describeHost(mlir::func::FuncOp main,
                                  llvm::ArrayRef<graph::CallOp> calls,
                                  llvm::ArrayRef<mlir::Attribute> checks);

} // namespace tvm

#endif // TVM_CONVERSION_HOSTTOLLVM_MANIFEST_H
