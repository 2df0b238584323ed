#ifndef TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H
#define TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

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

/// The accumulations of an innermost loop; nothing where a store to an address
/// that does not depend on the loop is none.
std::optional<llvm::SmallVector<Accumulation>>
matchAccumulations(mlir::affine::AffineForOp loop);

/// Emits the body of an innermost loop for `lanes` consecutive iterations.
class BodyVectorizer {
public:
  BodyVectorizer(mlir::OpBuilder &builder, mlir::affine::AffineForOp loop,
                 int64_t lanes)
      : builder(builder), loop(loop), lanes(lanes) {}

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
  void emitOperation(mlir::Operation &op);
  void emitLoad(mlir::affine::AffineLoadOp load);
  void emitLoad(mlir::memref::LoadOp load);
  void emitStore(mlir::affine::AffineStoreOp store);
  void emitElementwise(mlir::Operation &op);
  void emitIf(mlir::scf::IfOp op);
  void emitBranch(mlir::Region &from, mlir::Region &to);
  void emitLaneByLane(mlir::Operation &op);

  mlir::OpBuilder &builder;
  mlir::affine::AffineForOp loop;
  int64_t lanes;
  mlir::Value first;
  mlir::IRMapping scalars; // values at lane 0, or of all lanes if uniform
  mlir::IRMapping vectors;
  llvm::DenseSet<mlir::Value> varying;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_LOOPVECTORIZER_H
