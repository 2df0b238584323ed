// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_TUNING_KERNELTASK_H
#define TVM_COMPILER_TUNING_KERNELTASK_H

#include "compiler/tuning/KernelPrograms.h"
#include "compiler/tuning/ProgramKernel.h"
#include "tuner/session/Task.h"
#include "tuner/space/KernelSpace.h"
#include "llvm/ADT/StringMap.h"

namespace tvm::compiler {

/// Applies strategies to the kernels of programs in a place where rules that
/// crash or never end do no harm. A fault is an ApplyFault.
class StrategyApplier {
public:
  virtual ~StrategyApplier();

  /// ProgramKernel::complete of the program at `path`.
  virtual llvm::Expected<PlanText> complete(llvm::StringRef path,
                                            llvm::StringRef some) = 0;
  /// ProgramKernel::check of the program at `path`.
  virtual llvm::Error check(llvm::StringRef path,
                            llvm::StringRef strategies) = 0;
};

/// The strategies of the kernel of a program.
class KernelTask : public tuner::TaskSpace {
public:
  /// Reads the program `program`. Fails if its kernel has no parameters.
  static llvm::Expected<std::unique_ptr<KernelTask>>
  read(const KernelProgram &program, mlir::MLIRContext *context);

  const tuner::ParameterSpace &getParameters() const override {
    return space->getParameters();
  }
  /// Lets `other`, which has to live as long as the task, apply strategies from
  /// now on. Before, and with null, they are applied in this process.
  void setApplier(StrategyApplier *other) { applier = other; }

  std::string getDefault() const override;
  std::optional<tuner::Point> getDefaultPoint() const override {
    return space->getParameters().getDefault();
  }
  llvm::Expected<std::string>
  build(llvm::ArrayRef<int64_t> point) const override;

  std::string draft(llvm::ArrayRef<int64_t> point) const override;
  uint64_t identify(llvm::ArrayRef<int64_t> point) const override {
    return space->identify(point);
  }
  bool applies(llvm::StringRef strategy) const override;
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const override {
    return space->describe(point);
  }
  std::optional<size_t> getEstimateFeature() const override {
    return space->getEstimateFeature();
  }

  /// The estimated cycles of a launch with the default strategy, of the blocks
  /// that have parameters.
  double estimateDefault() const;

  /// Writes the program to `path`, beside the weights of the model, with a
  /// strategy for its kernel.
  llvm::Error writeProgram(llvm::StringRef strategy,
                           llvm::StringRef path) const;

private:
  KernelTask(ProgramKernel kernel, std::string path)
      : kernel(std::move(kernel)), path(std::move(path)) {}

  /// The strategies at a point, applied where the applier wants it.
  llvm::Expected<PlanText> plan(llvm::ArrayRef<int64_t> point) const;

  ProgramKernel kernel;
  std::string path;
  std::unique_ptr<tuner::KernelSpace> space;
  StrategyApplier *applier = nullptr;
  /// The first strategy of each digest.
  mutable llvm::StringMap<std::string> strategies;
};

} // namespace tvm::compiler

#endif // TVM_COMPILER_TUNING_KERNELTASK_H
