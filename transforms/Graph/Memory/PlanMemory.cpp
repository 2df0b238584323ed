// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Memory/PlanMemory.h"

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "transforms/Graph/Memory/Planner.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_PLANMEMORYPASS
#include "transforms/Graph/Passes.h.inc"

/// The name of an element type that memory does not tell.
static StringAttr getTypeName(Type type, Builder &builder) {
  Type element = cast<ShapedType>(type).getElementType();
  if (getStorageElement(element) == element)
    return {};
  return builder.getStringAttr(getElementName(element));
}

void Planner::createFunction() {
  auto convert = [](Type type) -> Type { return getMemoryType(type); };
  builder.setInsertionPoint(main);
  planned = func::FuncOp::create(
      builder, loc, main.getName(),
      builder.getFunctionType(
          llvm::map_to_vector(main.getArgumentTypes(), convert),
          llvm::map_to_vector(main.getResultTypes(), convert)));
  planned->setDiscardableAttrs(main->getDiscardableAttrDictionary());
  if (ArrayAttr attrs = main.getAllArgAttrs())
    planned.setAllArgAttrs(attrs);
  if (ArrayAttr attrs = main.getAllResultAttrs())
    planned.setAllResultAttrs(attrs);
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    if (StringAttr name = getTypeName(type, builder))
      planned.setArgAttr(i, "graph.dtype", name);
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    if (StringAttr name = getTypeName(type, builder))
      planned.setResultAttr(i, "graph.dtype", name);
  builder.setInsertionPointToStart(planned.addEntryBlock());
  for (auto [from, to] : llvm::zip(main.getArguments(), planned.getArguments()))
    memoryOf[from] = to;
}

Value Planner::emitScalar(Value scalar) {
  if (Value known = scalars.lookupOrNull(scalar))
    return known;
  Operation *op = scalar.getDefiningOp();
  Value value;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    value =
        memref::DimOp::create(builder, op->getLoc(), getMemory(dim.getSource()),
                              emitScalar(dim.getIndex()));
  } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<Value> indices;
    for (Value index : extract.getIndices())
      indices.push_back(emitScalar(index));
    value = memref::LoadOp::create(builder, op->getLoc(),
                                   getMemory(extract.getTensor()), indices);
    if (value.getType() != scalar.getType())
      value = arith::CmpIOp::create(
          builder, op->getLoc(), arith::CmpIPredicate::ne, value,
          arith::ConstantIntOp::create(builder, op->getLoc(), 0, 8));
  } else {
    for (Value operand : op->getOperands())
      emitScalar(operand);
    builder.clone(*op, scalars);
    return scalars.lookup(scalar);
  }
  scalars.map(scalar, value);
  return value;
}

SmallVector<Value> Planner::emitDims(ArrayRef<OpFoldResult> dims) {
  SmallVector<Value> emitted;
  for (OpFoldResult dim : dims) {
    if (auto value = dyn_cast<Value>(dim))
      emitted.push_back(emitScalar(value));
    else
      emitted.push_back(getValueOrCreateConstantIndexOp(builder, loc, dim));
  }
  return emitted;
}

static SmallVector<OpFoldResult> getDynamic(MemRefType type,
                                            ArrayRef<OpFoldResult> dims) {
  SmallVector<OpFoldResult> dynamic;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (type.isDynamicDim(i))
      dynamic.push_back(dim);
  return dynamic;
}

/// Checks that need no computed data come first: sizes are right afterwards.
void Planner::emitChecks() {
  for (Operation *op : operations) {
    if (!isCheck(op) || llvm::any_of(op->getOperands(), [&](Value operand) {
          return values.getAvailability(operand) > 0;
        }))
      continue;
    emitOperation(op);
    emitted.insert(op);
  }
}

Value Planner::emitSize(const Buffer &buffer) {
  if (buffer.bytes) {
    Value bytes = emitDims(buffer.bytes).front();
    Value up =
        arith::ConstantIndexOp::create(builder, loc, kBufferAlignment - 1);
    Value mask =
        arith::ConstantIndexOp::create(builder, loc, -kBufferAlignment);
    bytes = builder.createOrFold<arith::AddIOp>(loc, bytes, up);
    return builder.createOrFold<arith::AndIOp>(loc, bytes, mask);
  }
  if (buffer.type.hasStaticShape())
    return arith::ConstantIndexOp::create(
        builder, loc, getByteSize(buffer.type, buffer.type.getShape()));
  SmallVector<Value> dims = emitDims(getDynamic(buffer.type, buffer.dims));
  return ByteSizeOp::create(builder, loc, dims, buffer.type);
}

