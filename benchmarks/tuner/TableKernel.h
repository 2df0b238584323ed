// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of a model whose strategies a table measures.
#ifndef TVM_BENCHMARKS_TUNER_TABLEKERNEL_H
#define TVM_BENCHMARKS_TUNER_TABLEKERNEL_H

#include "compiler/tuning/ModelTasks.h"

namespace tvm::tuner {

/// The kernel of a model with the most operations.
class TableKernel {
public:
  /// Compiles the model at `path` with `options` of `tvmc compile`. `folder`,
  /// which is made where it is not there, gets the programs of its kernels.
  static llvm::Expected<TableKernel>
  read(llvm::StringRef path, llvm::StringRef folder,
       llvm::ArrayRef<llvm::StringRef> options);

  const compiler::KernelTask &getTask() const { return *task; }

private:
  compiler::ModelTasks model;
  const compiler::KernelTask *task = nullptr;
};

} // namespace tvm::tuner

#endif // TVM_BENCHMARKS_TUNER_TABLEKERNEL_H
