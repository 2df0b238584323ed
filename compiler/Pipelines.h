#ifndef TVM_COMPILER_PIPELINES_H
#define TVM_COMPILER_PIPELINES_H

#include "compiler/Levels.h"
#include "mlir/Pass/PassManager.h"

#include <optional>
#include <string>
#include <vector>

namespace tvm::compiler {

/// Options of the pipelines beside those that the module records (the target
/// and the command's options). They do not change the values that a program
/// computes.
struct PipelineOptions {
  /// Say what the rules' schedules could not do, too; those of `given`, names
  /// of kernels that bring theirs, say it always.
  bool scheduleRemarks = true;
  std::vector<std::string> given;
  /// Lower kernels, too, at level `llvm`. The kernel compiler would do it
  /// itself, on several threads and with its cache in front.
  bool lowerKernels = true;
  /// Say in the manifest what lies where in the arena.
  bool reportMemory = false;
  /// Compute what depends on constants only. The evaluator of constants uses
  /// the pipelines without it, since that is all that its modules compute.
  bool foldConstants = true;
  /// In place of those that the module records.
  std::optional<unsigned> optLevel;
  /// Only what is necessary, without optimisation.
  bool naive = false;
};

/// Adds the pass that leads from the level before `level` to it. It fails for a
/// module of another level, and for one that records no target, or options that
/// there are not.
void buildPipeline(Level level, mlir::OpPassManager &manager,
                   const PipelineOptions &options);

/// Registers them for tvm-opt: `tvm-graph-pipeline`, `tvm-fused-pipeline`,
/// `tvm-te-pipeline`, `tvm-loops-pipeline`, `tvm-scheduled-pipeline`,
/// `tvm-llvm-pipeline`; and `tvm-import-pipeline` for modules of other
/// compilers.
void registerPipelines();

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_H
