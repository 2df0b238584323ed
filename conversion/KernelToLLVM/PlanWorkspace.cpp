// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Functions/ParallelLoops.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/WorkspaceLayout.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELPLANWORKSPACEPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

namespace {

/// Clones size computations to the kernel's entry or to its workspace function.
class SizeCloner {
public:
  /// Returns dim `index` of argument `number`.
  using GetDim = std::function<Value(unsigned number, int64_t index)>;

  SizeCloner(OpBuilder &builder, func::FuncOp kernel, GetDim getDim)
      : builder(builder), kernel(kernel), getDim(std::move(getDim)) {}

  FailureOr<Value> clone(Value value);

  /// The size of `alloc` in bytes, a multiple of kWorkspaceAlignment.
  FailureOr<Value> getBytes(memref::AllocOp alloc);

private:
  FailureOr<Value> cloneDim(memref::DimOp dim);

  OpBuilder &builder;
  func::FuncOp kernel;
  GetDim getDim;
  IRMapping mapping;
};

using Offsets = SmallVector<std::pair<memref::AllocOp, Value>>;

/// Plans the workspace of one kernel.
class Planner {
public:
  Planner(func::FuncOp kernel, int64_t stackLimit)
      : kernel(kernel), stackLimit(stackLimit) {}

  LogicalResult run();

private:
  LogicalResult planParallel(scf::ParallelOp loop);
  void planStack();
  LogicalResult check(memref::AllocOp alloc);
  scf::ParallelOp splitByThread(scf::ParallelOp loop);
  Value getArgument(Type type, StringRef name);
  LogicalResult createSizeFunction();
  LogicalResult place();

  func::FuncOp kernel;
  int64_t stackLimit;
  WorkspaceLayout outer;
  struct PerThread {
    scf::ParallelOp loop;
    WorkspaceLayout layout;
  };
  SmallVector<PerThread> perThread;
};

} // namespace

FailureOr<Value> SizeCloner::cloneDim(memref::DimOp dim) {
  auto index = dim.getConstantIndex();
  if (!index)
    return failure();
  if (auto argument = dyn_cast<BlockArgument>(dim.getSource()))
    if (argument.getOwner() == &kernel.getBody().front())
      return getDim(argument.getArgNumber(), *index);
  auto alloc = dim.getSource().getDefiningOp<memref::AllocOp>();
  if (!alloc || !alloc.getType().isDynamicDim(*index))
    return failure();
  return clone(
      alloc.getDynamicSizes()[alloc.getType().getDynamicDimIndex(*index)]);
}

FailureOr<Value> SizeCloner::clone(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op)
    return failure();
  FailureOr<Value> result = failure();
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    result = cloneDim(dim);
  } else if (isPure(op) && op->getNumRegions() == 0 &&
             op->getNumResults() == 1) {
    for (Value operand : op->getOperands())
      if (failed(clone(operand)))
        return failure();
    result = builder.clone(*op, mapping)->getResult(0);
  }
  if (succeeded(result))
    mapping.map(value, *result);
  return result;
}

FailureOr<Value> SizeCloner::getBytes(memref::AllocOp alloc) {
  ImplicitLocOpBuilder b(alloc.getLoc(), builder);
  if (auto bytes = getStaticBytes(alloc.getType()))
    return arith::ConstantIndexOp::create(b, *bytes).getResult();
  int64_t fixed = getElementBytes(alloc.getType());
  for (int64_t size : alloc.getType().getShape())
    if (ShapedType::isStatic(size) && llvm::MulOverflow(fixed, size, fixed))
      fixed = kMaxWorkspaceBytes;
  Value bytes = arith::ConstantIndexOp::create(b, fixed);
  for (Value size : alloc.getDynamicSizes()) {
    FailureOr<Value> cloned = clone(size);
    if (failed(cloned))
      return failure();
    bytes = arith::MulIOp::create(b, bytes, *cloned);
  }
  Value up = arith::ConstantIndexOp::create(b, kWorkspaceAlignment - 1);
  Value mask = arith::ConstantIndexOp::create(b, -kWorkspaceAlignment);
  return arith::AndIOp::create(b, arith::AddIOp::create(b, bytes, up), mask)
      .getResult();
}

