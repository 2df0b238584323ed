// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_TILES_TILEADDRESSES_H
#define TVM_TRANSFORMS_VTA_TILES_TILEADDRESSES_H

#include "dialects/VTA/VTATiles.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace tvm::vta {

/// The place of the tensors of a memref.
struct TileAddress {
  /// The allocation or argument that the memref is a view of.
  mlir::Value root;
  /// The start in tensors, from the beginning of the memory or of the argument.
  int64_t base;
  llvm::SmallVector<int64_t, 4> sizes, strides;
};

/// Assigns consecutive places on the chip to allocations.
class TileAddresses {
public:
  explicit TileAddresses(const runtime::vta::Configuration &configuration)
      : configuration(configuration) {}

  /// Fails, with a diagnostic, if the memory is full.
  mlir::LogicalResult allocate(mlir::memref::AllocOp tile);

  /// Fails, with a diagnostic at `user`, if strides are not whole tensors, or
  /// the place is only known at run time.
  mlir::FailureOr<TileAddress> find(mlir::Value tile, mlir::Operation *user);

private:
  runtime::vta::Configuration configuration;
  llvm::DenseMap<mlir::Value, int64_t> bases;
  std::array<int64_t, runtime::vta::kNumMemoryTypes> used = {};
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_TILES_TILEADDRESSES_H
