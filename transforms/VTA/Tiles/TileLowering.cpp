// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/VTA/Tiles/TileLowering.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

TileLowering::TileLowering(func::FuncOp function)
    : function(function), configuration(getTileConfiguration(function)),
      builder(function), addresses(configuration) {}

FailureOr<ProgramOp> TileLowering::lower() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected a body of one block");
  auto config = ConfigAttr::get(builder.getContext(), configuration);
  auto program = ProgramOp::create(
      builder, function.getLoc(), function.getSymName(), StringAttr(),
      config.getParameters().empty() ? nullptr : config);
  builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
  if (failed(createBuffers()))
    return failure();
  for (Operation &op : function.getBody().front())
    if (failed(lower(op)))
      return failure();
  if (failed(loadMicroOps(program)))
    return failure();
  return program;
}

/// Whether the function stores to the argument.
static bool isOutput(func::FuncOp function, Value argument) {
  return function
      .walk([&](TileStoreOp store) {
        Value root = store.getTarget();
        while (auto view = root.getDefiningOp<ViewLikeOpInterface>())
          root = view.getViewSource();
        return root == argument ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::string getName(BlockArgument argument) {
  return "arg" + std::to_string(argument.getArgNumber());
}

LogicalResult TileLowering::createBuffers() {
  for (BlockArgument argument : function.getArguments()) {
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
        type.getMemorySpace())
      return function.emitOpError(
                 "expected arguments that are memrefs in DRAM, "
                 "of static shape, in one piece, got ")
             << argument.getType();
    BufferKind kind =
        isOutput(function, argument) ? BufferKind::Output : BufferKind::Input;
    DramOp::create(builder, argument.getLoc(), getName(argument), kind,
                   type.getNumElements() * type.getElementTypeBitWidth() / 8,
                   DenseElementsAttr());
  }
  return success();
}

LogicalResult TileLowering::lower(Operation &op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<TileLoadOp, TileStoreOp, TileGemmOp, TileResetOp, TileAluOp>(
          [&](auto tileOp) { return lower(tileOp); })
      .Case([&](memref::AllocOp tile) { return addresses.allocate(tile); })
      .Case<ViewLikeOpInterface>([](auto) { return success(); })
      .Case([&](func::ReturnOp end) -> LogicalResult {
        if (end.getNumOperands() != 0)
          return end.emitOpError("expected no results of a program");
        create(end, {rt::Finish(), {}});
        return success();
      })
      .Default([](Operation *other) {
        return other->emitOpError("expected operations on tiles, their "
                                  "allocations and views");
      });
}

void TileLowering::create(Operation *op, rt::Instruction instruction,
                          Value buffer) {
  FlatSymbolRefAttr name;
  if (auto argument = dyn_cast_or_null<BlockArgument>(buffer))
    name = FlatSymbolRefAttr::get(builder.getContext(), getName(argument));
  createInstruction(builder, op->getLoc(), instruction, name);
}

//===-- transfers ---------------------------------------------------------===//

/// The address as rows and columns of a tile; a single row is a tile of one
/// row.
static TileAddress asRectangle(TileAddress address) {
  if (address.sizes.size() == 1) {
    address.strides.insert(address.strides.begin(), address.sizes[0]);
    address.sizes.insert(address.sizes.begin(), 1);
  }
  return address;
}

LogicalResult TileLowering::fill(Operation *op, const TileAddress &dram,
                                 const TileAddress &chip, ArrayRef<int32_t> pad,
                                 rt::Transfer &transfer) {
  if (!isa<BlockArgument>(dram.root))
    return op->emitOpError("expected an argument in DRAM");
  TileAddress outside = asRectangle(dram), inside = asRectangle(chip);
  if (outside.strides[1] != 1 || inside.strides[1] != 1 ||
      (inside.sizes[0] > 1 && inside.strides[0] != inside.sizes[1]))
    return op->emitOpError(
        "expected columns side by side, and rows on the chip "
        "one behind the other");
  transfer.sramBase = inside.base;
  transfer.dramBase = outside.base;
  transfer.ySize = outside.sizes[0];
  transfer.xSize = outside.sizes[1];
  transfer.xStride = outside.strides[0];
  transfer.padTop = pad[0];
  transfer.padBottom = pad[1];
  transfer.padLeft = pad[2];
  transfer.padRight = pad[3];
  return success();
}

LogicalResult TileLowering::lower(TileLoadOp load) {
  FailureOr<TileAddress> dram = addresses.find(load.getSource(), load);
  FailureOr<TileAddress> chip = addresses.find(load.getTarget(), load);
  rt::Load body;
  if (failed(dram) || failed(chip) ||
      failed(fill(load, *dram, *chip, load.getPad(), body)))
    return failure();
  Memory memory = *getMemory(load.getTarget().getType());
  bool isByte = memory == Memory::Acc &&
                getElementTypeOrSelf(load.getSource().getType()).isInteger(8);
  body.memoryType = static_cast<rt::MemoryType>(isByte ? Memory::Acc8 : memory);
  create(load, {body, {}}, dram->root);
  return success();
}

LogicalResult TileLowering::lower(TileStoreOp store) {
  FailureOr<TileAddress> dram = addresses.find(store.getTarget(), store);
  FailureOr<TileAddress> chip = addresses.find(store.getSource(), store);
  rt::Store body;
  if (failed(dram) || failed(chip) ||
      failed(fill(store, *dram, *chip, {0, 0, 0, 0}, body)))
    return failure();
  body.memoryType = rt::MemoryType::Out;
  create(store, {body, {}}, dram->root);
  return success();
}

//===-- loops -------------------------------------------------------------===//

FailureOr<LinearAccess> TileLowering::getAccess(Operation *op, Value tile,
                                                AffineMap map) {
  FailureOr<TileAddress> address = addresses.find(tile, op);
  if (failed(address))
    return failure();
  LinearAccess access{address->base, {}};
  access.factors.resize(map.getNumDims());
  for (auto [result, stride] :
       llvm::zip_equal(map.getResults(), address->strides)) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(result, map.getNumDims(), 0, &flat)))
      llvm_unreachable("maps are verified");
    for (auto [sum, factor] : llvm::zip(access.factors, flat))
      sum += factor * stride;
    access.base += flat.back() * stride;
  }
  return access;
}