/// Replaces `alloc` by the bytes at `offset` of the workspace.
static void replaceBySlice(memref::AllocOp alloc, Value workspace,
                           Value offset) {
  OpBuilder builder(alloc);
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  auto view =
      memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                             workspace, offset, alloc.getDynamicSizes());
  alloc.replaceAllUsesWith(view.getResult());
  alloc.erase();
}

Value Planner::getArgument(Type type, StringRef name) {
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (kernel.getArgAttr(i, name))
      return kernel.getArgument(i);
  Builder builder(kernel.getContext());
  unsigned number = kernel.getNumArguments();
  auto attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(name, builder.getUnitAttr()));
  if (failed(kernel.insertArgument(number, type, attributes, kernel.getLoc())))
    return nullptr;
  return kernel.getArgument(number);
}

/// Reports errors before anything is changed.
LogicalResult Planner::check(memref::AllocOp alloc) {
  if (!alloc.getType().getLayout().isIdentity() ||
      alloc.getType().getMemorySpace())
    return alloc.emitOpError("expected identity layout, got ")
           << alloc.getType();
  Type element = getElementTypeOrSelf(alloc.getType().getElementType());
  if (!element.isIntOrIndexOrFloat())
    return alloc.emitOpError("has no size for elements of type ") << element;
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(alloc.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(scratch->getBody());
  SizeCloner sizes(builder, kernel, [&](unsigned, int64_t) -> Value {
    return arith::ConstantIndexOp::create(builder, alloc.getLoc(), 0);
  });
  if (succeeded(sizes.getBytes(alloc)))
    return success();
  return alloc.emitOpError("has a size that is no expression of the dims of "
                           "the kernel's arguments");
}

/// Divides a loop into one iteration per thread, each with a contiguous part of
/// the iterations.
scf::ParallelOp Planner::splitByThread(scf::ParallelOp loop) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value threads = getArgument(builder.getIndexType(), "kernel.threads");
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  SmallVector<Value> counts = getCounts(builder, loop, IRMapping());
  Value count = multiply(builder, counts);
  Value quotient = arith::DivUIOp::create(builder, count, threads);
  Value remainder = arith::RemUIOp::create(builder, count, threads);
  auto tasks = scf::ParallelOp::create(builder, zero, threads, one);
  builder.setInsertionPointToStart(tasks.getBody());
  Value task = tasks.getInductionVars().front();
  Value begin = arith::AddIOp::create(
      builder, arith::MulIOp::create(builder, task, quotient),
      arith::MinUIOp::create(builder, task, remainder));
  Value isLonger = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                         task, remainder);
  Value extra =
      arith::IndexCastUIOp::create(builder, builder.getIndexType(), isLonger);
  Value end = arith::AddIOp::create(
      builder, arith::AddIOp::create(builder, begin, quotient), extra);
  auto range = scf::ForOp::create(builder, begin, end, one);
  builder.setInsertionPoint(range.getBody()->getTerminator());
  IRMapping mapping;
  cloneIteration(builder, loop, range.getInductionVar(), counts, mapping);
  loop.erase();
  return tasks;
}

static SmallVector<memref::AllocOp> getAllocs(Operation *op) {
  SmallVector<memref::AllocOp> allocs;
  op->walk([&](memref::AllocOp alloc) { allocs.push_back(alloc); });
  return allocs;
}

/// The size in bytes of a buffer that may be on the stack or in the workspace;
/// nothing where it is dynamic or the layout is not the identity.
static std::optional<int64_t> getPlainBytes(MemRefType type) {
  if (!type.getLayout().isIdentity() || type.getMemorySpace())
    return std::nullopt;
  return getStaticBytes(type);
}

/// The size in bytes of a buffer on the stack that `op` allocates.
static std::optional<int64_t> getStackBytes(Operation *op) {
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return getPlainBytes(alloca.getType());
  return getStaticBytes(cast<memref::AllocOp>(op).getType());
}

/// The `buffers` (allocations and allocas) that must be in the workspace so
/// that the others fit on the stack: the largest ones, and all of dynamic size.
static SmallVector<Operation *> findLarge(ArrayRef<Operation *> buffers,
                                          int64_t stackLimit) {
  SmallVector<Operation *> large;
  SmallVector<std::pair<int64_t, size_t>> sizes;
  for (auto [index, op] : llvm::enumerate(buffers)) {
    if (auto bytes = getStackBytes(op))
      sizes.push_back({*bytes, index});
    else if (isa<memref::AllocOp>(op))
      large.push_back(op);
  }
  llvm::sort(sizes);
  int64_t stack = 0;
  for (auto [bytes, index] : sizes) {
    if (bytes > stackLimit - stack)
      large.push_back(buffers[index]);
    else
      stack += bytes;
  }
  return large;
}

