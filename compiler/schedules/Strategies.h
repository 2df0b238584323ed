#ifndef TVM_COMPILER_SCHEDULES_STRATEGIES_H
#define TVM_COMPILER_SCHEDULES_STRATEGIES_H

#include "compiler/schedules/KernelFiles.h"

namespace tvm::compiler {

/// Writer of the strategies of each kernel that has some:
/// `folder`/<kernel>.mlir contains the loops of the kernel with
/// `schedule.strategy`.
class StrategyWriter : public KernelWriter {
public:
  using KernelWriter::KernelWriter;

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
};

/// Gives kernels of `model`, at level `loops`, the strategies in `paths` for
/// equal kernels, by canonical text. A path is a file from StrategyWriter,
/// possibly edited or joined, or a folder of such files. A kernel that already
/// has a schedule or a strategy keeps it. Warns of a path with strategies for
/// other kernels only. Fails, with a diagnostic, if a path has no strategies,
/// or two different ones for one kernel.
mlir::LogicalResult readStrategies(llvm::ArrayRef<std::string> paths,
                                   mlir::ModuleOp model);

} // namespace tvm::compiler

#endif // TVM_COMPILER_SCHEDULES_STRATEGIES_H
