// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks, calls of kernels, and branches.
#include "conversion/HostToLLVM/HostConverter.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;

namespace tvm {

void HostConverter::convertCheck(Value condition, Attribute text,
                                 ValueRange operands) {
  checks.insert(text);
  int32_t index = llvm::find(checks, text) - checks.begin();
  Block *failed = entry.addBlock(), *next = entry.addBlock();
  next->moveBefore(exit);
  failed->moveBefore(exit);
  LLVM::CondBrOp::create(b, values.lookup(condition), next, failed);
  b.setInsertionPointToEnd(failed);
  SmallVector<Value> integers;
  for (Value operand : operands)
    integers.push_back(toInteger(values.lookup(operand)));
  storeAll(i64, dims, integers);
  Value number = LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(index));
  Value status = callBack(Fail, i32, {number, dims});
  LLVM::BrOp::create(b, status, exit);
  b.setInsertionPointToEnd(next);
}

/// Creates a block for each block but the first, with its arguments: memory is
/// a pointer, an index an integer.
void HostConverter::createBlocks() {
  OpBuilder::InsertionGuard guard(b);
  llvm::ReversePostOrderTraversal<Region *> reachable(&main.getBody());
  for (Block *block : llvm::drop_begin(reachable)) {
    Block *converted = entry.addBlock();
    converted->moveBefore(exit);
    blocks[block] = converted;
    b.setInsertionPointToEnd(converted);
    for (BlockArgument argument : block->getArguments()) {
      Type type = argument.getType();
      bool isIndex = type.isIndex();
      Value value = converted->addArgument(isa<MemRefType>(type) ? pointer
                                           : isIndex             ? i64
                                                                 : type,
                                           argument.getLoc());
      values.map(argument, isIndex ? toIndex(value) : value);
    }
  }
}

SmallVector<Value> HostConverter::getBlockOperands(ValueRange operands) {
  return llvm::map_to_vector(operands, [&](Value operand) {
    Value value = values.lookup(operand);
    return value.getType().isIndex() ? toInteger(value) : value;
  });
}

void HostConverter::convertBranch(cf::BranchOp op) {
  LLVM::BrOp::create(b, getBlockOperands(op.getDestOperands()),
                     blocks.lookup(op.getDest()));
}

void HostConverter::convertBranch(cf::CondBranchOp op) {
  LLVM::CondBrOp::create(b, values.lookup(op.getCondition()),
                         blocks.lookup(op.getTrueDest()),
                         getBlockOperands(op.getTrueDestOperands()),
                         blocks.lookup(op.getFalseDest()),
                         getBlockOperands(op.getFalseDestOperands()));
}

/// The address of a kernel, which another object defines.
static Value getKernelAddress(ImplicitLocOpBuilder &b, ModuleOp host,
                              StringRef name) {
  auto kernel = host.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!kernel) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(host.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        b.getI32Type(), LLVM::LLVMPointerType::get(b.getContext()));
    kernel = LLVM::LLVMFuncOp::create(b, name, type);
    kernel.setVisibility_(LLVM::Visibility::Hidden);
  }
  return LLVM::AddressOfOp::create(b, kernel);
}

void HostConverter::convertCall(graph::CallOp op) {
  auto get = [&](Value value) { return values.lookup(value); };
  storeAll(pointer, pointers, llvm::map_to_vector(op.getBuffers(), get));
  storeAll(i64, dims, llvm::map_to_vector(op.getDims(), [&](Value dim) {
             return toInteger(values.lookup(dim));
           }));
  Value workspace = op.getWorkspace() ? get(op.getWorkspace())
                                      : LLVM::ZeroOp::create(b, pointer);
  storeAll(pointer, args, {pointers, dims, workspace, loadField(Parallel)});
  Value index =
      LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(calls.size()));
  Value kernel = getKernelAddress(
      b, host, getKernelSymbol(op.getKernel().getLeafReference()));
  Value status = callBack(Launch, i32, {index, kernel, args});
  Value zero = LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(0));
  exitIf(LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, status, zero),
         status);
  calls.push_back(op);
}

} // namespace tvm
