// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
#define TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/Tensors/GraphIndexing.h"

namespace tvm {

/// Calls function `name` of the runtime (`runtime/library/Library.h`) with
/// `constants` and `inputs`. The call has all results of the operator, with
/// element type `element` if given.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
callLibrary(Definition &d, llvm::StringRef name,
            llvm::ArrayRef<mlir::Attribute> constants, mlir::ValueRange inputs,
            mlir::Type element = {});

/// Whether there is a library, and it scatters faster than a definition that
/// compares elements with indices. `comparisons` are the factors of the number
/// of comparisons.
bool isForLibrary(Definition &d, llvm::ArrayRef<int64_t> comparisons);

/// Scatters by a library call. `axis` is -1 for slices of scatter_nd.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
scatterByLibrary(Definition &d, graph::ScatterReduction reduction,
                 int64_t axis);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
