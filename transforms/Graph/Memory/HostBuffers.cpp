// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Memory/HostBuffers.h"

#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::graph {

/// Larger tensors do not exist; their size is this (see `graph.byte_size`).
static constexpr int64_t kMaxBytes = int64_t(1) << 48;

static bool isScalarOp(Operation *op) {
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<ShapedType>) &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>);
}

bool isCheck(Operation *op) { return isa<CheckOp, cf::AssertOp>(op); }

/// Loops decide by scalars whether they go on, and pass all values on.
LogicalResult HostBuffers::checkLoop(scf::WhileOp loop) {
  Block *before = loop.getBeforeBody();
  bool isScalar = llvm::all_of(before->without_terminator(),
                               [](Operation &op) { return isScalarOp(&op); });
  if (!isScalar ||
      !llvm::equal(loop.getConditionOp().getArgs(), before->getArguments()))
    return loop.emitOpError("expected a condition of scalars that passes all "
                            "values on");
  return success();
}

static bool isHostOp(Operation *op) {
  return isScalarOp(op) || isCheck(op) || HostValues::isView(op) ||
         isa<LaunchOp, ConstantOp, AppendOp, tensor::EmptyOp, tensor::DimOp,
             tensor::ExtractOp, tensor::FromElementsOp, tensor::InsertSliceOp,
             bufferization::AllocTensorOp, scf::IfOp, scf::WhileOp,
             scf::ConditionOp, scf::YieldOp, func::ReturnOp>(op);
}

static bool readsUnsigned(Operation *op) {
  auto extract = dyn_cast<tensor::ExtractOp>(op);
  return extract && !isa<FloatType>(extract.getType()) &&
         !extract.getType().isSignlessInteger();
}

static bool hasOuts(LaunchOp launch) {
  return llvm::all_of(launch.getOuts(), [](Value out) {
    return isa_and_nonnull<tensor::EmptyOp>(
        HostValues::getRoot(out).getDefiningOp());
  });
}

/// Says of an operator that the host cannot run why it is there. Fusion
/// replaces operators by launches of kernels where they implement the
/// interfaces for that.
static std::string explainLeftOperator(Operation *op) {
  std::string text = "is left in the host function: expected ";
  if (!isa<FusionInterface>(op))
    return text + "launches of kernels, constants, views and index "
                  "arithmetic, or operators that implement FusionInterface";
  if (op->use_empty() && !isMemoryEffectFree(op))
    return text + "it to have no side effects (Pure), since a kernel computes "
                  "its results";
  return text + "launches of kernels, constants, views and index arithmetic";
}

LogicalResult HostBuffers::checkOperations() {
  if (!main.getBody().hasOneBlock())
    return main.emitOpError("expected one block");
  bool hasFailed = false;
  auto fail = [&](Operation *op, StringRef text) {
    op->emitOpError(text);
    hasFailed = true;
  };
  main.getBody().walk([&](Operation *op) {
    auto launch = dyn_cast<LaunchOp>(op);
    if (readsUnsigned(op))
      fail(op, "reads an unsigned element on the host");
    if (!isHostOp(op))
      fail(op, explainLeftOperator(op));
    if (launch && !hasOuts(launch))
      fail(op, "expected outs made by tensor.empty");
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      hasFailed |= failed(checkLoop(loop));
  });
  return failure(hasFailed);
}

/// From here on dimensions are those of arguments or follow from scalars.
void HostBuffers::replaceDims() {
  SmallVector<tensor::DimOp> dims;
  main.walk([&](tensor::DimOp op) { dims.push_back(op); });
  for (tensor::DimOp op : dims) {
    std::optional<int64_t> index = op.getConstantIndex();
    auto type = cast<RankedTensorType>(op.getSource().getType());
    if (!index || *index < 0 || *index >= type.getRank())
      continue;
    OpBuilder before(op);
    SmallVector<OpFoldResult> known = values.getDims(op.getSource());
    if (known.empty())
      continue;
    OpFoldResult dim = known[*index];
    Value value = getValueOrCreateConstantIndexOp(before, op.getLoc(), dim);
    if (value == op.getResult())
      continue;
    op.getResult().replaceAllUsesWith(value);
    op.erase();
  }
}

void HostBuffers::addBuffer(Value tensor) {
  bufferOf[tensor] = buffers.size();
  Buffer buffer;
  buffer.definition = tensor.getDefiningOp();
  buffer.type = getMemoryType(tensor.getType());
  buffer.dims = values.getDims(tensor);
  buffers.push_back(buffer);
}

/// The function of `launch`.
static FunctionOpInterface getKernel(LaunchOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      launch, launch.getKernel());
}

