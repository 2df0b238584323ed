// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_PLANECONSTRAINTS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_PLANECONSTRAINTS_H

#include "transforms/Schedule/Rules/RegisterTile/Space/TileParameters.h"

namespace tvm::schedule {

// Constraints on the first values of a point of a space of `plane_tile`: one
// per TileParameter, as far as they are known. Of several points that lead to
// the same schedule, one is legal.

/// A block that is computed in tiles of planes, as far as constraints need it.
struct PlaneProblem {
  cost::Nest nest;
  Tile chosen;
  Point point; // of `chosen`, which is legal in any case
  int64_t numRegisters;
  // Axes along which different points read different elements of a producer's
  // result; all false where there is no producer.
  llvm::SmallVector<bool> isOwn;
  llvm::SmallVector<int64_t> tasks; // values of `tasks`, the chosen one first

  PlaneProblem(const BlockAccesses &accesses, const cost::Nest &nest,
               const Tile &chosen, int64_t numRegisters);

  /// The tile with the sizes, the order and the blocks in `values`.
  Tile getShape(llvm::ArrayRef<int64_t> values) const;
  /// Whether `values` begin the point of the chosen tile.
  bool isChosen(llvm::ArrayRef<int64_t> values) const;
};

/// The condition on blocks of tiles: each of them changes the order of tiles,
/// no simpler order does the same, and the code of all nests is short enough.
struct PlaneBlockConstraint {
  PlaneProblem problem;

  bool operator()(llvm::ArrayRef<int64_t> values) const;
};

/// The condition on sizes and order without blocks, or that some blocks fulfil.
struct PlaneSizeConstraint {
  PlaneBlockConstraint blocks;

  bool operator()(llvm::ArrayRef<int64_t> values) const;

private:
  bool fits(llvm::ArrayRef<int64_t> values) const;
};

/// The condition on the steps around and inside of tiles: unrolling, threads,
/// producers, borders and the loops of the consumer.
struct PlaneStepConstraint {
  PlaneProblem problem;

  bool operator()(llvm::ArrayRef<int64_t> values) const;
  /// Numbers that decide, instead of the values before `unroll`, which values
  /// are legal.
  Point summarize(llvm::ArrayRef<int64_t> values) const;

private:
  bool areBordersLegal(llvm::ArrayRef<int64_t> values) const;
  bool isUnrollable(llvm::ArrayRef<int64_t> values) const;
  bool areTasksLegal(llvm::ArrayRef<int64_t> values) const;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_REGISTERTILE_SPACE_PLANECONSTRAINTS_H
