// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Functions/Captures.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace tvm {

bool isRepeatable(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      isa<memref::DimOp, memref::GetGlobalOp>(op))
    return true;
  return isa<ViewLikeOpInterface>(op) && isPure(op) && op->getNumRegions() == 0;
}

/// Whether no other captured memref overlaps this memory.
static bool isOwnMemory(Value value) {
  if (!isPlainMemRef(value.getType()))
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return isa<memref::ViewOp, memref::AllocOp, memref::AllocaOp>(
        value.getDefiningOp());
  return isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

Value Captures::collect(ValueRange values,
                        llvm::function_ref<bool(Operation *)> isRepeatable) {
  repeated.clear();
  captured.clear();
  SmallVector<Value> work(values);
  SmallVector<Operation *> found;
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (op && isRepeatable(op)) {
      found.push_back(op);
      llvm::append_range(work, op->getOperands());
      continue;
    }
    if (crossing.getTypes(value.getType()).empty())
      return value;
    captured.insert(value);
  }
  // An operation may be found through several of its results.
  SetVector<Operation *> set(found.begin(), found.end());
  repeated = topologicalSort(set);
  return Value();
}

SmallVector<Type> Captures::getTypes() const {
  SmallVector<Type> types;
  for (Value value : captured)
    llvm::append_range(types, crossing.getTypes(value.getType()));
  return types;
}

SmallVector<Value> Captures::take(OpBuilder &builder, Location loc) const {
  SmallVector<Value> parts;
  for (Value value : captured)
    llvm::append_range(parts, crossing.take(builder, loc, value));
  return parts;
}

void Captures::build(OpBuilder &builder, func::FuncOp body, unsigned numLeading,
                     IRMapping &mapping) const {
  ValueRange parts = ValueRange(body.getArguments()).drop_front(numLeading);
  for (Value value : captured) {
    size_t count = crossing.getTypes(value.getType()).size();
    mapping.map(value, crossing.build(builder, body.getLoc(), value.getType(),
                                      parts.take_front(count)));
    if (isOwnMemory(value))
      body.setArgAttr(body.getNumArguments() - parts.size(), "llvm.noalias",
                      builder.getUnitAttr());
    parts = parts.drop_front(count);
  }
  for (Operation *op : repeated)
    builder.clone(*op, mapping);
}

func::FuncOp createInternal(OpBuilder &builder, Location loc, StringRef name,
                            ArrayRef<Type> types) {
  auto function = func::FuncOp::create(builder, loc, name,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(builder.getContext(), LLVM::Linkage::Internal));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

} // namespace tvm
