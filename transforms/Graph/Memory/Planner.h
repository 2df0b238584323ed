// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_MEMORY_PLANNER_H
#define TVM_TRANSFORMS_GRAPH_MEMORY_PLANNER_H

#include "dialects/Graph/Control/GraphControl.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "transforms/Graph/Memory/HostBuffers.h"

namespace tvm::graph {

/// Rewrites a host function to planned memory; control flow in PlanControl.cpp.
class Planner : HostBuffers {
public:
  Planner(mlir::func::FuncOp main, bool report)
      : HostBuffers(main), report(report) {}
  mlir::LogicalResult run();

private:
  void createFunction();
  void emitChecks();
  void emitArena();
  mlir::ArrayAttr describeBuffers(mlir::ArrayRef<unsigned> members,
                                  const MemoryPlan &plan);
  int64_t countUnplanned();
  mlir::Value emitSize(const Buffer &buffer);
  void emitOperation(mlir::Operation *op);
  void emitLaunch(LaunchOp launch);
  void emitEmpty(mlir::Value tensor);
  void emitElements(mlir::tensor::FromElementsOp op);
  void emitReturn(mlir::func::ReturnOp op);
  mlir::Value emitBuffer(Buffer &buffer, mlir::Location loc);
  mlir::Value emitOutput(const Buffer &buffer, mlir::Location loc);
  mlir::Value emitScalar(mlir::Value scalar);
  mlir::SmallVector<mlir::Value>
  emitDims(mlir::ArrayRef<mlir::OpFoldResult> dims);
  mlir::Value getMemory(mlir::Value tensor);
  mlir::Value getView(mlir::Value memory, mlir::MemRefType type,
                      mlir::Location loc);
  mlir::Value getPart(mlir::tensor::ExtractSliceOp op);

  // Control flow
  void emitIf(mlir::scf::IfOp op);
  void emitWhile(mlir::scf::WhileOp op);
  void emitCondition(mlir::scf::WhileOp op, mlir::Block *block);
  void emitIteration(mlir::scf::WhileOp op, mlir::Block *block);
  void emitBlock(mlir::Block &block);
  void emitInsert(mlir::tensor::InsertSliceOp op);
  void emitAppend(AppendOp op);
  void emitRow(mlir::Value row, mlir::Value bytes, mlir::Value offset);
  mlir::Value emitRowBytes(mlir::Value row);
  mlir::Value emitSlot(mlir::Value index, mlir::Value bytes, mlir::Value kept);
  std::pair<mlir::Value, mlir::Value> choosePlace(const Buffer &carried,
                                                  mlir::Value size);
  mlir::Value emitState(mlir::Value value, mlir::Type type);
  mlir::Value emitNext(mlir::OpOperand &yielded, mlir::Type type);
  void mapState(mlir::ValueRange from, mlir::ValueRange to);
  mlir::Type getStateType(mlir::Type type);
  mlir::Value constant(int64_t value);
  mlir::MemRefType getBytesType();

  bool report; // of every buffer
  mlir::func::FuncOp planned;
  llvm::SmallPtrSet<mlir::Operation *, 8> emitted; // checks at the entry
  mlir::OpBuilder builder{main.getContext()};
  // Scalars that are available at the builder's position.
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, mlir::Value> memoryOf;
  mlir::Value isOdd; // the iteration of the loop around
  mlir::Value arena;
  mlir::Location loc{main.getLoc()};
};

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_MEMORY_PLANNER_H
