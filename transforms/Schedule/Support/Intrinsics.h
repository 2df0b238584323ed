// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_INTRINSICS_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_INTRINSICS_H

#include "dialects/TE/TEIntrinsics.h"
#include "mlir/IR/BuiltinOps.h"
#include "transforms/Target/CPU.h"

namespace tvm::schedule {

using target::DotProduct;

/// Number of products that one instruction adds to a lane.
constexpr int64_t kDotSteps = 4;

/// The te.tensor_intrin `name` of `module`. If there is none, the text from
/// `write` is parsed and added.
te::TensorIntrinOp declareIntrinsic(mlir::ModuleOp module, llvm::StringRef name,
                                    llvm::function_ref<std::string()> write);

/// `instruction` as a te.tensor_intrin of `module`, which is added if
/// necessary: to each of `lanes` i32 (8 or 16) it adds the products of four
/// unsigned bytes, the same for all lanes, and four adjacent signed bytes.
te::TensorIntrinOp declareDotProduct(mlir::ModuleOp module, int64_t lanes,
                                     DotProduct instruction);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_INTRINSICS_H