SmallVector<OpFoldResult> HostBuffers::getKernelDims(LaunchOp launch) {
  SmallVector<OpFoldResult> dims;
  FunctionOpInterface kernel = getKernel(launch);
  auto operands = launch->getOperands();
  bool isLowered =
      kernel && kernel.getNumArguments() >= operands.size() &&
      llvm::all_of(kernel.getArgumentTypes().take_front(operands.size()),
                   llvm::IsaPred<MemRefType>);
  for (auto [i, operand] : llvm::enumerate(operands)) {
    auto type = cast<ShapedType>(isLowered ? kernel.getArgumentTypes()[i]
                                           : operand.getType());
    for (auto [dim, size] : llvm::enumerate(values.getDims(operand)))
      if (type.isDynamicDim(dim))
        dims.push_back(size);
  }
  return dims;
}

/// A kernel's module says its workspace as `kernel.workspace` (bytes) or as a
/// function `<kernel>.workspace` of the kernel's dims and the number of
/// threads, which is inlined here.
LogicalResult HostBuffers::collectWorkspace(LaunchOp launch) {
  FunctionOpInterface kernel = getKernel(launch);
  if (!kernel)
    return success();
  Buffer buffer;
  buffer.definition = launch;
  OpBuilder before(launch);
  Operation *module = kernel->getParentOp();
  Attribute attribute = module->getAttr("kernel.workspace");
  auto bytes = dyn_cast_or_null<IntegerAttr>(attribute);
  if (attribute && (!bytes || !bytes.getType().isSignlessInteger(64) ||
                    bytes.getInt() < 0 || bytes.getInt() > kMaxBytes))
    return module->emitError("expected 'kernel.workspace' to be a number of "
                             "bytes, got ")
           << attribute;
  if (bytes && bytes.getInt() > 0)
    buffer.bytes =
        before.getIndexAttr(llvm::alignTo(bytes.getInt(), kBufferAlignment));
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      kernel, before.getStringAttr(kernel.getName() + ".workspace"));
  if (function) {
    SmallVector<OpFoldResult> dims = getKernelDims(launch);
    dims.push_back(NumThreadsOp::create(before, launch.getLoc()).getResult());
    if (!function.getBody().hasOneBlock() ||
        function.getNumArguments() != dims.size() ||
        function.getNumResults() != 1)
      return function.emitOpError("expected a function of ")
             << dims.size() - 1 << " dims and the threads to one size";
    IRMapping mapping;
    for (auto [argument, dim] : llvm::zip(function.getArguments(), dims))
      mapping.map(argument, getValueOrCreateConstantIndexOp(
                                before, launch.getLoc(), dim));
    for (Operation &op : function.getBody().front().without_terminator())
      before.clone(op, mapping);
    buffer.bytes = mapping.lookupOrDefault(
        function.getBody().front().getTerminator()->getOperand(0));
  }
  if (!buffer.bytes)
    return success();
  workspaceOf[launch] = buffers.size();
  buffers.push_back(buffer);
  return success();
}

/// `tensor.empty` is memory only where it is read, as what it happens to hold.
void HostBuffers::addEmptyTensors(Operation *op) {
  auto launch = dyn_cast<LaunchOp>(op);
  if (!launch && !isa<AppendOp, tensor::ExtractOp, tensor::InsertSliceOp,
                      scf::WhileOp, scf::YieldOp, func::ReturnOp>(op))
    return;
  for (Value operand : launch ? launch.getInputs() : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    Value root = HostValues::getRoot(operand);
    if (root.getDefiningOp<tensor::EmptyOp>() && !bufferOf.contains(root))
      addBuffer(root);
  }
}

void HostBuffers::collectBuffers() {
  for (Operation &op : main.getBody().front())
    operations.push_back(&op);
  main.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    addEmptyTensors(op);
    if (isa<LaunchOp, AppendOp, bufferization::AllocTensorOp,
            tensor::FromElementsOp>(op))
      for (Value result : op->getResults())
        addBuffer(result);
  });
  main.walk([&](scf::WhileOp loop) { collectCarried(loop); });
  assignOutputs();
  for (Buffer &buffer : buffers)
    setPlace(buffer);
  findLiveRanges();
}

void HostBuffers::setPlace(Buffer &buffer) {
  if (buffer.kind != Buffer::Output && buffer.kind != Buffer::Carried)
    buffer.kind = chooseKind(buffer);
  if (buffer.kind == Buffer::Slot)
    buffer.slot = numSlots++;
}

/// Extends a buffer's live range to `user`, and to the end of a loop around it
/// where the buffer is defined before the loop.
void HostBuffers::extendLiveRange(unsigned index, Operation *user) {
  Buffer &buffer = buffers[index];
  int64_t step = values.getStep(user);
  for (Operation *op = user->getParentOp(); op != main; op = op->getParentOp())
    if (isa<scf::WhileOp>(op) && !op->isAncestor(buffer.definition))
      step = std::max(step, values.getLastStep(op));
  buffer.range.last = std::max(buffer.range.last, step);
}

