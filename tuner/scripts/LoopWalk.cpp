// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/scripts/LoopWalk.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tvm::tuner {

/// The iterations of loops of unknown length.
static constexpr double kUnknownTrips = 8;

namespace {
class Walker {
public:
  explicit Walker(LoopWalk &walk) : walk(walk) {}

  void visit(Region &region);

private:
  void visitOp(Operation &op);
  void visitBlock(te::BlockOp block);
  void enter(ArrayRef<WalkedLoop> loops, Region &body);
  void addOp(Operation &op);
  /// Adds an access of `value` to `memory` at `indices`.
  void addAccess(bool isWrite, Value memory, ValueRange indices, Type value);
  /// Adds the loops on which `value` depends to `moving`.
  void addMoving(Value value, std::set<unsigned> &moving);
  /// Returns the lanes of the vectorized loops around the current operation.
  double getLanes() const;

  LoopWalk &walk;
  LoopPath path;
  DenseMap<Value, unsigned> numbers; // of loops, by variable
  /// The values that arguments of blocks stand for.
  DenseMap<Value, SmallVector<Value>> sources;
  DenseMap<Value, std::set<unsigned>> known; // of addMoving
};
} // namespace

//===-- loops -------------------------------------------------------------===//

/// The largest value of a bound, as far as a constant limits it.
static std::optional<int64_t> getLargest(OpFoldResult bound) {
  if (std::optional<int64_t> constant = getConstantIntValue(bound))
    return constant;
  auto value = dyn_cast<Value>(bound);
  auto least = value ? value.getDefiningOp<affine::AffineMinOp>() : nullptr;
  if (!least)
    return std::nullopt;
  std::optional<int64_t> largest;
  for (AffineExpr expr : least.getMap().getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      largest =
          std::min(largest.value_or(constant.getValue()), constant.getValue());
  return largest;
}

static double countTrips(OpFoldResult lower, OpFoldResult upper,
                         OpFoldResult step) {
  std::optional<int64_t> from = getConstantIntValue(lower),
                         to = getLargest(upper), by = getConstantIntValue(step);
  if (!from || !to || !by || *by <= 0)
    return kUnknownTrips;
  return static_cast<double>(
      std::max<int64_t>(0, llvm::divideCeilSigned(*to - *from, *by)));
}

static WalkedLoop describe(affine::AffineForOp loop) {
  std::optional<uint64_t> trips = affine::getConstantTripCount(loop);
  auto kind = loop->getAttrOfType<StringAttr>("te.kind");
  StringRef name = kind ? kind.getValue() : "";
  return {loop.getInductionVar(),
          trips ? static_cast<double>(*trips) : kUnknownTrips,
          /*isParallel=*/name == "parallel",
          /*isVectorized=*/name == "vectorized"};
}

/// The loops that `op` is.
static SmallVector<WalkedLoop> describeLoops(Operation &op) {
  SmallVector<WalkedLoop> loops;
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return {describe(loop)};
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  auto variables = loop ? loop.getLoopInductionVars() : std::nullopt;
  auto lower = loop ? loop.getLoopLowerBounds() : std::nullopt;
  auto upper = loop ? loop.getLoopUpperBounds() : std::nullopt;
  auto steps = loop ? loop.getLoopSteps() : std::nullopt;
  if (!variables || !lower || !upper || !steps)
    return loops;
  bool isParallel = isa<scf::ParallelOp, scf::ForallOp>(op);
  for (auto [variable, from, to, by] :
       llvm::zip_equal(*variables, *lower, *upper, *steps))
    loops.push_back({variable, countTrips(from, to, by), isParallel});
  return loops;
}

void Walker::enter(ArrayRef<WalkedLoop> loops, Region &body) {
  for (const WalkedLoop &loop : loops) {
    numbers[loop.variable] = walk.loops.size();
    path.push_back(walk.loops.size());
    walk.loops.push_back(loop);
  }
  visit(body);
  path.resize(path.size() - loops.size());
}

double Walker::getLanes() const {
  double lanes = 1;
  for (unsigned number : path)
    if (walk.loops[number].isVectorized)
      lanes *= walk.loops[number].trips;
  return lanes;
}

//===-- accesses ----------------------------------------------------------===//

void Walker::addMoving(Value value, std::set<unsigned> &moving) {
  if (auto found = known.find(value); found != known.end()) {
    moving.insert(found->second.begin(), found->second.end());
    return;
  }
  std::set<unsigned> own;
  if (auto number = numbers.find(value); number != numbers.end()) {
    own.insert(number->second);
  } else if (auto from = sources.find(value); from != sources.end()) {
    for (Value source : from->second)
      addMoving(source, own);
  } else if (Operation *op = value.getDefiningOp();
             op && op->getNumRegions() == 0 &&
             isa<IndexType, IntegerType, MemRefType>(value.getType())) {
    for (Value operand : op->getOperands())
      addMoving(operand, own);
  }
  moving.insert(own.begin(), own.end());
  known[value] = std::move(own);
}

static double getBytes(Type element) {
  if (element.isIndex())
    return sizeof(int64_t);
  return element.isIntOrFloat()
             ? std::max(1.0, element.getIntOrFloatBitWidth() / 8.0)
             : 1;
}

/// The bytes of the buffer that `memory` is a part of; 0: unknown.
static double getBufferBytes(Value memory) {
  while (auto view = memory.getDefiningOp<memref::SubViewOp>())
    memory = view.getSource();
  auto type = dyn_cast<MemRefType>(memory.getType());
  if (!type || !type.hasStaticShape())
    return 0;
  return static_cast<double>(type.getNumElements()) *
         getBytes(type.getElementType());
}

static double countElements(Type type) {
  auto shaped = dyn_cast<VectorType>(type);
  return shaped ? static_cast<double>(shaped.getNumElements()) : 1;
}

void Walker::addAccess(bool isWrite, Value memory, ValueRange indices,
                       Type value) {
  WalkedAccess access{isWrite, path, {}, countElements(value), 0, 0};
  access.elementBytes = getBytes(getElementTypeOrSelf(value));
  access.bufferBytes = getBufferBytes(memory);
  addMoving(memory, access.moving);
  for (Value index : indices)
    addMoving(index, access.moving);
  walk.accesses.push_back(std::move(access));
}

//===-- operations --------------------------------------------------------===//

static std::optional<OpKind> getKind(Operation &op) {
  if (isa<vector::FMAOp, vector::ContractionOp, vector::OuterProductOp,
          vector::ReductionOp, vector::MultiDimReductionOp, math::FmaOp>(op))
    return OpKind::Float;
  StringRef dialect = op.getName().getDialectNamespace();
  if (isa<arith::ConstantOp>(op) || op.getNumResults() != 1)
    return std::nullopt;
  Type element = getElementTypeOrSelf(op.getResult(0).getType());
  if (dialect == "math")
    return OpKind::Function;
  if (dialect == "vector")
    return OpKind::Move;
  if (dialect == "arith" || dialect == "affine")
    return isa<FloatType>(element) ? OpKind::Float : OpKind::Integer;
  return std::nullopt;
}

void Walker::addOp(Operation &op) {
  std::optional<OpKind> kind = getKind(op);
  if (!kind)
    return;
  double elements = countElements(op.getResult(0).getType());
  // Reductions compute all elements of their operands.
  for (Type type : op.getOperandTypes())
    elements = std::max(elements, countElements(type));
  walk.ops.push_back({*kind, path, elements * getLanes()});
}

void Walker::visitBlock(te::BlockOp block) {
  Block &body = block.getBody().front();
  AffineMap map = block.getBindings();
  unsigned numAxes = map.getNumResults();
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    SmallVector<Value> &from = sources[body.getArgument(axis)];
    for (auto [i, iter] : llvm::enumerate(block.getIters()))
      if (i < map.getNumDims() ? expr.isFunctionOfDim(i)
                               : expr.isFunctionOfSymbol(i - map.getNumDims()))
        from.push_back(iter);
  }
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    sources[body.getArgument(numAxes + i)].push_back(capture);
  visit(block.getBody());
}

