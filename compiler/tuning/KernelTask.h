#ifndef TVM_COMPILER_TUNING_KERNELTASK_H
#define TVM_COMPILER_TUNING_KERNELTASK_H

#include "compiler/tuning/KernelPrograms.h"
#include "mlir/IR/OwningOpRef.h"
#include "tuner/session/Task.h"
#include "tuner/space/KernelSpace.h"

namespace tvm::compiler {

/// The strategies of the kernel of a program.
class KernelTask : public tuner::TaskSpace {
public:
  /// Reads the program `program`. Fails if its kernel has no parameters.
  static llvm::Expected<std::unique_ptr<KernelTask>>
  read(const KernelProgram &program, mlir::MLIRContext *context);

  const tuner::ParameterSpace &getParameters() const override {
    return space->getParameters();
  }
  std::string getDefault() const override;
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override;

  bool applies(llvm::StringRef strategy) const override;
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const override {
    return space->describe(point);
  }

  /// The estimated cycles of a launch with the default strategy, of the blocks
  /// that have parameters.
  double estimateDefault() const;

  /// Writes the program to `path`, beside the weights of the model, with a
  /// strategy for its kernel.
  llvm::Error writeProgram(llvm::StringRef strategy,
                           llvm::StringRef path) const;

private:
  explicit KernelTask(mlir::OwningOpRef<mlir::ModuleOp> program)
      : program(std::move(program)) {}
  mlir::func::FuncOp getFunction() const;

  mlir::OwningOpRef<mlir::ModuleOp> program;
  std::optional<tuner::MachineModel> machine;
  std::unique_ptr<tuner::KernelSpace> space;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_KERNELTASK_H
