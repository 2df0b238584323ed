// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/CheckCapacities.h"

#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "transforms/Schedule/Analysis/Loops.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/Target/TargetSpec.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_CHECKCAPACITIESPASS
#include "transforms/Schedule/Passes.h.inc"

uint64_t getAllocatedBytes(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  DataLayout layout = DataLayout::closest(buffer.getDefiningOp());
  uint64_t bytes = layout.getTypeSize(type.getElementType());
  for (uint64_t size : type.getShape())
    bytes = llvm::SaturatingMultiply(bytes, size);
  return bytes;
}

/// The storage scope of the allocation `op`; null for other operations.
static StringAttr getAllocatedScope(Operation *op) {
  if (!isa<memref::AllocOp, memref::AllocaOp>(op))
    return {};
  auto type = cast<MemRefType>(op->getResult(0).getType());
  return dyn_cast_or_null<StringAttr>(type.getMemorySpace());
}

/// The size of `<device>.<memory>` in bytes: entry `<memory>_size_in_bytes` of
/// the device in the closest description of the target.
static Attribute getCapacity(Operation *op, StringAttr scope) {
  auto [device, memory] = scope.getValue().split('.');
  return target::findProperty(op, device, (memory + "_size_in_bytes").str());
}

namespace {
/// The buffers of one scope that are live at the same time.
struct Use {
  uint64_t bytes = 0;
  SmallVector<Value> buffers;
};

/// Finds the largest number of bytes that are live in a scope. A buffer is live
/// from its allocation to its last user in the same block.
class PeakFinder {
public:
  PeakFinder(Operation *function, StringAttr scope)
      : views(function), scope(scope) {}

  Use find(Block &block);

private:
  Use findInside(Operation &op);
  Operation *getLastUser(Value buffer);

  BufferViewFlowAnalysis views;
  StringAttr scope;
};
} // namespace

Operation *PeakFinder::getLastUser(Value buffer) {
  Operation *last = buffer.getDefiningOp();
  for (Value view : views.resolve(buffer))
    for (Operation *user : view.getUsers()) {
      Operation *here = last->getBlock()->findAncestorOpInBlock(*user);
      if (here && last->isBeforeInBlock(here))
        last = here;
    }
  return last;
}

/// Each thread, virtual or not, has its own buffers.
Use PeakFinder::findInside(Operation &op) {
  Use most;
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (Use use = find(block); use.bytes > most.bytes)
        most = std::move(use);
  auto loop = dyn_cast<Loop>(op);
  if (loop && (getLoopKind(loop) == LoopKind::VirtualThread ||
               getLoopKind(loop) == LoopKind::Parallel))
    most.bytes = llvm::SaturatingMultiply<uint64_t>(
        most.bytes, getTripCount(loop).value_or(1));
  return most;
}

Use PeakFinder::find(Block &block) {
  Use live, most;
  DenseMap<Operation *, SmallVector<Value>> ending;
  for (Operation &op : block) {
    if (getAllocatedScope(&op) == scope) {
      Value buffer = op.getResult(0);
      live.buffers.push_back(buffer);
      live.bytes = llvm::SaturatingAdd(live.bytes, getAllocatedBytes(buffer));
      ending[getLastUser(buffer)].push_back(buffer);
    }
    Use inside = findInside(op);
    uint64_t bytes = llvm::SaturatingAdd(live.bytes, inside.bytes);
    if (bytes > most.bytes) {
      most = live;
      most.bytes = bytes;
      llvm::append_range(most.buffers, inside.buffers);
    }
    for (Value buffer : ending.lookup(&op)) {
      live.bytes -= getAllocatedBytes(buffer);
      llvm::erase(live.buffers, buffer);
    }
  }
  return most;
}

static LogicalResult checkScope(Operation *function, StringAttr scope,
                                ArrayRef<Value> buffers) {
  Attribute given = getCapacity(function, scope);
  if (!given)
    return success();
  auto capacity = dyn_cast<IntegerAttr>(given);
  if (!capacity || capacity.getInt() < 0)
    return emitError(function->getLoc(), "expected the size of '")
           << scope.getValue() << "' as a number of bytes, got " << given;
  for (Value buffer : buffers)
    if (auto type = cast<MemRefType>(buffer.getType());
        !type.hasStaticShape() || !type.getElementType().isIntOrIndexOrFloat())
      return emitError(buffer.getLoc(),
                       "expected a constant number of integers "
                       "or floats in scope '")
             << scope.getValue() << "', whose size is limited, got " << type;
  Use most = PeakFinder(function, scope).find(function->getRegion(0).front());
  if (most.bytes <= static_cast<uint64_t>(capacity.getInt()))
    return success();
  auto error = emitError(most.buffers.front().getLoc(), "expected at most ")
               << capacity.getInt() << " bytes in use in scope '"
               << scope.getValue() << "', got " << most.bytes;
  for (Value buffer : most.buffers)
    error.attachNote(buffer.getLoc())
        << "a buffer of " << getAllocatedBytes(buffer) << " bytes";
  return error;
}

LogicalResult checkCapacities(Operation *function) {
  llvm::MapVector<StringAttr, SmallVector<Value>> buffers;
  function->walk([&](Operation *op) {
    if (StringAttr scope = getAllocatedScope(op))
      buffers[scope].push_back(op->getResult(0));
  });
  for (const auto &[scope, inside] : buffers)
    if (failed(checkScope(function, scope, inside)))
      return failure();
  return success();
}

namespace {
struct CheckCapacitiesPass
    : impl::CheckCapacitiesPassBase<CheckCapacitiesPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (!function.isExternal() && failed(checkCapacities(function)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
