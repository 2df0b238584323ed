// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry function, and common parts of all conversions.
#include "conversion/HostToLLVM/HostConverter.h"

#include "conversion/HostToLLVM/HostToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <algorithm>

using namespace mlir;

namespace tvm {

void HostConverter::createEntry() {
  MLIRContext *context = b.getContext();
  pointer = LLVM::LLVMPointerType::get(context);
  i64 = b.getI64Type();
  i32 = b.getI32Type();
  b.setInsertionPoint(main);
  host = ModuleOp::create(b, kHostModuleName);
  b.setInsertionPointToEnd(host.getBody());
  entry = LLVM::LLVMFuncOp::create(b, symbol,
                                   LLVM::LLVMFunctionType::get(i32, pointer));
  Block *body = entry.addEntryBlock(b);
  exit = entry.addBlock();
  exit->addArgument(i32, b.getLoc());
  b.setInsertionPointToEnd(exit);
  LLVM::ReturnOp::create(b, exit->getArgument(0));
  b.setInsertionPointToEnd(body);
  createScratch();
  for (int field = 0; field < NumFrameFields; ++field)
    fields.push_back(load(pointer, body->getArgument(0), field));
  int64_t count = 0;
  for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
    values.map(argument, load(pointer, loadField(Inputs), i));
    firstDim.push_back(count);
    count += cast<MemRefType>(argument.getType()).getRank();
  }
}

/// Allocates memory for the arguments of calls, which all calls share.
void HostConverter::createScratch() {
  size_t numPointers = 1, numDims = 4;
  main.walk([&](Operation *op) {
    if (auto call = dyn_cast<graph::CallOp>(op)) {
      numPointers = std::max<size_t>(numPointers, call.getBuffers().size());
      numDims = std::max<size_t>(numDims, call.getDims().size());
    } else if (auto output = dyn_cast<graph::OutputOp>(op)) {
      auto type = cast<MemRefType>(output.getMemory().getType());
      numDims = std::max<size_t>(numDims, type.getRank());
    }
  });
  pointers = LLVM::AllocaOp::create(b, pointer, pointer, constant(numPointers));
  dims = LLVM::AllocaOp::create(b, pointer, i64, constant(numDims));
  args = LLVM::AllocaOp::create(b, pointer, pointer, constant(4));
}

Value HostConverter::constant(int64_t value) {
  return LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(value));
}

Value HostConverter::element(Type type, Value base, int64_t index) {
  return LLVM::GEPOp::create(
      b, pointer, type, base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
}

Value HostConverter::load(Type type, Value base, int64_t index) {
  return LLVM::LoadOp::create(b, type, element(type, base, index));
}

Value HostConverter::toInteger(Value index) {
  return arith::IndexCastOp::create(b, i64, index);
}

Value HostConverter::toIndex(Value integer) {
  return arith::IndexCastOp::create(b, b.getIndexType(), integer);
}

void HostConverter::storeAll(Type type, Value base, ValueRange stored) {
  for (auto [i, value] : llvm::enumerate(stored))
    LLVM::StoreOp::create(b, value, element(type, base, i));
}

Value HostConverter::callBack(FrameField callback, Type result,
                              ValueRange arguments) {
  SmallVector<Value> operands = {loadField(callback), loadField(Context)};
  SmallVector<Type> types = {pointer};
  llvm::append_range(operands, arguments);
  llvm::append_range(types, arguments.getTypes());
  auto type = LLVM::LLVMFunctionType::get(result, types);
  return LLVM::CallOp::create(b, type, operands).getResult();
}

/// Returns `status` if `condition` holds, and continues otherwise.
void HostConverter::exitIf(Value condition, Value status) {
  Block *next = entry.addBlock();
  next->moveBefore(exit);
  LLVM::CondBrOp::create(b, condition, exit, ValueRange(status), next,
                         ValueRange());
  b.setInsertionPointToEnd(next);
}

void HostConverter::exitIfNull(Value address) {
  Value null = LLVM::ZeroOp::create(b, pointer);
  Value isNull =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, address, null);
  exitIf(isNull, LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(1)));
}

} // namespace tvm
