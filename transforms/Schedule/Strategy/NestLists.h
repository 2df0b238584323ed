// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_STRATEGY_NESTLISTS_H
#define TVM_TRANSFORMS_SCHEDULE_STRATEGY_NESTLISTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "transforms/Schedule/Rules/Tiling/BlockAccesses.h"

namespace tvm::schedule {

/// The blocks of a list of nests that are alone in their nests, without a call,
/// in program order.
llvm::SmallVector<te::BlockOp> getSimpleBlocks(mlir::Block &list);

/// A list of nests of a kernel: its body, or a step of a scan. Rules may
/// replace operations of the kernel, so the list is identified by its number
/// and its blocks by their names.
class NestList {
public:
  NestList(mlir::func::FuncOp kernel, unsigned number);

  /// The simple blocks of the list at present: producers move into the nests of
  /// their consumers.
  llvm::SmallVector<te::BlockOp> getBlocks() const;

  /// The block of this name; null if there is none.
  te::BlockOp findBlock(mlir::StringAttr name) const;

  /// The accesses of these blocks when the list was created, before one of
  /// several blocks that share a weight, in this or another list, changed its
  /// layout.
  llvm::ArrayRef<BlockAccesses> getAccesses() const { return accesses; }

private:
  mlir::func::FuncOp kernel;
  unsigned number;
  llvm::SmallVector<BlockAccesses> accesses;
};

/// The lists of nests of `kernel`: its body and each step of a scan.
llvm::SmallVector<NestList> getNestLists(mlir::func::FuncOp kernel);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_STRATEGY_NESTLISTS_H
