// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes, allocations and accesses.
#include "conversion/HostToLLVM/HostConverter.h"

#include "dialects/Graph/ElementTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm {

/// Largest number of bytes; see `graph.byte_size`.
static constexpr int64_t kMaxBytes = int64_t(1) << 48;

std::pair<uint64_t, uint64_t> getPlace(graph::WeightAttr weight) {
  return {weight.getOffset(), graph::getStorageSize(weight.getType())};
}

/// The argument of the function that is `memory`; null if there is none.
static BlockArgument getArgument(Value memory) {
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && argument.getOwner()->isEntryBlock() ? argument
                                                         : BlockArgument();
}

LogicalResult HostConverter::convertDim(memref::DimOp op) {
  BlockArgument argument = getArgument(op.getSource());
  std::optional<int64_t> index = op.getConstantIndex();
  if (!argument || !index || *index < 0 ||
      *index >= cast<MemRefType>(argument.getType()).getRank())
    return op.emitOpError("expected a dimension of an argument");
  int64_t position = firstDim[argument.getArgNumber()] + *index;
  values.map(op.getResult(),
             toIndex(load(i64, loadField(InputDims), position)));
  return success();
}

/// The address of an element in row-major order. Only inner dimensions of
/// arguments may be dynamic.
FailureOr<Value> HostConverter::getElementAddress(Operation *op, Value memory,
                                                  ValueRange indices) {
  auto type = cast<MemRefType>(memory.getType());
  BlockArgument argument = getArgument(memory);
  Value offset = constant(0);
  for (auto [i, index] : llvm::enumerate(indices)) {
    Value size = constant(type.isDynamicDim(i) ? 0 : type.getDimSize(i));
    if (i > 0 && type.isDynamicDim(i)) {
      if (!argument)
        return op->emitOpError("expected memory with static inner dimensions");
      size = load(i64, loadField(InputDims),
                  firstDim[argument.getArgNumber()] + i);
    }
    if (i > 0)
      offset = LLVM::MulOp::create(b, offset, size);
    offset = LLVM::AddOp::create(b, offset, toInteger(values.lookup(index)));
  }
  return LLVM::GEPOp::create(b, pointer, type.getElementType(),
                             values.lookup(memory), offset)
      .getResult();
}

LogicalResult HostConverter::convertLoad(memref::LoadOp op) {
  auto address = getElementAddress(op, op.getMemRef(), op.getIndices());
  if (failed(address))
    return failure();
  unsigned align = graph::getElementBytes(op.getType());
  Value loaded = LLVM::LoadOp::create(b, op.getType(), *address, align);
  values.map(op.getResult(), loaded);
  return success();
}

LogicalResult HostConverter::convertStore(memref::StoreOp op) {
  auto address = getElementAddress(op, op.getMemRef(), op.getIndices());
  if (failed(address))
    return failure();
  LLVM::StoreOp::create(b, values.lookup(op.getValueToStore()), *address);
  return success();
}

void HostConverter::convertByteSize(graph::ByteSizeOp op) {
  auto type = cast<MemRefType>(op.getType());
  int64_t fixed = graph::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    if (ShapedType::isStatic(size))
      if (llvm::MulOverflow(fixed, size, fixed) || fixed > kMaxBytes)
        fixed = kMaxBytes;
  Value most = arith::ConstantIntOp::create(b, i64, kMaxBytes);
  Value zero = arith::ConstantIntOp::create(b, i64, 0);
  Value bytes = arith::ConstantIntOp::create(b, i64, fixed);
  for (Value dim : op.getDims()) {
    auto product =
        arith::MulUIExtendedOp::create(b, bytes, toInteger(values.lookup(dim)));
    Value fits = arith::AndIOp::create(
        b,
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, product.getHigh(),
                              zero),
        arith::CmpIOp::create(b, arith::CmpIPredicate::ule, product.getLow(),
                              most));
    bytes = arith::SelectOp::create(b, fits, product.getLow(), most);
  }
  Value up = arith::ConstantIntOp::create(b, i64, kHostAlignment - 1);
  Value mask = arith::ConstantIntOp::create(b, i64, -kHostAlignment);
  bytes = arith::AndIOp::create(b, arith::AddIOp::create(b, bytes, up), mask);
  values.map(op.getResult(), toIndex(bytes));
}

/// A product of dimensions that overflows becomes larger than any memory, with
/// its sign: a wrapped product might pass for the size of a small tensor.
void HostConverter::convertProduct(arith::MulIOp op) {
  Value x = values.lookup(op.getLhs()), y = values.lookup(op.getRhs());
  if (!op.getType().isIndex()) {
    values.map(op.getResult(), arith::MulIOp::create(b, x, y));
    return;
  }
  auto product = arith::MulSIExtendedOp::create(b, toInteger(x), toInteger(y));
  Value zero = constant(0), most = constant(kMaxBytes);
  Value sign = arith::ShRSIOp::create(b, product.getLow(), constant(63));
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                     product.getHigh(), sign);
  Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                           product.getHigh(), zero);
  Value limit =
      arith::SelectOp::create(b, isNegative, constant(-kMaxBytes), most);
  Value value = arith::SelectOp::create(b, fits, product.getLow(), limit);
  values.map(op.getResult(), toIndex(value));
}

void HostConverter::convertAllocation(Operation *op, FrameField callback) {
  Value bytes = toInteger(values.lookup(op->getOperand(0)));
  Value memory = callBack(callback, pointer, bytes);
  exitIfNull(memory);
  values.map(op->getResult(0), memory);
}

void HostConverter::convertSlot(graph::SlotOp op) {
  Value memory = callBack(GrowSlot, pointer,
                          {toInteger(values.lookup(op.getIndex())),
                           toInteger(values.lookup(op.getBytes())),
                           toInteger(values.lookup(op.getKept()))});
  exitIfNull(memory);
  values.map(op.getResult(), memory);
}

void HostConverter::convertOutput(graph::OutputOp op) {
  auto type = cast<MemRefType>(op.getMemory().getType());
  SmallVector<Value> shape;
  auto dynamic = op.getDims().begin();
  for (int64_t size : type.getShape())
    shape.push_back(ShapedType::isDynamic(size)
                        ? toInteger(values.lookup(*dynamic++))
                        : constant(size));
  storeAll(i64, dims, shape);
  Value index =
      LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(op.getIndex()));
  Value memory = callBack(AllocateOutput, pointer, {index, dims});
  exitIfNull(memory);
  values.map(op.getResult(), memory);
}

void HostConverter::convertWeight(graph::GetWeightOp op) {
  unsigned index = weightIndex.lookup(getPlace(op.getValue()));
  Value offset = constant(weightOffsets[index]);
  values.map(op.getResult(), LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                                 loadField(Weights), offset));
}

void HostConverter::convertCopy(graph::CopyOp op) {
  auto type = cast<MemRefType>(op.getSource().getType());
  int64_t fixed = graph::getElementBytes(type.getElementType());
  for (int64_t size : type.getShape())
    fixed *= ShapedType::isDynamic(size) ? 1 : size;
  Value bytes = constant(fixed);
  for (Value dim : op.getDims())
    bytes = LLVM::MulOp::create(b, bytes, toInteger(values.lookup(dim)));
  LLVM::MemcpyOp::create(b, values.lookup(op.getTarget()),
                         values.lookup(op.getSource()), bytes,
                         /*isVolatile=*/false);
}

} // namespace tvm
