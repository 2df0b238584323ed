// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PIPELINES_PIPELINES_H
#define TVM_COMPILER_PIPELINES_PIPELINES_H

#include "compiler/pipelines/Levels.h"
#include "mlir/Pass/PassManager.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tvm::compiler {

/// Options of the pipelines besides those that the module records (the target
/// and the command's options). They do not change the values that a program
/// computes.
struct PipelineOptions {
  /// Whether remarks report marks of the rules' schedules that could not be
  /// carried out. Schedules of the kernels named in `given` always get such
  /// remarks.
  bool scheduleRemarks = true;
  std::vector<std::string> given;
  /// Whether level `llvm` includes the lowering of kernels. The kernel compiler
  /// would do it itself, on several threads and behind its cache.
  bool lowerKernels = true;
  /// Whether the manifest describes the layout of the arena.
  bool reportMemory = false;
  /// Whether to compute values that depend on constants only. The evaluator of
  /// constants disables it, because its modules consist of such values.
  bool foldConstants = true;
  /// The optimisation level that replaces the module's.
  std::optional<unsigned> optLevel;
  /// Whether to run necessary passes only, without optimisation.
  bool naive = false;
  /// Receives the decisions of graph-fuse on operators; null without one.
  std::function<void(mlir::Operation *, mlir::Attribute)> fusionListener;
};

/// Adds the pass that leads from the level before `level` to it. It fails for a
/// module of another level, and for one without a target or with unknown
/// options.
void buildPipeline(Level level, mlir::OpPassManager &manager,
                   const PipelineOptions &options);

/// Registers them for tvm-opt: `tvm-graph-pipeline`, `tvm-fused-pipeline`,
/// `tvm-te-pipeline`, `tvm-loops-pipeline`, `tvm-scheduled-pipeline`,
/// `tvm-llvm-pipeline`; and `tvm-import-pipeline` for modules of other
/// compilers.
void registerPipelines();

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_PIPELINES_H