/// Replaces stack memory by a temporary.
static void replaceByAlloc(memref::AllocaOp alloca) {
  OpBuilder builder(alloca);
  Value buffer = memref::AllocOp::create(builder, alloca.getLoc(),
                                         alloca.getType(), ValueRange());
  alloca.replaceAllUsesWith(buffer);
  alloca.erase();
}

static void replaceByAlloca(memref::AllocOp alloc) {
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  OpBuilder builder(alloc);
  auto onStack =
      memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                               builder.getI64IntegerAttr(kWorkspaceAlignment));
  alloc.replaceAllUsesWith(onStack.getResult());
  alloc.erase();
}

/// Plans an outermost parallel loop with temporaries.
LogicalResult Planner::planParallel(scf::ParallelOp loop) {
  SmallVector<Operation *> buffers;
  bool hasReductions = loop.getNumReductions() != 0;
  loop->walk([&](Operation *op) {
    if (isa<memref::AllocOp>(op) ||
        (isa<memref::AllocaOp>(op) && !hasReductions))
      buffers.push_back(op);
  });
  SmallVector<Operation *> large = findLarge(buffers, stackLimit);
  if (!large.empty() && hasReductions)
    return loop.emitError("large temporaries in a parallel reduction");
  for (Operation *op : buffers)
    if (auto alloc = dyn_cast<memref::AllocOp>(op);
        alloc && !llvm::is_contained(large, op))
      replaceByAlloca(alloc);
  for (Operation *op : large)
    if (auto alloca = dyn_cast<memref::AllocaOp>(op))
      replaceByAlloc(alloca);
  if (large.empty())
    return success();
  loop = splitByThread(loop);
  perThread.push_back(
      {loop, layOutWorkspace(*loop.getBody(), getAllocs(loop))});
  return success();
}

/// Plans stack memory outside of parallel loops.
void Planner::planStack() {
  SmallVector<Operation *> buffers;
  kernel.walk([&](memref::AllocaOp op) {
    if (!op->getParentOfType<scf::ParallelOp>())
      buffers.push_back(op);
  });
  for (Operation *op : findLarge(buffers, stackLimit))
    replaceByAlloc(cast<memref::AllocaOp>(op));
}

/// Builds the offset of each temporary within the layout, followed by the size
/// of all in bytes.
static FailureOr<Value> buildOffsets(OpBuilder &builder, Location loc,
                                     SizeCloner &sizes,
                                     const WorkspaceLayout &layout,
                                     Offsets &offsets) {
  for (auto [alloc, offset] : layout.offsets)
    offsets.push_back(
        {alloc, arith::ConstantIndexOp::create(builder, loc, offset)});
  Value place =
      arith::ConstantIndexOp::create(builder, loc, layout.staticBytes);
  for (const WorkspaceLayout::Slot &slot : layout.slots) {
    for (memref::AllocOp alloc : slot.allocs)
      offsets.push_back({alloc, place});
    FailureOr<Value> bytes = sizes.getBytes(slot.allocs.front());
    if (failed(bytes))
      return failure();
    place = arith::AddIOp::create(builder, loc, place, *bytes);
  }
  return place;
}

/// Private memory of threads follows the shared memory. Consecutive loops use
/// the same private memory.
LogicalResult Planner::createSizeFunction() {
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel);
  builder.setInsertionPointAfter(kernel);
  SmallVector<std::pair<unsigned, int64_t>> dims;
  for (BlockArgument argument : kernel.getArguments())
    if (auto type = dyn_cast<MemRefType>(argument.getType()))
      if (!kernel.getArgAttr(argument.getArgNumber(), kWorkspaceAttrName))
        for (auto [index, size] : llvm::enumerate(type.getShape()))
          if (ShapedType::isDynamic(size))
            dims.push_back({argument.getArgNumber(), index});
  Type index = builder.getIndexType();
  SmallVector<Type> types(dims.size() + 1, index);
  auto function =
      func::FuncOp::create(builder, getWorkspaceFunctionName(kernel.getName()),
                           builder.getFunctionType(types, index));
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  SizeCloner sizes(builder, kernel, [&](unsigned number, int64_t dim) {
    auto found = llvm::find(dims, std::make_pair(number, dim));
    return entry->getArgument(found - dims.begin());
  });
  Offsets unused;
  FailureOr<Value> total =
      buildOffsets(builder, kernel.getLoc(), sizes, outer, unused);
  Value largest = arith::ConstantIndexOp::create(builder, 0);
  for (PerThread &each : perThread) {
    FailureOr<Value> size =
        buildOffsets(builder, kernel.getLoc(), sizes, each.layout, unused);
    if (failed(size))
      return failure();
    largest = arith::MaxSIOp::create(builder, largest, *size);
  }
  if (failed(total))
    return failure();
  Value threads = entry->getArguments().back();
  Value all = arith::MulIOp::create(builder, largest, threads);
  func::ReturnOp::create(
      builder, arith::AddIOp::create(builder, *total, all).getResult());
  saturateWorkspaceSize(function);
  return success();
}

