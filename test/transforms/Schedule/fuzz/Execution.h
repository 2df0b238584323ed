// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_EXECUTION_H
#define TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_EXECUTION_H

// One run of a kernel. What a caller needs is in Interpreter.h.

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "test/transforms/Schedule/fuzz/Interpreter.h"
#include "test/transforms/Schedule/fuzz/Threads.h"
#include "test/transforms/Schedule/fuzz/generator/Program.h"

#include <set>

namespace tvm::fuzz {

using Environment = llvm::SmallDenseMap<mlir::Value, int64_t, 32>;
using Loop = mlir::affine::AffineForOp;

/// A part of a buffer.
struct View {
  int64_t buffer, offset;
  llvm::SmallVector<int64_t> shape, strides;
};

/// The state that an operation runs in: values, and its position.
struct Frame {
  Environment values;
  llvm::SmallVector<std::pair<mlir::Operation *, int64_t>, 6> loops;
  std::vector<int64_t> spatial;
};

class Interpreter {
public:
  Interpreter(mlir::func::FuncOp kernel, const RunOptions &options);
  RunResult run();

private:
  using Lanes = llvm::SmallVectorImpl<Frame *>;

  void fail(mlir::Operation *op, const std::string &why);
  bool isStopped() const { return !error.empty() || isTooLong; }
  int64_t get(Frame &frame, mlir::Value value) {
    return frame.values.lookup(value);
  }
  llvm::SmallVector<int64_t> getAll(Frame &frame, mlir::ValueRange values);
  int64_t evaluate(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims,
                   llvm::ArrayRef<int64_t> symbols);
  llvm::SmallVector<int64_t> evaluate(mlir::AffineMap map,
                                      mlir::ValueRange operands, Frame &frame);
  bool holds(mlir::IntegerSet set, mlir::ValueRange operands, Frame &frame,
             llvm::ArrayRef<bool> skipped = {});
  int64_t bound(mlir::AffineMap map, mlir::ValueRange operands, bool isUpper,
                Frame &frame);

  void runBlock(mlir::Block &block, Lanes &lanes);
  void runOne(mlir::Operation &op, Lanes &lanes);
  void runScalar(mlir::Operation &op, Frame &frame);
  void runLoop(Loop loop, Frame &frame);
  void runBranch(mlir::affine::AffineIfOp branch, Frame &frame);
  void runBranch(mlir::scf::IfOp branch, Frame &frame);
  void runLoad(mlir::Operation *load, mlir::Value memory,
               llvm::ArrayRef<int64_t> at, Frame &frame);
  void runStore(mlir::Operation *store, mlir::Value value, mlir::Value memory,
                llvm::ArrayRef<int64_t> at, Frame &frame);
  bool runMemory(mlir::Operation &op, Frame &frame);
  void runVectorized(Loop loop, llvm::ArrayRef<int64_t> iterations,
                     Frame &frame);
  void runTile(Loop loop, llvm::ArrayRef<int64_t> iterations, Frame &frame);
  void runBlockOp(te::BlockOp block, Lanes &lanes);
  void enter(te::BlockOp block, mlir::Region &region, Frame &frame,
             Frame &inside);
  void initialize(te::BlockOp block, Frame &frame);
  void startGroup(te::BlockOp block, Loop loop, Frame &frame);
  void initializeAll(te::BlockOp block, llvm::ArrayRef<Loop> loops,
                     bool isEmpty, Frame &frame);
  void runArith(mlir::Operation &op, Frame &frame);
  /// The same where floats are numbers of f64.
  void runExactly(mlir::Operation &op, Frame &frame);
  void runLaunch(mlir::gpu::LaunchOp launch, Frame &frame);
  void runThreads(mlir::gpu::LaunchOp launch, llvm::ArrayRef<int64_t> index,
                  llvm::ArrayRef<int64_t> size, Frame &frame);
  int64_t wrap(int64_t value, mlir::Type type);
  int64_t allocate(mlir::MemRefType type, llvm::ArrayRef<int64_t> dims);
  /// Makes a buffer with the elements of a constant.
  int64_t readGlobal(mlir::memref::GetGlobalOp op);
  View getView(int64_t memory) const;
  int64_t addView(mlir::memref::SubViewOp op, Frame &frame);
  int64_t *element(mlir::Operation *op, int64_t buffer,
                   llvm::ArrayRef<int64_t> at, bool isWrite, Frame &frame);

  mlir::func::FuncOp kernel;
  const RunOptions &options;
  Random random;
  std::vector<Buffer> buffers;
  std::vector<View> views; // as values they are -1, -2 …
  /// Reductions by the loop in front of which they start.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<te::BlockOp>> starts;
  llvm::DenseMap<mlir::Operation *, std::set<std::vector<int64_t>>> initialized;
  ThreadGroup *threads = nullptr; // those of a launch that runs
  int64_t steps = 0;
  std::string error;
  bool isTooLong = false, readsUndefined = false;
};

/// Whether the value of a reduction axis (or, not `reduction`, of a spatial
/// one) changes with `variable`.
bool binds(te::BlockOp block, mlir::Value variable, bool reduction);

/// The loops around `op`, outermost first.
llvm::SmallVector<Loop> loopsAround(mlir::Operation *op);

/// A number that both decide.
uint64_t mix(uint64_t a, uint64_t b);

} // namespace tvm::fuzz

#endif // TVM_TEST_TRANSFORMS_SCHEDULE_FUZZ_EXECUTION_H
