// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H
#define TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace tvm {

inline constexpr int64_t kWorkspaceAlignment = 64;

/// The limit to which larger sizes are clamped; no memory is as large. Sums of
/// a few thousand such sizes, and products with a number of threads, do not
/// overflow.
inline constexpr int64_t kMaxWorkspaceBytes = int64_t(1) << 48;

/// Clamps the result of `function`, which computes the size of a workspace in
/// bytes, to kMaxWorkspaceBytes, also where a step overflows.
void saturateWorkspaceSize(mlir::func::FuncOp function);

/// Bytes of a memref of static shape, rounded up to kWorkspaceAlignment;
/// nullopt if dynamic or larger than kMaxWorkspaceBytes.
std::optional<int64_t> getStaticBytes(mlir::MemRefType type);

/// The size of an element in memory, including vectors of i1 or f16.
int64_t getElementBytes(mlir::MemRefType type);

/// The places of the temporaries of one region. Temporaries of static size come
/// first, at constant offsets; temporaries of dynamic size follow in
/// consecutive slots.
struct WorkspaceLayout {
  /// A temporary of dynamic size. Several may share a slot.
  struct Slot {
    llvm::SmallVector<mlir::memref::AllocOp> allocs;
  };
  llvm::SmallVector<std::pair<mlir::memref::AllocOp, int64_t>> offsets;
  int64_t staticBytes = 0;
  llvm::SmallVector<Slot> slots;
};

/// Lays out `allocs`, all within `block` or regions of its operations.
/// Temporaries whose live ranges, in operations of `block`, do not overlap may
/// share memory.
WorkspaceLayout layOutWorkspace(mlir::Block &block,
                                llvm::ArrayRef<mlir::memref::AllocOp> allocs);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H