/// Describes the nest. A product reads its accumulator; an ALU operation also
/// reads its source.
static LoopNest describe(Operation *op, ArrayRef<int64_t> extents,
                         ArrayRef<LinearAccess> accesses) {
  auto alu = dyn_cast<TileAluOp>(op);
  return {extents, accesses, /*readsDestination=*/!isa<TileResetOp>(op),
          /*readsSource=*/alu && alu.getSource()};
}

FailureOr<rt::Gemm> TileLowering::plan(Operation *op, ArrayRef<int64_t> extents,
                                       ArrayAttr maps) {
  SmallVector<LinearAccess> accesses;
  for (auto [map, tile] :
       llvm::zip(maps.getAsValueRange<AffineMapAttr>(), op->getOperands())) {
    FailureOr<LinearAccess> access = getAccess(op, tile, map);
    if (failed(access))
      return failure();
    accesses.push_back(*access);
  }
  unsigned latency = configuration.accWriteLatency;
  std::optional<LoopPlan> plan = planLoops(
      describe(op, extents, accesses), latency, rt::FieldWidths(configuration));
  if (!plan)
    return op->emitOpError("expected loops that read an accumulator ")
           << latency
           << " micro-ops or more behind its write, and fit into the fields of "
              "an instruction";
  plan->loops.uopBegin = addMicroOps(plan->microOps);
  plan->loops.uopEnd = plan->loops.uopBegin + plan->microOps.size();
  return plan->loops;
}

LogicalResult TileLowering::lower(TileGemmOp gemm) {
  FailureOr<rt::Gemm> body = plan(gemm, gemm.getExtents(), gemm.getMaps());
  if (succeeded(body))
    create(gemm, {*body, {}});
  return body;
}

LogicalResult TileLowering::lower(TileResetOp reset) {
  ArrayRef<int64_t> extents =
      cast<MemRefType>(reset.getAcc().getType()).getShape().drop_back(2);
  FailureOr<rt::Gemm> body =
      plan(reset, extents,
           builder.getAffineMapArrayAttr(
               builder.getMultiDimIdentityMap(extents.size())));
  if (failed(body))
    return failure();
  body->reset = true;
  create(reset, {*body, {}});
  return success();
}

LogicalResult TileLowering::lower(TileAluOp alu) {
  FailureOr<rt::Gemm> loops = plan(alu, alu.getExtents(), alu.getMaps());
  if (failed(loops))
    return failure();
  rt::Alu body;
  static_cast<rt::Loops &>(body) = *loops;
  body.opcode = static_cast<rt::AluOpcode>(alu.getOpcode());
  body.useImmediate = alu.getImm().has_value();
  body.immediate = static_cast<int64_t>(alu.getImm().value_or(0));
  create(alu, {body, {}});
  return success();
}

//===-- micro-ops ---------------------------------------------------------===//

uint32_t TileLowering::addMicroOps(ArrayRef<rt::MicroOp> added) {
  std::vector<int32_t> list;
  for (const rt::MicroOp &microOp : added)
    llvm::append_values(list, microOp.dst, microOp.src, microOp.wgt);
  auto [known, isNew] = lists.try_emplace(list, microOps.size() / 3);
  if (isNew)
    llvm::append_range(microOps, list);
  return known->second;
}

/// Loads all micro-ops at once, in front of all other instructions.
LogicalResult TileLowering::loadMicroOps(ProgramOp program) {
  uint32_t count = microOps.size() / 3;
  uint32_t depth = configuration.depth(rt::MemoryType::Uop);
  if (count > depth)
    return function.emitOpError("expected at most ")
           << depth << " micro-ops, which memory uop holds, got " << count;
  if (count == 0)
    return success();
  auto buffers = program.getBody().getOps<DramOp>();
  builder.setInsertionPointToStart(&program.getBody().front());
  for (DramOp buffer : buffers)
    builder.setInsertionPointAfter(buffer);
  UopsOp::create(builder, function.getLoc(), microOps);
  rt::Load body;
  body.ySize = 1;
  body.xSize = body.xStride = count;
  create(function, {body, {}});
  return success();
}

} // namespace tvm::vta
