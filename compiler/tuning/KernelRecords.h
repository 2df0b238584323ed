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

/// Gives kernels of `model`, at level `loops`, the best strategies that the
/// database at `path` has for equal kernels on `target`
/// (codegen::Target::str), if they were faster than the default. Strategies
/// that were measured in a model count before strategies of kernels that ran
/// alone. A kernel that already has a schedule or a strategy keeps it. A
/// strategy that no longer applies is left out, with a remark, and the next one
/// is taken. `listener` hears of each record that is taken. Fails, with a
/// diagnostic, if the database cannot be read.
mlir::LogicalResult readKernelRecords(llvm::StringRef path,
                                      llvm::StringRef target,
                                      mlir::ModuleOp model,
                                      RecordListener listener);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_KERNELRECORDS_H
