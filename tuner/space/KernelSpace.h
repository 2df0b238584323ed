// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SPACE_KERNELSPACE_H
#define TVM_TUNER_SPACE_KERNELSPACE_H

#include "tuner/model/NestFeatures.h"
#include "tuner/space/BlockSpace.h"

namespace tvm::tuner {

/// The strategies of a kernel that a search can try: for each block that takes
/// a tenth of the kernel's cycles or more, by the estimate of its default
/// strategy, those of all rules that match it (BlockSpace). Rules choose the
/// strategies of the other blocks.
class KernelSpace {
public:
  /// The space of `kernel`, at level `loops`, which has to live as long as the
  /// space. Fails if the kernel has no default schedule, or no block with
  /// parameters.
  static llvm::Expected<std::unique_ptr<KernelSpace>>
  create(mlir::func::FuncOp kernel, const MachineModel &machine);

  /// The parameters of all blocks, with a block's name in front:
  /// `block0.rows`. Its default is what
  /// the rules prefer.
  const schedule::ParameterSpace &getParameters() const { return parameters; }

  /// The strategies that rules choose.
  const KernelPlan &getDefault() const { return byDefault; }

  /// The strategies of the blocks with parameters at the legal point `point`.
  /// Fails, with the reason, where a rule has no strategy. Nothing is applied.
  llvm::Expected<BlocksAttr> draft(llvm::ArrayRef<int64_t> point) const;
  /// The strategies of all blocks at the legal point `point`. Fails, with the
  /// reason, if one of them does not apply.
  llvm::Expected<KernelPlan> build(llvm::ArrayRef<int64_t> point) const;

  /// The names of the features of the strategies.
  std::vector<std::string> getFeatureNames() const;
  /// The features of the strategies at `point`: those of the nest of the block
  /// with the most cycles (getNestFeatures), the estimated cycles, and all
  /// parameters. Nothing is applied.
  std::vector<float> describe(llvm::ArrayRef<int64_t> point) const;
  /// The number of the feature with the estimated cycles.
  size_t getEstimateFeature() const { return getNestFeatureNames().size(); }

  /// A number that is equal for points whose strategies probably do the same:
  /// those of each block have the same features, or, without a register tile,
  /// are equal. Nothing is applied.
  uint64_t identify(llvm::ArrayRef<int64_t> point) const;

  /// Estimated cycles of the blocks with parameters.
  double estimate(llvm::ArrayRef<int64_t> point) const;

private:
  /// A block with parameters.
  struct Block {
    std::unique_ptr<BlockSpace> space;
    double cycles; // by default
  };

  KernelSpace(mlir::func::FuncOp kernel, const MachineModel &machine,
              KernelPlan byDefault)
      : kernel(kernel), machine(machine), byDefault(std::move(byDefault)) {}

  void addBlocks();

  mlir::func::FuncOp kernel;
  MachineModel machine;
  KernelPlan byDefault;
  std::vector<Block> blocks;
  schedule::ParameterSpace parameters;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SPACE_KERNELSPACE_H