/// Sum of two sizes, folded where both are constant.
static Value createSum(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

void Planner::emitArena() {
  SmallVector<unsigned> members;
  SmallVector<LiveRange> ranges;
  bool isDynamic = false;
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    if (buffer.kind != Buffer::Arena)
      continue;
    members.push_back(index);
    buffer.range.size = getSampleSize(buffer);
    ranges.push_back(buffer.range);
    isDynamic |=
        buffer.bytes ? isa<Value>(buffer.bytes) : !buffer.type.hasStaticShape();
  }
  MemoryPlan plan = planMemory(ranges);
  SmallVector<NamedAttribute> facts = {
      {"planned", builder.getI64IntegerAttr(plan.size)},
      {"naive", builder.getI64IntegerAttr(plan.naive)},
      {"lower_bound", builder.getI64IntegerAttr(plan.lowerBound)}};
  if (isDynamic)
    facts.emplace_back("sample_dim",
                       builder.getI64IntegerAttr(HostValues::kSampleDim));
  if (report) {
    facts.emplace_back("buffers", describeBuffers(members, plan));
    facts.emplace_back("unplanned",
                       builder.getI64IntegerAttr(countUnplanned()));
  }
  planned->setAttr("graph.memory", builder.getDictionaryAttr(facts));
  if (members.empty())
    return;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> ends(members.size());
  Value total = zero;
  auto getMax = [&](Value a, Value b) -> Value {
    return a == b ? a : builder.createOrFold<arith::MaxUIOp>(loc, a, b);
  };
  for (unsigned i : plan.order) {
    Value offset = zero;
    for (unsigned below : plan.below[i])
      offset = getMax(offset, ends[below]);
    buffers[members[i]].offset = offset;
    buffers[members[i]].size = emitSize(buffers[members[i]]);
    ends[i] = createSum(builder, loc, offset, buffers[members[i]].size);
    total = getMax(total, ends[i]);
  }
  arena = ArenaOp::create(builder, loc, getBytesType(), total);
}

Value Planner::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

MemRefType Planner::getBytesType() {
  return MemRefType::get({ShapedType::kDynamic}, builder.getI8Type());
}

Value Planner::getView(Value memory, MemRefType type, Location loc) {
  if (memory.getType() == type)
    return memory;
  return ViewOp::create(builder, loc, type, memory);
}

Value Planner::getPart(tensor::ExtractSliceOp op) {
  auto type = cast<MemRefType>(getMemoryType(op.getType()));
  Value bytes = getView(getMemory(op.getSource()), getBytesType(), op.getLoc());
  int64_t elementSize = getElementBytes(type.getElementType());
  return memref::ViewOp::create(builder, op.getLoc(), type, bytes,
                                constant(op.getStaticOffset(0) * elementSize),
                                ValueRange());
}

Value Planner::emitOutput(const Buffer &buffer, Location loc) {
  Value result =
      main.getBody().front().getTerminator()->getOperand(buffer.output);
  MemRefType type = getMemoryType(result.getType());
  SmallVector<Value> dims = emitDims(getDynamic(type, values.getDims(result)));
  Value memory = OutputOp::create(builder, loc, type, buffer.output, dims);
  memoryOf[result] = memory;
  return getView(memory, buffer.type, loc);
}

Value Planner::emitBuffer(Buffer &buffer, Location loc) {
  if (buffer.kind == Buffer::Output)
    return emitOutput(buffer, loc);
  Value base = arena, offset = buffer.offset, size = buffer.size;
  if (buffer.kind != Buffer::Arena) {
    size = emitSize(buffer);
    offset = constant(0);
  }
  if (buffer.kind == Buffer::Pool)
    base = PoolOp::create(builder, loc, getBytesType(), size);
  else if (buffer.kind == Buffer::Slot)
    base = emitSlot(constant(buffer.slot), size, constant(0));
  else if (buffer.kind == Buffer::Carried)
    std::tie(base, offset) = choosePlace(buffer, size);
  if (auto size = dyn_cast_or_null<Attribute>(buffer.bytes))
    return memref::ViewOp::create(
        builder, loc,
        MemRefType::get(cast<IntegerAttr>(size).getInt(), builder.getI8Type()),
        base, offset, ValueRange());
  if (buffer.bytes)
    return memref::ViewOp::create(builder, loc, getBytesType(), base, offset,
                                  size);
  return memref::ViewOp::create(builder, loc, buffer.type, base, offset,
                                emitDims(getDynamic(buffer.type, buffer.dims)));
}

