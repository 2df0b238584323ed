// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H
#define TVM_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Schedule/Analysis/LinearAccess.h"
#include "transforms/Schedule/Analysis/Strides.h"
#include "transforms/Target/CPU.h"
#include "transforms/Vectorize/Guards.h"

namespace tvm::schedule {

/// An accumulator in memory: the value loaded from an address that does not
/// depend on the loop is combined with a new value and stored there.
struct Accumulation {
  mlir::affine::AffineLoadOp load;
  mlir::affine::AffineStoreOp store;
  /// One operation, or a comparison and the selection of the better value.
  llvm::SmallVector<mlir::Operation *, 2> combine;
  mlir::Value value;
  mlir::vector::CombiningKind kind;
};

/// The accumulations of an innermost loop, all in `body`, which is the body of
/// the loop or of a guard. `other` is set to a store that is not part of one
/// although its address does not depend on the loop.
llvm::SmallVector<Accumulation> matchAccumulations(Loop loop, mlir::Block &body,
                                                   mlir::Operation *&other);

/// Whether the body of `loop` loads a value, changes it, and stores it at the
/// same address.
bool hasUpdates(Loop loop);

/// The value that idle lanes contribute to an accumulation.
mlir::TypedAttr getIdentity(const Accumulation &accumulation,
                            mlir::OpBuilder &builder);

/// Combines `accumulated` with `value`, two scalars or vectors, as the
/// accumulation does. `minnumf` and `maxnumf` keep `accumulated` where `value`
/// is NaN.
mlir::Value combine(const Accumulation &accumulation, mlir::OpBuilder &builder,
                    mlir::Value value, mlir::Value accumulated);

/// `buffer` as one row.
mlir::Value flattenBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value buffer);

/// An operation under a condition of the body that cannot be skipped for single
/// lanes; null if there is none.
mlir::Operation *findUnmaskable(Loop loop);

/// Stores of a body, in the order of their elements, that together fill the row
/// between one iteration and the next one.
using InterleavedStores = llvm::SmallVector<mlir::affine::AffineStoreOp>;

/// Emits the body of an innermost loop for `lanes` consecutive iterations.
///
/// Under a condition that differs between lanes, lanes in which it does not
/// hold are masked: they access no memory, and compute with zeros. The
/// condition always holds in some iteration of the loop, so operations that do
/// not depend on the iteration may run.
class BodyVectorizer {
public:
  /// `only` is the result of findOnlyGuard; if it is not null, it holds in some
  /// iteration.
  BodyVectorizer(mlir::OpBuilder &builder, Loop loop,
                 mlir::affine::AffineIfOp only, int64_t lanes,
                 target::VectorUnit registers)
      : builder(builder), loop(loop), only(only), lanes(lanes),
        registers(registers) {}

  /// Emits the iterations that start at `first`. `partials` are the vectors of
  /// the accumulations so far; returns their new values.
  llvm::SmallVector<mlir::Value>
  emit(mlir::Value first, llvm::ArrayRef<Accumulation> accumulations,
       mlir::ValueRange partials);

private:
  // LoopVectorizer.cpp: values and operations.
  bool isUniform(mlir::Operation &op);
  mlir::Value getVector(mlir::Value value);
  mlir::Value getMoving(mlir::Value start, int64_t stride);
  mlir::Value getScalar(mlir::Value value, int64_t lane);
  mlir::Value getLaneVariable(int64_t lane);
  mlir::Value getSplat(mlir::TypedAttr element);
  llvm::SmallVector<mlir::Value> fold(mlir::Operation *op);
  void emitOperation(mlir::Operation &op);
  void emitVarying(mlir::Operation &op);
  void emitElementwise(mlir::Operation &op);
  void emitLaneByLane(mlir::Operation &op);

  // VectorConditions.cpp
  void emitGuard(mlir::affine::AffineIfOp op, const Guard &guard);
  void emitRegion(mlir::Region &region);
  void emitIf(mlir::scf::IfOp op);
  mlir::affine::AffineLoadOp findOnlyLoad(mlir::scf::IfOp op);
  void emitOnlyLoad(mlir::scf::IfOp op, mlir::affine::AffineLoadOp load);
  void emitBranch(mlir::Region &from, mlir::Region &to);
  void emitMaskedIf(mlir::scf::IfOp op);
  llvm::SmallVector<mlir::Value> emitMaskedBranch(mlir::Region &region,
                                                  mlir::Value lanesOfBranch);
  bool needsLane(mlir::Region &region);
  llvm::SmallVector<mlir::Value>
  emitWhere(mlir::Value condition, mlir::TypeRange types,
            llvm::function_ref<llvm::SmallVector<mlir::Value>()> emit);

  // VectorAccesses.cpp
  void emitLoad(mlir::affine::AffineLoadOp load);
  void emitLoad(mlir::memref::LoadOp load);
  void emitStore(mlir::affine::AffineStoreOp store);
  void emitStore(mlir::memref::StoreOp store);
  void emitPrefetch(mlir::affine::AffinePrefetchOp prefetch);

  // StridedAccesses.cpp
  bool emitStridedLoad(mlir::affine::AffineLoadOp load);
  void findInterleaved();
  bool emitInterleaved(mlir::affine::AffineStoreOp store);

  // StreamedStores.cpp
  int64_t getAlignment(mlir::Value buffer, mlir::AffineMap map,
                       mlir::ValueRange operands);
  bool emitStreamed(mlir::affine::AffineStoreOp store, mlir::Value value);
  mlir::Value emitMaskedLoad(mlir::Operation *load, mlir::Value buffer,
                             mlir::ValueRange subscripts);
  std::optional<llvm::SmallVector<int64_t>>
  getOffsets(mlir::affine::AffineLoadOp load);
  mlir::Value emitPieces(mlir::affine::AffineLoadOp load,
                         llvm::ArrayRef<int64_t> offsets);
  bool canGather(mlir::Type element) const;
  mlir::Value emitGather(mlir::Operation *load, mlir::Value buffer,
                         mlir::ValueRange subscripts);
  void emitScatter(mlir::Operation *store, mlir::Value value,
                   mlir::Value buffer, mlir::ValueRange subscripts);
  mlir::Value linearize(mlir::Value buffer, mlir::ValueRange subscripts);
  mlir::Value getPosition(const LinearAccess &access);
  llvm::SmallVector<mlir::Value> getScalars(mlir::ValueRange values);
  llvm::SmallVector<mlir::Value> getVectors(mlir::ValueRange values);
  llvm::SmallVector<mlir::Value> getSubscripts(mlir::AffineMap map,
                                               mlir::ValueRange operands);
  llvm::SmallVector<mlir::Value> getSubscriptVectors(mlir::AffineMap map,
                                                     mlir::ValueRange operands);
  mlir::Value getSubscriptOfEachLane(mlir::AffineMap map,
                                     mlir::ValueRange operands);
  bool mayTouchAllLanes(mlir::Value buffer, mlir::AffineMap map,
                        mlir::ValueRange operands);

  mlir::OpBuilder &builder;
  Loop loop;
  mlir::affine::AffineIfOp only;
  int64_t lanes;
  target::VectorUnit registers;
  mlir::Value first;
  mlir::Value mask;           // active lanes; null: all of them
  std::optional<Guard> guard; // conjunction of all guards around
  llvm::SmallPtrSet<mlir::Operation *, 8> handled;
  llvm::SmallVector<InterleavedStores> interleaved;
  mlir::IRMapping scalars; // values at lane 0, or uniform values
  mlir::IRMapping vectors;
  llvm::DenseSet<mlir::Value> varying;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H
