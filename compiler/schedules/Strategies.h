#ifndef TVM_COMPILER_SCHEDULES_STRATEGIES_H
#define TVM_COMPILER_SCHEDULES_STRATEGIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassInstrumentation.h"

#include <mutex>
#include <string>
#include <vector>

namespace tvm::compiler {

/// The canonical text of a kernel at level `loops`: its function without its
/// name, its strategies and its locations. Kernels of different models with the
/// same text are the same kernel, and the same strategies apply to them.
std::string getCanonicalText(mlir::func::FuncOp kernel);

/// Writer of the strategies of each kernel that has some:
/// `folder`/<kernel>.mlir contains the loops of the kernel with
/// `schedule.strategy`.
class StrategyWriter : public mlir::PassInstrumentation {
public:
  /// Adds a message to `problems` for each file that cannot be written.
  StrategyWriter(std::string folder, std::vector<std::string> &problems)
      : folder(std::move(folder)), problems(problems) {}

  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;

private:
  std::string folder;
  std::vector<std::string> &problems;
  std::mutex mutex;
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
