#ifndef TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
#define TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H

#include "conversion/GraphToTE/Definition.h"

namespace tvm {

/// Calls function `name` of the runtime (`runtime/Library.h`) with `constants`
/// and `inputs` for all results of the operator.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
callLibrary(Definition &d, llvm::StringRef name,
            llvm::ArrayRef<mlir::Attribute> constants, mlir::ValueRange inputs);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_LIBRARYCALLS_H
