// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Passes.h"
#include "transforms/VTA/Tiles/TileLowering.h"

using namespace mlir;

namespace tvm::vta {

#define GEN_PASS_DEF_LOWERTILESPASS
#include "transforms/VTA/Passes.h.inc"

FailureOr<ProgramOp> lowerTiles(func::FuncOp function) {
  FailureOr<ProgramOp> program = TileLowering(function).lower();
  if (failed(program))
    return failure();
  function.erase();
  return program;
}

/// Whether the function contains tile operations.
static bool hasTiles(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isa<TileLoadOp, TileStoreOp, TileGemmOp, TileResetOp, TileAluOp>(
                   op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct LowerTilesPass : impl::LowerTilesPassBase<LowerTilesPass> {
  void runOnOperation() override {
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (hasTiles(function) && failed(lowerTiles(function)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tvm::vta
