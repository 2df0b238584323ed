// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_PROGRAMKERNEL_H
#define TVM_COMPILER_TUNING_PROGRAMKERNEL_H

#include "mlir/IR/OwningOpRef.h"
#include "tuner/space/Planning.h"

namespace tvm::compiler {

/// The strategies of all blocks of a kernel as a text (tuner::KernelPlan).
struct PlanText {
  std::string strategies;
  std::string digest;
};

/// The kernel of a program that has one.
class ProgramKernel {
public:
  /// Reads the program at `path`.
  static llvm::Expected<ProgramKernel> read(llvm::StringRef path,
                                            mlir::MLIRContext *context);

  mlir::ModuleOp getProgram() const { return program.get(); }
  mlir::func::FuncOp getFunction() const;
  const tuner::MachineModel &getMachine() const { return *machine; }

  /// The strategies of all blocks, if some have those in the text `some`
  /// (tuner::completeStrategies). Fails, with the reason, if one of them does
  /// not apply.
  llvm::Expected<PlanText> complete(llvm::StringRef some) const;
  /// Fails, with the reason, unless the strategies in a text schedule the
  /// kernel.
  llvm::Error check(llvm::StringRef strategies) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> program;
  std::unique_ptr<tuner::MachineModel> machine;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_PROGRAMKERNEL_H
