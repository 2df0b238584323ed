#ifndef TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H
#define TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Guards.h"

namespace tvm::schedule {

/// Distance between the values that `value` has at consecutive values of
/// `variable`: 0 where it does not depend on it, nothing where the distance
/// varies.
std::optional<int64_t> getStride(mlir::Value value, mlir::Value variable);

/// The same for one result of an affine map.
std::optional<int64_t> getStride(mlir::AffineExpr expr,
                                 mlir::ValueRange operands,
                                 mlir::Value variable);

/// An accumulator in memory: `combine` joins what is loaded from an address
/// that does not depend on the loop with a new value and stores it there.
struct Accumulation {
  mlir::affine::AffineLoadOp load;
  mlir::affine::AffineStoreOp store;
  mlir::Operation *combine;
  mlir::Value value;
  mlir::vector::CombiningKind kind;
};

/// The accumulations of an innermost loop, all in `body`, which is that of the
/// loop or of a guard. A store to an address that does not depend on the loop
/// and is none goes to `other`.
llvm::SmallVector<Accumulation> matchAccumulations(Loop loop, mlir::Block &body,
                                                   mlir::Operation *&other);

/// What lanes that do nothing contribute to an accumulation.
mlir::TypedAttr getIdentity(const Accumulation &accumulation,
                            mlir::OpBuilder &builder);

/// Emits the body of an innermost loop for `lanes` consecutive iterations.
class BodyVectorizer {
public:
  /// `only`, if not null, is findOnlyGuard's: it is known that there is an
  /// iteration in which it holds.
  BodyVectorizer(mlir::OpBuilder &builder, Loop loop,
                 mlir::affine::AffineIfOp only, int64_t lanes)
      : builder(builder), loop(loop), only(only), lanes(lanes) {}

  /// Emits the iterations that start at `first`. `partials` are the vectors
  /// of the accumulations so far; returns those afterwards.
  llvm::SmallVector<mlir::Value>
  emit(mlir::Value first, llvm::ArrayRef<Accumulation> accumulations,
       mlir::ValueRange partials);

private:
  bool isUniform(mlir::Operation &op);
  mlir::Value getVector(mlir::Value value);
  mlir::Value getScalar(mlir::Value value, int64_t lane);
  mlir::Value getLaneVariable(int64_t lane);
  mlir::Value getZeros(mlir::Type elementType);
  llvm::SmallVector<mlir::Value> getIndices(mlir::AffineMap map,
                                            mlir::ValueRange operands);
  bool mayTouchAllLanes(mlir::Value buffer, mlir::AffineMap map,
                        mlir::ValueRange operands);
  void emitOperation(mlir::Operation &op);
  void emitGuard(mlir::affine::AffineIfOp op, const Guard &guard);
  void emitGuarded(mlir::affine::AffineIfOp op);
  void emitLoad(mlir::affine::AffineLoadOp load);
  void emitLoad(mlir::memref::LoadOp load);
  void emitStore(mlir::affine::AffineStoreOp store);
  void emitElementwise(mlir::Operation &op);
  void emitIf(mlir::scf::IfOp op);
  void emitBranch(mlir::Region &from, mlir::Region &to);
  void emitLaneByLane(mlir::Operation &op);
  llvm::SmallVector<mlir::Value> emitLane(mlir::Operation &op, int64_t lane,
                                          mlir::ValueRange used);

  mlir::OpBuilder &builder;
  Loop loop;
  mlir::affine::AffineIfOp only;
  int64_t lanes;
  mlir::Value first;
  mlir::Value mask;                  // lanes that run; null: all of them
  std::optional<Guard> guard;        // all guards around, where there is one
  llvm::SmallPtrSet<mlir::Operation *, 8> handled;
  mlir::IRMapping scalars; // values at lane 0, or of all lanes if uniform
  mlir::IRMapping vectors;
  llvm::DenseSet<mlir::Value> varying;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H
