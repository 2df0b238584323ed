// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_HOSTTOLLVM_HOSTCONVERTER_H
#define TVM_CONVERSION_HOSTTOLLVM_HOSTCONVERTER_H

#include "dialects/Graph/GraphAttributes.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace tvm {

/// Alignment of memory and weights, in bytes: TVM_ALIGNMENT.
inline constexpr int64_t kHostAlignment = 64;

/// The fields of tvm_frame, all of pointer size.
enum FrameField {
  Inputs,
  InputDims,
  Weights,
  Context,
  AllocateArena,
  AllocatePool,
  AllocateOutput,
  Launch,
  Fail,
  Parallel,
  GrowSlot,
  NumFrameFields
};

/// The conversion of the function `main`, block by block. HostMemory.cpp and
/// HostControl.cpp contain the conversions of operations.
class HostConverter {
public:
  HostConverter(mlir::func::FuncOp main, llvm::StringRef symbol)
      : main(main), symbol(symbol), b(main.getLoc(), main.getContext()) {}
  mlir::LogicalResult run();

private:
  mlir::LogicalResult convert(mlir::Operation *op);
  // Both return whether the operation is of this kind and has been converted.
  bool convertMemory(mlir::Operation *op);
  bool convertControl(mlir::Operation *op);

  // Memory
  mlir::LogicalResult convertDim(mlir::memref::DimOp op);
  mlir::LogicalResult convertLoad(mlir::memref::LoadOp op);
  mlir::LogicalResult convertStore(mlir::memref::StoreOp op);
  void convertByteSize(graph::ByteSizeOp op);
  void convertProduct(mlir::arith::MulIOp op);
  void convertAllocation(mlir::Operation *op, FrameField callback);
  void convertSlot(graph::SlotOp op);
  void convertOutput(graph::OutputOp op);
  void convertWeight(graph::GetWeightOp op);
  void convertCopy(graph::CopyOp op);
  mlir::FailureOr<mlir::Value> getElementAddress(mlir::Operation *op,
                                                 mlir::Value memory,
                                                 mlir::ValueRange indices);

  // Control
  void convertCheck(mlir::Value condition, mlir::Attribute text,
                    mlir::ValueRange values);
  void convertCall(graph::CallOp op);
  void convertBranch(mlir::cf::BranchOp op);
  void convertBranch(mlir::cf::CondBranchOp op);
  void createBlocks();
  llvm::SmallVector<mlir::Value> getBlockOperands(mlir::ValueRange operands);

  // The entry function, and pieces of it
  void createEntry();
  void createScratch();
  mlir::Value constant(int64_t value);
  mlir::Value load(mlir::Type type, mlir::Value base, int64_t index);
  mlir::Value loadField(FrameField field) { return fields[field]; }
  mlir::Value toInteger(mlir::Value index);
  mlir::Value toIndex(mlir::Value integer);
  mlir::Value element(mlir::Type type, mlir::Value base, int64_t index);
  void storeAll(mlir::Type type, mlir::Value base, mlir::ValueRange values);
  mlir::Value callBack(FrameField callback, mlir::Type result,
                       mlir::ValueRange arguments);
  void exitIf(mlir::Value condition, mlir::Value status);
  void exitIfNull(mlir::Value pointer);

  mlir::func::FuncOp main;
  llvm::StringRef symbol;
  mlir::ImplicitLocOpBuilder b;
  mlir::Type pointer, i64, i32;
  mlir::ModuleOp host;
  mlir::LLVM::LLVMFuncOp entry;
  mlir::Block *exit = nullptr;
  mlir::IRMapping values;
  llvm::DenseMap<mlir::Block *, mlir::Block *> blocks; // after the first
  llvm::SmallVector<mlir::Value> fields;
  mlir::Value pointers, dims, args;    // scratch memory of calls
  llvm::SmallVector<int64_t> firstDim; // of each argument in input_dims
  llvm::SmallVector<graph::CallOp> calls;
  llvm::SetVector<mlir::Attribute> checks;
  llvm::SmallVector<mlir::Attribute>
      weights; // distinct places in the weight store
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, unsigned> weightIndex;
  llvm::SmallVector<uint64_t> weightOffsets;
};

/// The offset and the length of a weight in the weight store, in bytes. Weights
/// of two types or names may be the same bytes.
std::pair<uint64_t, uint64_t> getPlace(graph::WeightAttr weight);

} // namespace tvm

#endif // TVM_CONVERSION_HOSTTOLLVM_HOSTCONVERTER_H
