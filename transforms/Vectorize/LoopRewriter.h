// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VECTORIZE_LOOPREWRITER_H
#define TVM_TRANSFORMS_VECTORIZE_LOOPREWRITER_H

#include "transforms/Vectorize/LoopVectorizer.h"

namespace tvm::schedule {

/// Replaces one loop by vector code.
class LoopRewriter {
public:
  LoopRewriter(Loop loop, int64_t lanes, mlir::affine::AffineIfOp only,
               llvm::SmallVector<Accumulation> accumulations,
               target::VectorUnit registers)
      : loop(loop), builder(loop), lanes(lanes), only(only),
        accumulations(std::move(accumulations)), registers(registers) {}
  void rewrite();

private:
  void rewriteConstant(int64_t count);
  void rewriteSymbolic();
  mlir::Value constantIndex(int64_t value);
  llvm::SmallVector<mlir::Value> startPartials(int64_t width);
  void finish(mlir::ValueRange partials);
  llvm::SmallVector<mlir::Value>
  emitMainLoop(mlir::AffineMap bound, mlir::ValueRange operands,
               llvm::SmallVector<mlir::Value> partials, int64_t interleave = 1);
  llvm::SmallVector<mlir::Value> join(mlir::ValueRange partials);

  Loop loop;
  mlir::OpBuilder builder;
  int64_t lanes;
  mlir::affine::AffineIfOp only;
  llvm::SmallVector<Accumulation> accumulations;
  target::VectorUnit registers;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_VECTORIZE_LOOPREWRITER_H
