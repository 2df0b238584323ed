#ifndef TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
#define TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/GraphIndexing.h"

namespace tvm {

/// Calls function `name` of the runtime (`runtime/Library.h`) with `constants`
/// and `inputs` for all results of the operator.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
callLibrary(Definition &d, llvm::StringRef name,
            llvm::ArrayRef<mlir::Attribute> constants, mlir::ValueRange inputs);

/// Scatters by the library, if that is worth it: `comparisons` of elements with
/// indices, which a definition would make, are many. `axis`: -1 for slices of
/// scatter_nd. Nothing where it is not, or there is no library.
std::optional<mlir::FailureOr<llvm::SmallVector<mlir::Value>>>
scatterByLibrary(Definition &d, graph::ScatterReduction reduction, int64_t axis,
                 llvm::ArrayRef<int64_t> comparisons);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