void Walker::visitOp(Operation &op) {
  walk.size += 1;
  if (auto block = dyn_cast<te::BlockOp>(op))
    return visitBlock(block);
  if (SmallVector<WalkedLoop> loops = describeLoops(op); !loops.empty())
    return enter(loops, op.getRegion(0));
  for (Region &region : op.getRegions())
    visit(region);
  llvm::TypeSwitch<Operation *>(&op)
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto alloc) {
        walk.allocatedBytes += getBufferBytes(alloc.getResult());
      })
      .Case<affine::AffineLoadOp, memref::LoadOp>([&](auto load) {
        addAccess(false, load.getMemRef(), load.getIndices(), load.getType());
      })
      .Case<affine::AffineStoreOp, memref::StoreOp>([&](auto store) {
        addAccess(true, store.getMemRef(), store.getIndices(),
                  store.getValueToStore().getType());
      })
      .Case<vector::LoadOp>([&](vector::LoadOp load) {
        addAccess(false, load.getBase(), load.getIndices(), load.getType());
      })
      .Case<vector::StoreOp>([&](vector::StoreOp store) {
        addAccess(true, store.getBase(), store.getIndices(),
                  store.getValueToStore().getType());
      })
      .Case<vector::TransferReadOp>([&](vector::TransferReadOp read) {
        addAccess(false, read.getBase(), read.getIndices(),
                  read.getVectorType());
      })
      .Case<vector::TransferWriteOp>([&](vector::TransferWriteOp write) {
        addAccess(true, write.getBase(), write.getIndices(),
                  write.getVectorType());
      })
      .Default([&](Operation *other) { addOp(*other); });
}

void Walker::visit(Region &region) {
  for (Block &block : region)
    for (Operation &op : block)
      visitOp(op);
}

LoopWalk::LoopWalk(func::FuncOp function) {
  Walker(*this).visit(function.getBody());
}

} // namespace tvm::tuner
