// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow on planned memory.

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Graph/Memory/Planner.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;

namespace tvm::graph {

//===-- states
//--------------------------------------------------------------===//

Type Planner::getStateType(Type type) {
  return isa<RankedTensorType>(type) ? getMemoryType(type) : type;
}

/// The value that passes `value` on where `type` is expected.
Value Planner::emitState(Value value, Type type) {
  if (!isa<RankedTensorType>(value.getType()))
    return emitScalar(value);
  return getView(getMemory(value), cast<MemRefType>(type), loc);
}

void Planner::mapState(ValueRange from, ValueRange to) {
  for (auto [value, emitted] : llvm::zip(from, to))
    if (isa<RankedTensorType>(value.getType()))
      memoryOf[value] = emitted;
    else
      scalars.map(value, emitted);
}

/// Emits `block`. Values that are emitted in a region are not available behind
/// it.
void Planner::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    emitOperation(&op);
}

//===-- if
//------------------------------------------------------------------===//

void Planner::emitIf(scf::IfOp op) {
  SmallVector<Type> types = llvm::map_to_vector(
      op.getResultTypes(), [&](Type type) { return getStateType(type); });
  auto copy = scf::IfOp::create(builder, op.getLoc(), types,
                                emitScalar(op.getCondition()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [from, to] : llvm::zip(op->getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    llvm::SaveAndRestore savedScalars(scalars);
    llvm::SaveAndRestore savedMemory(memoryOf);
    builder.setInsertionPointToEnd(&to.front());
    emitBlock(from.front());
    SmallVector<Value> yielded;
    for (auto [value, type] :
         llvm::zip(from.front().getTerminator()->getOperands(), types))
      yielded.push_back(emitState(value, type));
    scf::YieldOp::create(builder, op.getLoc(), yielded);
  }
  mapState(op.getResults(), copy.getResults());
}

//===-- while
//---------------------------------------------------------------===//

/// The place of the next value of `carried` in this iteration.
std::pair<Value, Value> Planner::choosePlace(const Buffer &carried,
                                             Value size) {
  const Buffer &even = buffers[carried.places.first];
  const Buffer &odd = buffers[carried.places.second];
  auto choose = [&](Value ifOdd, Value ifEven) {
    return arith::SelectOp::create(builder, loc, isOdd, ifOdd, ifEven);
  };
  if (even.kind == Buffer::Arena)
    return {arena, choose(odd.offset, even.offset)};
  Value slot = choose(constant(odd.slot), constant(even.slot));
  return {emitSlot(slot, size, constant(0)), constant(0)};
}

/// The next value in the memory where it is wanted.
Value Planner::emitNext(OpOperand &yielded, Type type) {
  Value value = yielded.get();
  auto it = carriedOf.find(&yielded);
  auto own = bufferOf.find(HostValues::getRoot(value));
  bool isThere = it == carriedOf.end() ||
                 (own != bufferOf.end() && own->second == it->second);
  if (isThere)
    return emitState(value, type);
  MemRefType memoryType = getMemoryType(value.getType());
  SmallVector<Value> dims;
  for (auto [i, dim] : llvm::enumerate(emitDims(values.getDims(value))))
    if (memoryType.isDynamicDim(i))
      dims.push_back(dim);
  Value memory = emitBuffer(buffers[it->second], loc);
  CopyOp::create(builder, loc, getMemory(value), dims, memory);
  return getView(memory, cast<MemRefType>(type), loc);
}

void Planner::emitCondition(scf::WhileOp op, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore savedScalars(scalars);
  llvm::SaveAndRestore savedMemory(memoryOf);
  builder.setInsertionPointToEnd(block);
  mapState(op.getBeforeArguments(), block->getArguments());
  Value condition = emitScalar(op.getConditionOp().getCondition());
  scf::ConditionOp::create(builder, op.getLoc(), condition,
                           block->getArguments());
}

void Planner::emitIteration(scf::WhileOp op, Block *block) {
  OpBuilder::InsertionGuard guard(builder);
  llvm::SaveAndRestore savedScalars(scalars);
  llvm::SaveAndRestore savedMemory(memoryOf);
  llvm::SaveAndRestore savedOdd(isOdd, Value(block->getArguments().back()));
  builder.setInsertionPointToEnd(block);
  mapState(op.getAfterArguments(), block->getArguments());
  emitBlock(*op.getAfterBody());
  SmallVector<Value> next;
  for (OpOperand &yielded : op.getYieldOp()->getOpOperands())
    next.push_back(emitNext(
        yielded, block->getArgument(yielded.getOperandNumber()).getType()));
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
  next.push_back(arith::XOrIOp::create(builder, loc, isOdd, one));
  scf::YieldOp::create(builder, op.getLoc(), next);
}

/// Beside its values, a loop knows whether its iteration is odd.
void Planner::emitWhile(scf::WhileOp op) {
  SmallVector<Value> inits;
  for (auto [init, argument] :
       llvm::zip(op.getInits(), op.getBeforeArguments()))
    inits.push_back(emitState(init, getStateType(argument.getType())));
  inits.push_back(arith::ConstantIntOp::create(builder, loc, 0, 1));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locations(types.size(), op.getLoc());
  auto copy = scf::WhileOp::create(builder, op.getLoc(), types, inits);
  {
    OpBuilder::InsertionGuard guard(builder);
    Block *before =
        builder.createBlock(&copy.getBefore(), {}, types, locations);
    Block *after = builder.createBlock(&copy.getAfter(), {}, types, locations);
    emitCondition(op, before);
    emitIteration(op, after);
  }
  mapState(op.getResults(), copy.getResults().drop_back());
}

//===-- rows
//----------------------------------------------------------------===//

Value Planner::emitSlot(Value index, Value bytes, Value kept) {
  return SlotOp::create(builder, loc, getBytesType(), index, bytes, kept);
}

/// The bytes of `row` without what aligns it.
Value Planner::emitRowBytes(Value row) {
  MemRefType type = getMemoryType(row.getType());
  Value bytes = constant(getElementBytes(type.getElementType()));
  for (Value dim : emitDims(values.getDims(row)))
    bytes = builder.createOrFold<arith::MulIOp>(loc, bytes, dim);
  return bytes;
}

/// Copies `row` to `offset` of `bytes`.
void Planner::emitRow(Value row, Value bytes, Value offset) {
  MemRefType type = getMemoryType(row.getType());
  SmallVector<Value> dims;
  for (auto [i, dim] : llvm::enumerate(emitDims(values.getDims(row))))
    if (type.isDynamicDim(i))
      dims.push_back(dim);
  Value place = memref::ViewOp::create(builder, loc, type, bytes, offset, dims);
  CopyOp::create(builder, loc, getMemory(row), dims, place);
}

void Planner::emitInsert(tensor::InsertSliceOp op) {
  Value memory = getMemory(op.getDest());
  Value number = emitDims(op.getMixedOffsets()).front();
  Value offset =
      arith::MulIOp::create(builder, loc, number, emitRowBytes(op.getSource()));
  emitRow(op.getSource(), getView(memory, getBytesType(), loc), offset);
  memoryOf[op] = memory;
}

void Planner::emitAppend(AppendOp op) {
  Value count = emitScalar(op.getCount());
  Value rowBytes = emitRowBytes(op.getRow());
  Value used = arith::MulIOp::create(builder, loc, count, rowBytes);
  Value bytes = arith::AddIOp::create(builder, loc, used, rowBytes);
  const Buffer &buffer = buffers[bufferOf.at(op.getResult())];
  Value memory = emitSlot(constant(buffer.slot), bytes, used);
  emitRow(op.getRow(), memory, used);
  memoryOf[op] = getView(memory, buffer.type, loc);
}

} // namespace tvm::graph