/// Replaces the temporaries by slices.
LogicalResult Planner::place() {
  Value workspace =
      getArgument(MemRefType::get(ShapedType::kDynamic,
                                  IntegerType::get(kernel.getContext(), 8)),
                  kWorkspaceAttrName);
  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  Location loc = kernel.getLoc();
  SizeCloner sizes(builder, kernel, [&](unsigned number, int64_t dim) -> Value {
    return memref::DimOp::create(builder, loc, kernel.getArgument(number), dim);
  });
  Offsets offsets;
  FailureOr<Value> base = buildOffsets(builder, loc, sizes, outer, offsets);
  if (failed(base))
    return failure();
  for (PerThread &each : perThread) {
    Offsets within;
    FailureOr<Value> size =
        buildOffsets(builder, loc, sizes, each.layout, within);
    if (failed(size))
      return failure();
    auto body = OpBuilder::atBlockBegin(each.loop.getBody());
    Value task = each.loop.getInductionVars().front();
    Value start = arith::AddIOp::create(
        body, loc, *base, arith::MulIOp::create(body, loc, task, *size));
    for (auto [alloc, offset] : within)
      offsets.push_back(
          {alloc, arith::AddIOp::create(body, loc, start, offset)});
  }
  for (auto [alloc, offset] : offsets)
    replaceBySlice(alloc, workspace, offset);
  return success();
}

LogicalResult Planner::run() {
  SmallVector<memref::AllocOp> allocs = getAllocs(kernel);
  bool isValid = true;
  for (memref::AllocOp alloc : allocs)
    isValid &= succeeded(check(alloc));
  if (!isValid)
    return failure();
  SmallVector<scf::ParallelOp> loops;
  kernel.walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
    loops.push_back(loop);
    return WalkResult::skip();
  });
  for (scf::ParallelOp loop : loops)
    if (failed(planParallel(loop)))
      return failure();
  planStack();
  allocs = getAllocs(kernel);
  llvm::erase_if(allocs, [](memref::AllocOp alloc) {
    return alloc->getParentOfType<scf::ParallelOp>() != nullptr;
  });
  outer = layOutWorkspace(kernel.getBody().front(), allocs);
  if (perThread.empty() && allocs.empty())
    return success();
  auto module = kernel->getParentOfType<ModuleOp>();
  if (perThread.empty() && outer.slots.empty())
    module->setAttr(kWorkspaceAttrName,
                    Builder(module).getI64IntegerAttr(outer.staticBytes));
  else if (failed(createSizeFunction()))
    return failure();
  return place();
}

namespace {
struct KernelPlanWorkspacePass
    : impl::KernelPlanWorkspacePassBase<KernelPlanWorkspacePass> {
  using KernelPlanWorkspacePassBase::KernelPlanWorkspacePassBase;

  void runOnOperation() override {
    func::FuncOp kernel = getKernelFunction(getOperation());
    if (!kernel)
      return;
    bool hasAffine = false;
    kernel.walk([&](Operation *op) {
      hasAffine |= isa<memref::AllocOp, memref::AllocaOp>(op) &&
                   op->getParentOfType<affine::AffineParallelOp>();
    });
    OpPassManager lowerAffine(ModuleOp::getOperationName());
    lowerAffine.addPass(createLowerAffinePass());
    if (hasAffine && failed(runPipeline(lowerAffine, getOperation())))
      return signalPassFailure();
    if (failed(Planner(kernel, stackLimit).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
