// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_MODELTASKS_H
#define TVM_COMPILER_TUNING_MODELTASKS_H

#include "compiler/tuning/KernelTask.h"

namespace tvm::compiler {

/// The kernels of a model as tasks of the tuner.
struct ModelTasks {
  /// A kernel that can be tuned: its task, its program, and its strategies,
  /// which the task owns.
  struct Kernel {
    const KernelProgram *program;
    KernelTask *space;
  };

  /// The context of the strategies.
  std::unique_ptr<mlir::MLIRContext> context;
  KernelPrograms programs;
  std::vector<tuner::Task> tasks;
  std::vector<Kernel> kernels; // in the order of `tasks`
};

/// A context with the dialects of the levels and of plug-ins. Null after an
/// error, which is reported to `sink`.
std::unique_ptr<mlir::MLIRContext> makeContext(const Options &options,
                                               const Sink &sink);

/// Writes the programs of the model's kernels to `folder`
/// (writeKernelPrograms), and reads their spaces. A remark tells `sink` of each
/// kernel that is not tuned, and a warning of each that has no exact results,
/// or whose inputs are not recorded. Fails after reporting errors to `sink`.
mlir::FailureOr<ModelTasks> readModelTasks(llvm::StringRef model,
                                           const Options &options,
                                           llvm::StringRef folder,
                                           const Sink &sink);

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_MODELTASKS_H
