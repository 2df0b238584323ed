#ifndef TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H
#define TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace tvm {

inline constexpr int64_t kWorkspaceAlignment = 64;

/// Larger sizes are this one, which no memory has: sums of a few thousand of
/// them, and products with a number of threads, do not overflow.
inline constexpr int64_t kMaxWorkspaceBytes = int64_t(1) << 48;

/// Makes `function`, which computes the bytes of a workspace, give
/// kMaxWorkspaceBytes where a step overflows or the result is larger.
void saturateWorkspaceSize(mlir::func::FuncOp function);

/// Bytes of a memref of static shape, rounded up to kWorkspaceAlignment;
/// nullopt if dynamic or larger than kMaxWorkspaceBytes.
std::optional<int64_t> getStaticBytes(mlir::MemRefType type);

/// Bytes of an element in memory: a vector of i1 or f16 included.
int64_t getElementBytes(mlir::MemRefType type);

/// The places of the temporaries of one region. Temporaries of static size come
/// first, at constant offsets; those of dynamic size follow in slots, one after
/// another.
struct WorkspaceLayout {
  /// One per temporary of dynamic size; several may share a slot.
  struct Slot {
    llvm::SmallVector<mlir::memref::AllocOp> allocs;
  };
  llvm::SmallVector<std::pair<mlir::memref::AllocOp, int64_t>> offsets;
  int64_t staticBytes = 0;
  llvm::SmallVector<Slot> slots;
};

/// Lays out `allocs`, all within `block` or regions of its operations. Two
/// whose uses do not overlap, seen by operations of `block`, may share memory.
WorkspaceLayout layOutWorkspace(mlir::Block &block,
                                llvm::ArrayRef<mlir::memref::AllocOp> allocs);

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_WORKSPACELAYOUT_H
