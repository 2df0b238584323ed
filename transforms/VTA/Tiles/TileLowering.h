// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_TILES_TILELOWERING_H
#define TVM_TRANSFORMS_VTA_TILES_TILELOWERING_H

#include "dialects/VTA/VTAInstructions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "transforms/VTA/Tiles/LoopPlan.h"
#include "transforms/VTA/Tiles/TileAddresses.h"

#include <map>

namespace tvm::vta {

/// Converts a function of tile operations to a `vta.program` without tokens.
class TileLowering {
public:
  explicit TileLowering(mlir::func::FuncOp function);

  /// Inserts the program in front of the function. Fails, with a diagnostic;
  /// the partial program is then to be erased.
  mlir::FailureOr<ProgramOp> lower();

private:
  mlir::LogicalResult createBuffers();
  mlir::LogicalResult lower(mlir::Operation &op);
  mlir::LogicalResult lower(TileLoadOp load);
  mlir::LogicalResult lower(TileStoreOp store);
  mlir::LogicalResult lower(TileGemmOp gemm);
  mlir::LogicalResult lower(TileResetOp reset);
  mlir::LogicalResult lower(TileAluOp alu);

  /// Fills the transfer with the rectangle `dram` and the base on the chip.
  mlir::LogicalResult fill(mlir::Operation *op, const TileAddress &dram,
                           const TileAddress &chip, llvm::ArrayRef<int32_t> pad,
                           runtime::vta::Transfer &transfer);
  /// The loops that visit `maps` of the operands of `op`.
  mlir::FailureOr<runtime::vta::Gemm> plan(mlir::Operation *op,
                                           llvm::ArrayRef<int64_t> extents,
                                           mlir::ArrayAttr maps);
  mlir::FailureOr<LinearAccess> getAccess(mlir::Operation *op, mlir::Value tile,
                                          mlir::AffineMap map);
  void create(mlir::Operation *op, runtime::vta::Instruction instruction,
              mlir::Value buffer = nullptr);
  /// Returns the number of the first added micro-op in the program's list.
  uint32_t addMicroOps(llvm::ArrayRef<runtime::vta::MicroOp> added);
  mlir::LogicalResult loadMicroOps(ProgramOp program);

  mlir::func::FuncOp function;
  runtime::vta::Configuration configuration;
  mlir::OpBuilder builder;
  TileAddresses addresses;
  std::vector<int32_t> microOps;
  std::map<std::vector<int32_t>, uint32_t> lists;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_TILES_TILELOWERING_H
