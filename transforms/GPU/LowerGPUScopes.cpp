// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/GPU/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "transforms/Schedule/Analysis/Races.h"
#include "transforms/Schedule/CheckCapacities.h"
#include "transforms/Schedule/Primitives/Support/Captures.h"
#include "transforms/Schedule/Primitives/Support/WrittenBuffer.h"
#include "transforms/Target/TargetSpec.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::schedule {

#define GEN_PASS_DEF_LOWERGPUSCOPESPASS
#include "transforms/GPU/Passes.h.inc"

static MemRefType getTypeIn(MemRefType type, gpu::AddressSpace space) {
  return MemRefType::Builder(type).setMemorySpace(
      gpu::AddressSpaceAttr::get(type.getContext(), space));
}

static SmallVector<Value> getAllocations(Operation *root) {
  SmallVector<Value> buffers;
  root->walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      buffers.push_back(op->getResult(0));
  });
  return buffers;
}

/// Checks a buffer in a launch: it has constant size, is on chip, and has a
/// scope of a GPU.
static LogicalResult checkInside(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto scope = dyn_cast_or_null<StringAttr>(type.getMemorySpace());
  if (scope && !isShared(buffer) && scope.getValue() != "local")
    return emitError(buffer.getLoc(), "expected a buffer of a launch in scope "
                                      "'shared' or 'local', got '")
           << scope.getValue() << "'";
  if (!type.hasStaticShape())
    return emitError(buffer.getLoc(),
                     "expected a buffer of a launch of constant shape, got ")
           << type;
  return success();
}

static LogicalResult checkCapacity(gpu::LaunchOp launch,
                                   ArrayRef<Value> buffers, uint64_t capacity) {
  uint64_t bytes = 0;
  for (Value buffer : buffers)
    if (isShared(buffer))
      bytes = llvm::SaturatingAdd(bytes, getAllocatedBytes(buffer));
  if (bytes <= capacity)
    return success();
  auto error = launch.emitError("expected at most ")
               << capacity << " bytes of shared memory in a launch, got "
               << bytes;
  for (Value buffer : buffers)
    if (isShared(buffer))
      error.attachNote(buffer.getLoc())
          << "a buffer of " << getAllocatedBytes(buffer) << " bytes";
  return error;
}

/// Moves the allocation to the launch, once for all iterations of the loops
/// around it.
static void attribute(gpu::LaunchOp launch, Value buffer) {
  Operation *definition = buffer.getDefiningOp();
  bool shared = isShared(buffer);
  MemRefType type = getTypeIn(cast<MemRefType>(buffer.getType()),
                              shared ? gpu::AddressSpace::Workgroup
                                     : gpu::AddressSpace::Private);
  Value memory = shared ? launch.addWorkgroupAttribution(type, buffer.getLoc())
                        : launch.addPrivateAttribution(type, buffer.getLoc());
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  buffer.replaceAllUsesWith(memory);
  setBufferType(memory, type);
  definition->erase();
}

/// Deallocates `memory` at the end of the body that contained the stack buffer.
static void deallocate(Value buffer, Value memory) {
  Operation *definition = buffer.getDefiningOp();
  SmallVector<Operation *> places;
  if (isa<memref::AllocaOp>(definition))
    places.push_back(definition->getBlock()->getTerminator());
  for (Operation *user : buffer.getUsers())
    if (isa<memref::DeallocOp>(user))
      places.push_back(user);
  for (Operation *place : places) {
    OpBuilder builder(place);
    gpu::DeallocOp::create(builder, place->getLoc(), Type(), ValueRange(),
                           memory);
    if (isa<memref::DeallocOp>(place))
      place->erase();
  }
}

/// Moves a buffer outside of launches to the device's global memory.
static LogicalResult lowerOutside(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  if (type.getMemorySpace())
    return emitError(buffer.getLoc(),
                     "expected a buffer outside of launches in global memory, "
                     "got scope ")
           << type.getMemorySpace();
  Operation *definition = buffer.getDefiningOp();
  OpBuilder builder(definition);
  Value memory = gpu::AllocOp::create(builder, definition->getLoc(),
                                      TypeRange(type), ValueRange(),
                                      definition->getOperands(), ValueRange())
                     .getMemref();
  deallocate(buffer, memory);
  buffer.replaceAllUsesWith(memory);
  definition->erase();
  return success();
}

LogicalResult lowerGPUScopes(Operation *function, int64_t capacity) {
  SmallVector<gpu::LaunchOp> launches;
  function->walk([&](gpu::LaunchOp launch) { launches.push_back(launch); });
  for (gpu::LaunchOp launch : launches) {
    SmallVector<Value> buffers = getAllocations(launch);
    for (Value buffer : buffers)
      if (failed(checkInside(buffer)))
        return failure();
    if (failed(checkCapacity(launch, buffers, capacity)))
      return failure();
    for (Value buffer : buffers)
      attribute(launch, buffer);
  }
  for (Value buffer : getAllocations(function))
    if (failed(lowerOutside(buffer)))
      return failure();
  return success();
}

namespace {
struct LowerGPUScopesPass : impl::LowerGPUScopesPassBase<LowerGPUScopesPass> {
  void runOnOperation() override {
    // Bytes of shared memory per block that every NVIDIA GPU has.
    constexpr int64_t usualBytes = 48 << 10;
    auto capacity =
        target::findInteger(getOperation(), target::kGPU,
                            "shared_size_in_bytes", target::kSizes, usualBytes);
    if (failed(capacity) || failed(lowerGPUScopes(getOperation(), *capacity)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm::schedule
