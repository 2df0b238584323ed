// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_KERNELRECORDS_H
#define TVM_COMPILER_TUNING_KERNELRECORDS_H

#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tuner/database/Database.h"

namespace tvm::compiler {

/// The strategies in the text of a record; null, without a diagnostic, if there
/// are none.
schedule::BlocksAttr parseStrategies(llvm::StringRef text,
                                     mlir::MLIRContext *context);

/// Receives a kernel and the record that it takes.
using RecordListener = llvm::function_ref<void(
    mlir::func::FuncOp kernel, const tuner::RankedStrategy &record)>;

/// Records on `model`, at level `loops` or before, the strategies with which a
/// database answers for its kernels in the context `asked` (tuner::findAnswer):
/// up to eight for each kernel, the fastest first. `loops` is the model at
/// level `loops`, which has the kernels. giveStrategies gives kernels the first
/// one that applies. Strategies that the module records already for a kernel
/// stay. Remarks count the records of other builds and machines. Fails, with a
/// diagnostic, if the database cannot be read.
mlir::LogicalResult recordKernelRecords(tuner::Database &database,
                                        const tuner::RecordContext &asked,
                                        mlir::ModuleOp loops,
                                        mlir::ModuleOp model);

/// Calls `listener` for kernels of `model`, at level `loops`, whose strategy is
/// one of those records.
mlir::LogicalResult findKernelRecords(tuner::Database &database,
                                      const tuner::RecordContext &asked,
                                      mlir::ModuleOp model,
                                      RecordListener listener);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_KERNELRECORDS_H