void HostBuffers::findLiveRanges() {
  for (Buffer &buffer : buffers) {
    buffer.range.first = buffer.range.last = values.getStep(buffer.definition);
    if (isa<scf::WhileOp>(buffer.definition))
      buffer.range.last = values.getLastStep(buffer.definition);
  }
  main.getBody().walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        for (unsigned buffer : getBuffers(operand))
          extendLiveRange(buffer, op);
  });
}

/// The first return of a computed tensor decides where it is computed; others
/// are copies.
void HostBuffers::assignOutputs() {
  Operation *terminator = main.getBody().front().getTerminator();
  for (auto [index, result] : llvm::enumerate(terminator->getOperands())) {
    auto it = bufferOf.find(HostValues::getRoot(result));
    if (it == bufferOf.end() || buffers[it->second].kind != Buffer::Arena ||
        isNested(buffers[it->second].definition) ||
        !HostValues::isWhole(result))
      continue;
    int64_t step = values.getStep(it->first.getDefiningOp());
    SmallVector<OpFoldResult> dims = values.getDims(result);
    if (llvm::any_of(dims, [&](OpFoldResult dim) {
          auto value = dyn_cast<Value>(dim);
          return value && values.getAvailability(value) >= step;
        }))
      continue;
    Buffer &buffer = buffers[it->second];
    buffer.kind = Buffer::Output;
    buffer.output = index;
  }
}

Buffer::Kind HostBuffers::chooseKind(const Buffer &buffer) {
  auto isLate = [&](OpFoldResult size) {
    auto value = dyn_cast_or_null<Value>(size);
    return value && values.getAvailability(value) > 0;
  };
  if (isa<AppendOp>(buffer.definition))
    return Buffer::Slot;
  bool isConstant = buffer.bytes ? isa<Attribute>(buffer.bytes)
                                 : buffer.type.hasStaticShape();
  // Sizes of values in a branch are only correct if the branch is taken.
  if (isNested(buffer.definition) || isa<scf::WhileOp>(buffer.definition))
    return isConstant ? Buffer::Arena : Buffer::Slot;
  return isLate(buffer.bytes) || llvm::any_of(buffer.dims, isLate)
             ? Buffer::Pool
             : Buffer::Arena;
}

/// Bytes of `type` with `dims`, as `graph.byte_size` defines them.
int64_t getByteSize(MemRefType type, ArrayRef<int64_t> dims) {
  int64_t size = getElementBytes(type.getElementType());
  bool isEmpty = llvm::is_contained(dims, 0);
  for (int64_t dim : dims)
    if (dim < 0 ||
        (!isEmpty && (llvm::MulOverflow(size, dim, size) || size > kMaxBytes)))
      return kMaxBytes;
  return isEmpty ? 0 : llvm::alignTo(size, kBufferAlignment);
}

int64_t HostBuffers::getSampleSize(const Buffer &buffer) {
  if (buffer.bytes)
    return std::clamp<int64_t>(values.getSample(buffer.bytes), 0, kMaxBytes);
  SmallVector<int64_t> dims;
  for (OpFoldResult dim : buffer.dims)
    dims.push_back(values.getSample(dim));
  return getByteSize(buffer.type, dims);
}

LogicalResult HostBuffers::checkSizes() {
  for (Value argument : main.getArguments()) {
    auto type = getMemoryType(argument.getType());
    if (type.hasStaticShape() &&
        getByteSize(type, type.getShape()) == kMaxBytes)
      return emitError(argument.getLoc())
             << "tensor of type " << argument.getType() << " is too large";
  }
  WalkResult result = main.walk([&](Operation *op) -> WalkResult {
    for (Value result : op->getResults()) {
      auto it = bufferOf.find(result);
      if (it != bufferOf.end() && buffers[it->second].type.hasStaticShape() &&
          getSampleSize(buffers[it->second]) == kMaxBytes)
        return emitError(result.getLoc())
               << "tensor of type " << result.getType() << " is too large";
    }
    return success();
  });
  return failure(result.wasInterrupted());
}

LogicalResult HostBuffers::collect() {
  if (failed(checkOperations()))
    return failure();
  replaceDims();
  SmallVector<LaunchOp> launches;
  main.walk([&](LaunchOp launch) { launches.push_back(launch); });
  for (LaunchOp launch : launches)
    if (failed(collectWorkspace(launch)))
      return failure();
  // Creates the scalars for all dims, so that steps are final.
  main.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        values.getDims(operand);
  });
  collectBuffers();
  return checkSizes();
}

} // namespace tvm::graph
