// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SCRIPTS_LOOPWALK_H
#define TVM_TUNER_SCRIPTS_LOOPWALK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>

namespace tvm::tuner {

/// The loops around an operation, the outermost first, by their numbers.
using LoopPath = std::vector<unsigned>;

/// A loop of a function, or one dimension of a parallel one.
struct WalkedLoop {
  mlir::Value variable;
  double trips;
  bool isParallel = false;
  /// Whether its iterations are lanes of vectors.
  bool isVectorized = false;
};

/// The kinds of operations that features count apart.
enum class OpKind { Float, Function, Move, Integer };
inline constexpr unsigned kNumOpKinds = 4;

/// An operation that computes, with the elements of its result.
struct WalkedOp {
  OpKind kind;
  LoopPath path;
  double elements;
};

/// A load or a store.
struct WalkedAccess {
  bool isWrite;
  LoopPath path;
  /// The loops whose iterations access other elements.
  std::set<unsigned> moving;
  double elements, elementBytes;
  /// The bytes of the whole buffer; 0: unknown.
  double bufferBytes;
};

/// The loops of a function, and what they compute and access.
struct LoopWalk {
  explicit LoopWalk(mlir::func::FuncOp function);

  std::vector<WalkedLoop> loops;
  std::vector<WalkedOp> ops;
  std::vector<WalkedAccess> accesses;
  double allocatedBytes = 0;
  /// The number of operations in the text.
  double size = 0;
};

} // namespace tvm::tuner

#endif // TVM_TUNER_SCRIPTS_LOOPWALK_H
