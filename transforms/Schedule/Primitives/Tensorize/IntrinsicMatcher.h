// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCHER_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCHER_H

// The parts of matchIntrinsic: loops in IntrinsicMatch.cpp, values and views in
// IntrinsicValues.cpp.

#include "transforms/Schedule/Primitives/Tensorize/IntrinsicMatch.h"

namespace tvm::schedule {

/// A place where the tile and the behaviour differ.
struct Mismatch {
  mlir::Operation *op; // in the kernel
  mlir::Operation *declared;
  std::string what;
};
using Outcome = std::optional<Mismatch>;

/// The decisions of a partial match. It is copied where there are alternatives.
struct MatchState {
  llvm::SmallVector<std::optional<unsigned>>
      loopOf; // per axis of the behaviour
  std::vector<std::optional<OperandView>> views;
};

/// Decides whether a tile computes the declared behaviour of an intrinsic, and
/// finds the views of buffers that become its operands.
class IntrinsicMatcher {
public:
  IntrinsicMatcher(const TileNest &nest, te::TensorIntrinOp behaviour)
      : nest(nest), compute(behaviour.getComputation()),
        inputs(behaviour.getBehaviour().getArguments()) {
    state.loopOf.resize(compute.getNumAxes());
    state.views.resize(inputs.size() + 1);
  }

  Outcome match();
  std::vector<OperandView> getViews() const;

private:
  Mismatch differ(mlir::Operation *op, mlir::Operation *declared,
                  const llvm::Twine &what) {
    return {op, declared, what.str()};
  }
  int64_t getExtent(unsigned axis) const {
    return te::ComputeOp(compute).getStaticExtents()[axis];
  }
  std::optional<llvm::SmallVector<unsigned>> getDims(const TileAccess &access,
                                                     unsigned rank) const;
  llvm::SmallVector<int64_t> toAxes(llvm::ArrayRef<int64_t> steps) const;
  std::string describe(const TileAccess &access,
                       llvm::ArrayRef<unsigned> dims) const;
  Outcome findStore();
  Outcome bindSpatial();
  Outcome bindAxis(unsigned axis, llvm::ArrayRef<int64_t> steps);
  llvm::SmallVector<unsigned> getFreeLoops() const;
  Outcome matchReduction(llvm::ArrayRef<unsigned> axes,
                         llvm::ArrayRef<unsigned> loops);
  Outcome matchReductions();
  Outcome matchInit();
  Outcome matchValue(mlir::Value value, mlir::Value declared);
  Outcome matchOperands(mlir::Operation *op, mlir::Operation *declared,
                        bool isSwapped);
  Outcome matchRead(mlir::Operation *op, te::ReadOp read);
  Outcome matchAccumulator(mlir::Operation *op,
                           mlir::BlockArgument accumulated);
  Outcome matchView(const TileAccess &access, mlir::AffineMap map,
                    unsigned operand, mlir::Operation *declared);
  std::optional<int64_t> getStride(llvm::ArrayRef<int64_t> declared,
                                   llvm::ArrayRef<int64_t> actual) const;
  bool isSame(const OperandView &a, const OperandView &b) const;

  const TileNest &nest;
  te::ComputeOp compute;
  mlir::ValueRange inputs;
  const TileAccess *store = nullptr;
  MatchState state;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_TENSORIZE_INTRINSICMATCHER_H