Value Planner::getMemory(Value tensor) {
  if (Value memory = memoryOf.lookup(tensor))
    return memory;
  Operation *op = tensor.getDefiningOp();
  MemRefType type = getMemoryType(tensor.getType());
  if (auto part = dyn_cast<tensor::ExtractSliceOp>(op))
    return memoryOf[tensor] = getPart(part);
  if (HostValues::isView(op)) {
    Value source = getMemory(op->getOperand(0));
    return memoryOf[tensor] = getView(source, type, op->getLoc());
  }
  auto constant = cast<ConstantOp>(op);
  auto weight = dyn_cast<WeightAttr>(constant.getValue());
  if (!weight) {
    SmallVector<char> buffer;
    auto bytes = getConstantBytes(constant.getValue(), buffer);
    if (!bytes) { // elements attributes that hold no data
      op->emitOpError(llvm::toString(bytes.takeError()));
      bytes = ArrayRef<char>(buffer);
    }
    auto owner =
        std::make_shared<SmallVector<char>>(bytes->begin(), bytes->end());
    weight = createWeight(cast<RankedTensorType>(tensor.getType()), "", *owner,
                          owner);
  }
  return memoryOf[tensor] =
             GetWeightOp::create(builder, op->getLoc(), type, weight);
}

void Planner::emitLaunch(LaunchOp launch) {
  for (Value result : launch.getResults())
    memoryOf[result] =
        emitBuffer(buffers[bufferOf.at(result)], launch.getLoc());
  SmallVector<Value> operands;
  for (Value input : launch.getInputs())
    operands.push_back(getMemory(input));
  for (Value result : launch.getResults())
    operands.push_back(memoryOf.at(result));
  SmallVector<Value> dims = emitDims(getKernelDims(launch));
  Value workspace;
  auto it = workspaceOf.find(launch);
  if (it != workspaceOf.end())
    workspace = emitBuffer(buffers[it->second], launch.getLoc());
  auto call = CallOp::create(builder, launch.getLoc(), launch.getKernel(),
                             operands, dims, workspace, launch.getFusionAttr());
  call->setDiscardableAttrs(launch->getDiscardableAttrDictionary());
}

void Planner::emitEmpty(Value tensor) {
  auto it = bufferOf.find(tensor);
  if (it != bufferOf.end())
    memoryOf[tensor] = emitBuffer(buffers[it->second], tensor.getLoc());
}

void Planner::emitElements(tensor::FromElementsOp op) {
  Value memory = emitBuffer(buffers[bufferOf.at(op)], op.getLoc());
  memoryOf[op] = memory;
  auto type = cast<MemRefType>(memory.getType());
  SmallVector<int64_t> index(type.getRank(), 0);
  for (Value element : op.getElements()) {
    Value value = emitScalar(element);
    if (value.getType() != type.getElementType())
      value = arith::ExtUIOp::create(builder, op.getLoc(),
                                     type.getElementType(), value);
    SmallVector<Value> indices;
    for (int64_t i : index)
      indices.push_back(
          arith::ConstantIndexOp::create(builder, op.getLoc(), i));
    memref::StoreOp::create(builder, op.getLoc(), value, memory, indices);
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
      if (++index[dim] < type.getDimSize(dim))
        break;
      index[dim] = 0;
    }
  }
}

void Planner::emitReturn(func::ReturnOp op) {
  SmallVector<Value> results;
  for (auto [index, result] : llvm::enumerate(op.getOperands())) {
    auto it = bufferOf.find(HostValues::getRoot(result));
    if (it != bufferOf.end() && buffers[it->second].kind == Buffer::Output &&
        buffers[it->second].output == index) {
      results.push_back(getMemory(result));
      continue;
    }
    MemRefType type = getMemoryType(result.getType());
    SmallVector<Value> dims =
        emitDims(getDynamic(type, values.getDims(result)));
    Value memory = OutputOp::create(builder, op.getLoc(), type, index, dims);
    CopyOp::create(builder, op.getLoc(), getMemory(result), dims, memory);
    results.push_back(memory);
  }
  func::ReturnOp::create(builder, op.getLoc(), results);
}

void Planner::emitOperation(Operation *op) {
  if (emitted.contains(op))
    return;
  if (auto launch = dyn_cast<LaunchOp>(op))
    return emitLaunch(launch);
  if (auto elements = dyn_cast<tensor::FromElementsOp>(op))
    return emitElements(elements);
  if (auto exit = dyn_cast<func::ReturnOp>(op))
    return emitReturn(exit);
  if (isa<tensor::EmptyOp, bufferization::AllocTensorOp>(op))
    return emitEmpty(op->getResult(0));
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return emitInsert(insert);
  if (auto append = dyn_cast<AppendOp>(op))
    return emitAppend(append);
  if (isa<tensor::ExtractOp>(op)) // now: its memory is used again later
    emitScalar(op->getResult(0));
  if (!isCheck(op))
    return;
  for (Value operand : op->getOperands())
    emitScalar(operand);
  builder.clone(*op, scalars);
}

LogicalResult Planner::run() {
  if (failed(collect()))
    return failure();
  createFunction();
  emitChecks();
  emitArena();
  for (Operation *op : operations)
    emitOperation(op);
  main.erase();
  return success();
}

LogicalResult planMemory(func::FuncOp main, bool report) {
  return Planner(main, report).run();
}

namespace {
struct PlanMemoryPass : impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (main && !main.isExternal() && failed(planMemory(main, report)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::graph
