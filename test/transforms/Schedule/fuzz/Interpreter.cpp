#include "test/transforms/Schedule/fuzz/Interpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IntegerSet.h"
#include "test/transforms/Schedule/fuzz/Threads.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>
#include <set>

using namespace mlir;

namespace tvm::fuzz {

static constexpr int64_t kMaxSteps = 600000;

namespace {

using Environment = llvm::SmallDenseMap<Value, int64_t, 32>;
using Loop = affine::AffineForOp;

/// What an operation runs in: values, and where it stands.
struct Frame {
  Environment values;
  llvm::SmallVector<std::pair<Operation *, int64_t>, 6> loops;
  std::vector<int64_t> spatial;
};

class Interpreter {
public:
  Interpreter(func::FuncOp kernel, const RunOptions &options);
  RunResult run();

private:
  using Lanes = llvm::SmallVectorImpl<Frame *>;

  void fail(Operation *op, const std::string &why);
  bool isStopped() const { return !error.empty() || isTooLong; }
  int64_t get(Frame &frame, Value value) { return frame.values.lookup(value); }
  int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                   ArrayRef<int64_t> symbols);
  SmallVector<int64_t> evaluate(AffineMap map, ValueRange operands,
                                Frame &frame);
  bool holds(IntegerSet set, ValueRange operands, Frame &frame,
             ArrayRef<bool> skipped = {});
  int64_t bound(AffineMap map, ValueRange operands, bool isUpper, Frame &frame);

  void runBlock(Block &block, Lanes &lanes);
  void runOne(Operation &op, Lanes &lanes);
  void runScalar(Operation &op, Frame &frame);
  void runLoop(Loop loop, Frame &frame);
  void runVectorized(Loop loop, ArrayRef<int64_t> iterations, Frame &frame);
  void runTile(Loop loop, ArrayRef<int64_t> iterations, Frame &frame);
  void runBlockOp(te::BlockOp block, Lanes &lanes);
  void enter(te::BlockOp block, Region &region, Frame &frame, Frame &inside);
  void initialize(te::BlockOp block, Frame &frame);
  void startGroup(te::BlockOp block, Loop loop, Frame &frame);
  void initializeAll(te::BlockOp block, ArrayRef<Loop> loops, bool isEmpty,
                     Frame &frame);
  void runArith(Operation &op, Frame &frame);
  void runLaunch(gpu::LaunchOp launch, Frame &frame);
  void runThreads(gpu::LaunchOp launch, ArrayRef<int64_t> index,
                  ArrayRef<int64_t> size, Frame &frame);
  int64_t wrap(int64_t value, Type type);
  int64_t allocate(MemRefType type, ArrayRef<int64_t> dims);
  int64_t *element(Operation *op, int64_t buffer, ArrayRef<int64_t> at,
                   bool isWrite, Frame &frame);

  func::FuncOp kernel;
  const RunOptions &options;
  Random random;
  std::vector<Buffer> buffers;
  /// Reductions by the loop in front of which they start.
  llvm::DenseMap<Operation *, SmallVector<te::BlockOp>> starts;
  llvm::DenseMap<Operation *, std::set<std::vector<int64_t>>> initialized;
  ThreadGroup *threads = nullptr; // those of a launch that runs
  int64_t steps = 0;
  std::string error;
  bool isTooLong = false, readsUndefined = false;
};

} // namespace

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15ull + b;
  x ^= x >> 31;
  x *= 0xBF58476D1CE4E5B9ull;
  return x ^ (x >> 29);
}

/// Whether the value of a reduction axis (or, not `reduction`, of a spatial
/// one) changes with `variable`.
static bool binds(te::BlockOp block, Value variable, bool reduction) {
  AffineMap map = block.getBindings();
  for (auto [i, iter] : llvm::enumerate(block.getIters())) {
    if (iter != variable)
      continue;
    for (auto [axis, expr] : llvm::enumerate(map.getResults()))
      if (block.getKinds()[axis] == reduction &&
          (i < map.getNumDims()
               ? expr.isFunctionOfDim(i)
               : expr.isFunctionOfSymbol(i - map.getNumDims())))
        return true;
  }
  return false;
}

static SmallVector<Loop> loopsAround(Operation *op) {
  SmallVector<Loop> loops;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto loop = dyn_cast<Loop>(parent))
      loops.insert(loops.begin(), loop);
  return loops;
}

Interpreter::Interpreter(func::FuncOp kernel, const RunOptions &options)
    : kernel(kernel), options(options), random(options.garbage + 17) {
  kernel.walk([&](te::BlockOp block) {
    if (block.getInit().empty())
      return;
    for (Loop loop : loopsAround(block))
      if (binds(block, loop.getInductionVar(), true)) {
        starts[loop].push_back(block);
        return;
      }
  });
}

void Interpreter::fail(Operation *op, const std::string &why) {
  if (!error.empty())
    return;
  llvm::raw_string_ostream stream(error);
  stream << why << ": " << *op;
}

int64_t Interpreter::evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                              ArrayRef<int64_t> symbols) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return cast<AffineConstantExpr>(expr).getValue();
  case AffineExprKind::DimId:
    return dims[cast<AffineDimExpr>(expr).getPosition()];
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = evaluate(binary.getLHS(), dims, symbols);
  int64_t b = evaluate(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return b > 0 ? ((a % b) + b) % b : 0;
  case AffineExprKind::FloorDiv:
    return b ? llvm::divideFloorSigned(a, b) : 0;
  default:
    return b ? llvm::divideCeilSigned(a, b) : 0;
  }
}

SmallVector<int64_t> Interpreter::evaluate(AffineMap map, ValueRange operands,
                                           Frame &frame) {
  SmallVector<int64_t> inputs, results;
  for (Value operand : operands)
    inputs.push_back(get(frame, operand));
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluate(expr,
                               ArrayRef(inputs).take_front(map.getNumDims()),
                               ArrayRef(inputs).drop_front(map.getNumDims())));
  return results;
}

bool Interpreter::holds(IntegerSet set, ValueRange operands, Frame &frame,
                        ArrayRef<bool> skipped) {
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  for (auto [i, value] : llvm::enumerate(evaluate(map, operands, frame)))
    if ((skipped.empty() || !skipped[i]) &&
        (set.isEq(i) ? value != 0 : value < 0))
      return false;
  return true;
}

int64_t Interpreter::bound(AffineMap map, ValueRange operands, bool isUpper,
                           Frame &frame) {
  SmallVector<int64_t> values = evaluate(map, operands, frame);
  return isUpper ? *llvm::min_element(values) : *llvm::max_element(values);
}

int64_t Interpreter::allocate(MemRefType type, ArrayRef<int64_t> dims) {
  Buffer buffer;
  int64_t count = 1;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size)) {
      size = std::max<int64_t>(dims.front(), 0);
      dims = dims.drop_front();
    }
    buffer.shape.push_back(size);
    count *= size;
  }
  for (int64_t i = 0; i < count; ++i)
    buffer.data.push_back(
        static_cast<int64_t>(mix(options.garbage + buffers.size(), i) % 17) -
        8);
  buffer.isDefined.resize(count);
  buffers.push_back(std::move(buffer));
  return buffers.size() - 1;
}

int64_t *Interpreter::element(Operation *op, int64_t buffer,
                              ArrayRef<int64_t> at, bool isWrite,
                              Frame &frame) {
  if (threads)
    threads->access();
  Buffer &memory = buffers[buffer];
  int64_t offset = 0;
  for (auto [index, size] : llvm::zip(at, memory.shape)) {
    if (index < 0 || index >= size) {
      fail(op, "access outside of its buffer");
      return nullptr;
    }
    offset = offset * size + index;
  }
  if (options.trace)
    options.trace->push_back({static_cast<unsigned>(buffer), offset, isWrite,
                              op, op->getParentOfType<te::BlockOp>(),
                              frame.spatial, frame.loops});
  if (isWrite)
    memory.isDefined[offset] = true;
  readsUndefined |= !memory.isDefined[offset];
  return &memory.data[offset];
}

int64_t Interpreter::wrap(int64_t value, Type type) {
  if (type.isInteger(1))
    return value & 1;
  if (type.isInteger(32))
    return static_cast<int32_t>(value);
  return value;
}

/// The operations of one block, each for all lanes.
void Interpreter::runBlock(Block &block, Lanes &lanes) {
  for (Operation &op : block.without_terminator()) {
    if (isStopped())
      return;
    runOne(op, lanes);
  }
}

void Interpreter::runOne(Operation &op, Lanes &lanes) {
  if (auto block = dyn_cast<te::BlockOp>(op))
    return runBlockOp(block, lanes);
  for (Frame *frame : lanes)
    runScalar(op, *frame);
}

void Interpreter::runScalar(Operation &op, Frame &frame) {
  if (++steps > kMaxSteps)
    isTooLong = true;
  if (isStopped())
    return;
  SmallVector<Frame *> alone{&frame};
  auto indices = [&](ValueRange values) {
    return llvm::map_to_vector(values, [&](Value v) { return get(frame, v); });
  };
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](Loop loop) { runLoop(loop, frame); })
      .Case([&](affine::AffineIfOp branch) {
        if (holds(branch.getIntegerSet(), branch.getOperands(), frame))
          runBlock(*branch.getThenBlock(), alone);
        else if (branch.hasElse())
          runBlock(*branch.getElseBlock(), alone);
      })
      .Case([&](scf::IfOp branch) {
        bool isTaken = get(frame, branch.getCondition());
        Block *block = isTaken ? branch.thenBlock() : branch.elseBlock();
        if (!block)
          return;
        runBlock(*block, alone);
        for (auto [result, value] : llvm::zip(
                 branch.getResults(), block->getTerminator()->getOperands()))
          frame.values[result] = get(frame, value);
      })
      .Case([&](affine::AffineApplyOp apply) {
        frame.values[apply] =
            evaluate(apply.getAffineMap(), apply.getMapOperands(), frame)[0];
      })
      .Case([&](affine::AffineLoadOp load) {
        auto at = evaluate(load.getAffineMap(), load.getMapOperands(), frame);
        if (int64_t *p =
                element(load, get(frame, load.getMemRef()), at, false, frame))
          frame.values[load] = *p;
      })
      .Case([&](affine::AffineStoreOp store) {
        auto at = evaluate(store.getAffineMap(), store.getMapOperands(), frame);
        if (int64_t *p =
                element(store, get(frame, store.getMemRef()), at, true, frame))
          *p = get(frame, store.getValueToStore());
      })
      .Case([&](memref::LoadOp load) {
        if (int64_t *p = element(load, get(frame, load.getMemRef()),
                                 indices(load.getIndices()), false, frame))
          frame.values[load] = *p;
      })
      .Case([&](memref::StoreOp store) {
        if (int64_t *p = element(store, get(frame, store.getMemRef()),
                                 indices(store.getIndices()), true, frame))
          *p = get(frame, store.getValueToStore());
      })
      .Case<memref::AllocOp, memref::AllocaOp>([&](auto alloc) {
        frame.values[alloc.getResult()] =
            allocate(alloc.getType(), indices(alloc.getDynamicSizes()));
      })
      .Case([&](gpu::AllocOp alloc) {
        frame.values[alloc.getMemref()] =
            allocate(alloc.getType(), indices(alloc.getDynamicSizes()));
      })
      .Case<memref::DeallocOp, gpu::DeallocOp>([](Operation *) {})
      .Case([&](gpu::LaunchOp launch) { runLaunch(launch, frame); })
      .Case([&](gpu::BarrierOp barrier) {
        if (threads)
          threads->wait(barrier);
        else
          fail(barrier, "a barrier outside of a launch");
      })
      .Case([&](memref::DimOp dim) {
        frame.values[dim] = buffers[get(frame, dim.getSource())]
                                .shape[get(frame, dim.getIndex())];
      })
      .Default([&](Operation *other) { runArith(*other, frame); });
}

void Interpreter::runArith(Operation &op, Frame &frame) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
      frame.values[constant] = integer.getInt();
    else
      frame.values[constant] =
          cast<FloatAttr>(constant.getValue()).getValueAsDouble();
    return;
  }
  int64_t a = op.getNumOperands() > 0 ? get(frame, op.getOperand(0)) : 0;
  int64_t b = op.getNumOperands() > 1 ? get(frame, op.getOperand(1)) : 0;
  auto wide = [](int64_t v) { return static_cast<uint64_t>(v); };
  int64_t result =
      llvm::TypeSwitch<Operation *, int64_t>(&op)
          .Case<arith::AddIOp, arith::AddFOp>(
              [&](auto) { return wide(a) + wide(b); })
          .Case<arith::SubIOp, arith::SubFOp>(
              [&](auto) { return wide(a) - wide(b); })
          .Case<arith::MulIOp, arith::MulFOp>(
              [&](auto) { return wide(a) * wide(b); })
          .Case<arith::MaxSIOp, arith::MaximumFOp>(
              [&](auto) { return std::max(a, b); })
          .Case([&](arith::MinimumFOp) { return std::min(a, b); })
          .Case([&](arith::AndIOp) { return a & b; })
          .Case([&](arith::XOrIOp) { return a ^ b; })
          .Case([&](arith::IndexCastOp) { return a; })
          .Case([&](arith::CmpIOp compare) -> int64_t {
            // Generated programs compare subscripts to sizes.
            if (compare.getPredicate() == arith::CmpIPredicate::ult)
              return wide(a) < wide(b);
            fail(&op, "unknown comparison");
            return 0;
          })
          .Default([&](Operation *) {
            fail(&op, "unknown operation");
            return 0;
          });
  if (op.getNumResults() == 1)
    frame.values[op.getResult(0)] = wrap(result, op.getResult(0).getType());
}

void Interpreter::runLoop(Loop loop, Frame &frame) {
  int64_t lower = bound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                        false, frame);
  int64_t upper =
      bound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), true, frame);
  for (te::BlockOp block : starts.lookup(loop))
    startGroup(block, loop, frame);
  SmallVector<int64_t> iterations;
  for (int64_t i = lower; i < upper; i += loop.getStepAsInt()) {
    if (iterations.size() > static_cast<size_t>(kMaxSteps)) {
      isTooLong = true;
      return;
    }
    iterations.push_back(i);
  }
  auto kind = loop->getAttrOfType<StringAttr>("te.kind");
  StringRef name = options.isSerial || !kind ? "" : kind.getValue();
  if (name == "vectorized")
    return runVectorized(loop, iterations, frame);
  if (name == "parallel")
    for (size_t i = iterations.size(); i > 1; --i)
      std::swap(iterations[i - 1], iterations[random.between(0, i - 1)]);
  for (int64_t i : iterations) {
    if (isStopped())
      return;
    frame.values[loop.getInductionVar()] = i;
    frame.loops.push_back({loop, i});
    SmallVector<Frame *> alone{&frame};
    runBlock(*loop.getBody(), alone);
    frame.loops.pop_back();
  }
}

static SmallVector<int64_t, 3> delinearize(int64_t index,
                                           ArrayRef<int64_t> size) {
  return {index % size[0], index / size[0] % size[1],
          index / size[0] / size[1]};
}

/// Blocks in any order, one at a time.
void Interpreter::runLaunch(gpu::LaunchOp launch, Frame &frame) {
  SmallVector<int64_t> grid, size;
  for (auto [dim, result] :
       {std::pair(launch.getGridSizeOperandValues(), &grid),
        std::pair(launch.getBlockSizeOperandValues(), &size)})
    for (Value value : {dim.x, dim.y, dim.z})
      result->push_back(get(frame, value));
  if (*llvm::min_element(grid) < 1 || *llvm::min_element(size) < 1)
    return fail(launch, "a launch of nothing");
  std::vector<int64_t> order(grid[0] * grid[1] * grid[2]);
  std::iota(order.begin(), order.end(), 0);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.between(0, i - 1)]);
  for (int64_t i : order) {
    Frame inside = frame;
    for (auto [j, value] : llvm::enumerate(grid))
      inside.values[launch.getBody().getArgument(6 + j)] = value;
    runThreads(launch, delinearize(i, grid), size, inside);
    if (isStopped())
      return;
  }
}

void Interpreter::runThreads(gpu::LaunchOp launch, ArrayRef<int64_t> index,
                             ArrayRef<int64_t> size, Frame &frame) {
  auto setArguments = [&](Frame &frame, unsigned from, ArrayRef<int64_t> to) {
    for (auto [i, value] : llvm::enumerate(to))
      frame.values[launch.getBody().getArgument(from + i)] = value;
  };
  setArguments(frame, 0, index);
  setArguments(frame, 9, size);
  for (BlockArgument shared : launch.getWorkgroupAttributions())
    frame.values[shared] = allocate(cast<MemRefType>(shared.getType()), {});
  std::vector<Frame> frames(size[0] * size[1] * size[2], frame);
  for (auto [i, own] : llvm::enumerate(frames)) {
    setArguments(own, 3, delinearize(i, size));
    for (BlockArgument buffer : launch.getPrivateAttributions())
      own.values[buffer] = allocate(cast<MemRefType>(buffer.getType()), {});
  }
  ThreadGroup group(frames.size(), random);
  threads = &group;
  std::string misuse = group.run([&](unsigned thread) {
    SmallVector<Frame *> alone{&frames[thread]};
    runBlock(launch.getBody().front(), alone);
  });
  threads = nullptr;
  if (!misuse.empty())
    fail(launch, misuse);
}

/// A tile that is copied: rows in any order.
void Interpreter::runTile(Loop loop, ArrayRef<int64_t> iterations,
                          Frame &frame) {
  for (int64_t i : llvm::reverse(iterations)) {
    Frame row = frame;
    row.values[loop.getInductionVar()] = i;
    row.loops.push_back({loop, i});
    SmallVector<Frame *> alone{&row};
    runBlock(*loop.getBody(), alone);
  }
}

/// Operation by operation, each for all lanes.
void Interpreter::runVectorized(Loop loop, ArrayRef<int64_t> iterations,
                                Frame &frame) {
  if (auto inner = dyn_cast<Loop>(loop.getBody()->front());
      inner && llvm::hasSingleElement(loop.getBody()->without_terminator()))
    return runTile(loop, iterations, frame);
  if (loop.getBody()
          ->walk([](Loop) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return fail(loop, "a vectorized loop is not the innermost one");
  std::vector<Frame> frames(iterations.size(), frame);
  SmallVector<Frame *> lanes;
  for (auto [i, lane] : llvm::zip(iterations, frames)) {
    lane.values[loop.getInductionVar()] = i;
    lane.loops.push_back({loop, i});
    lanes.push_back(&lane);
  }
  runBlock(*loop.getBody(), lanes);
}

void Interpreter::enter(te::BlockOp block, Region &region, Frame &frame,
                        Frame &inside) {
  inside.values.clear();
  inside.spatial.clear();
  auto axes = evaluate(block.getBindings(), block.getIters(), frame);
  for (auto [i, value] : llvm::enumerate(axes)) {
    inside.values[region.getArgument(i)] = value;
    if (!block.getKinds()[i])
      inside.spatial.push_back(value);
  }
  for (auto [i, capture] : llvm::enumerate(block.getCaptures()))
    inside.values[region.getArgument(axes.size() + i)] = get(frame, capture);
  inside.loops = frame.loops;
}

static bool isReducedByLoop(te::BlockOp block) {
  return llvm::any_of(loopsAround(block), [&](Loop loop) {
    return binds(block, loop.getInductionVar(), true);
  });
}

/// Runs `init` where it is the first time for these spatial axes.
void Interpreter::initialize(te::BlockOp block, Frame &frame) {
  Frame inside;
  enter(block, block.getInit(), frame, inside);
  if (isReducedByLoop(block) &&
      !initialized[block].insert(inside.spatial).second)
    return;
  SmallVector<Frame *> alone{&inside};
  runBlock(block.getInit().front(), alone);
}

void Interpreter::runBlockOp(te::BlockOp block, Lanes &lanes) {
  std::vector<Frame> frames;
  frames.reserve(lanes.size());
  bool reduces = false;
  for (Frame *lane : lanes) {
    if (std::optional<IntegerSet> predicate = block.getPredicate();
        predicate && !holds(*predicate, block.getIters(), *lane))
      continue;
    if (!block.getInit().empty() && !isReducedByLoop(block))
      initialize(block, *lane);
    frames.emplace_back();
    enter(block, block.getBody(), *lane, frames.back());
    if (lanes.size() > 1 && block.hasReduction())
      reduces = !binds(
          block, cast<Loop>(lane->loops.back().first).getInductionVar(), false);
  }
  SmallVector<Frame *> inside;
  for (Frame &frame : frames)
    inside.push_back(&frame);
  if (!reduces)
    return runBlock(block.getBody().front(), inside);
  // Partial results are joined in any order.
  for (Frame *frame : llvm::reverse(inside)) {
    SmallVector<Frame *> alone{frame};
    runBlock(block.getBody().front(), alone);
  }
}

/// Runs `init` for the points of the spatial axes that the loop comes to. A
/// reduction over nothing is its start value.
void Interpreter::startGroup(te::BlockOp block, Loop loop, Frame &frame) {
  SmallVector<Loop> loops = loopsAround(block);
  loops.erase(loops.begin(), llvm::find(loops, loop));
  initialized[block].clear();
  for (bool isEmpty : {false, true}) {
    Frame inner = frame;
    if (initialized[block].empty())
      initializeAll(block, loops, isEmpty, inner);
  }
}

void Interpreter::initializeAll(te::BlockOp block, ArrayRef<Loop> loops,
                                bool isEmpty, Frame &frame) {
  if (isStopped())
    return;
  if (!loops.empty()) {
    Loop loop = loops.front();
    Value variable = loop.getInductionVar();
    int64_t lower = 0, upper = 1;
    if (!isEmpty || !binds(block, variable, true) ||
        binds(block, variable, false)) {
      lower = bound(loop.getLowerBoundMap(), loop.getLowerBoundOperands(),
                    false, frame);
      upper = bound(loop.getUpperBoundMap(), loop.getUpperBoundOperands(), true,
                    frame);
    }
    for (int64_t i = lower; i < upper; i += loop.getStepAsInt()) {
      frame.values[variable] = i;
      frame.loops.push_back({loop, i});
      for (Operation &op : loop.getBody()->without_terminator())
        if (isa<affine::AffineApplyOp>(op))
          runScalar(op, frame);
      initializeAll(block, loops.drop_front(), isEmpty, frame);
      frame.loops.pop_back();
    }
    return;
  }
  if (std::optional<IntegerSet> predicate = block.getPredicate()) {
    // Over nothing, what concerns reduction axes alone holds for none.
    SmallVector<bool> skipped;
    for (AffineExpr expr : predicate->getConstraints()) {
      bool reduces = false, isOther = false;
      for (auto [i, iter] : llvm::enumerate(block.getIters())) {
        if (i >= predicate->getNumDims() || !expr.isFunctionOfDim(i))
          continue;
        bool isReduction =
            binds(block, iter, true) && !binds(block, iter, false);
        reduces |= isReduction;
        isOther |= !isReduction;
      }
      skipped.push_back(isEmpty && reduces && !isOther);
    }
    if (!holds(*predicate, block.getIters(), frame, skipped))
      return;
  }
  if (++steps > kMaxSteps)
    isTooLong = true;
  initialize(block, frame);
}

std::vector<Buffer> makeArguments(func::FuncOp kernel,
                                  const RunOptions &options) {
  std::vector<Buffer> arguments;
  for (Type type : kernel.getArgumentTypes()) {
    Buffer buffer;
    int64_t count = 1;
    for (int64_t size : cast<MemRefType>(type).getShape()) {
      buffer.shape.push_back(ShapedType::isDynamic(size) ? options.symbol
                                                         : size);
      count *= buffer.shape.back();
    }
    for (int64_t i = 0; i < count; ++i)
      buffer.data.push_back(
          static_cast<int64_t>(mix(options.seed + arguments.size(), i) % 13) -
          6);
    buffer.isDefined.resize(count, true);
    arguments.push_back(std::move(buffer));
  }
  return arguments;
}

RunResult Interpreter::run() {
  buffers = makeArguments(kernel, options);
  size_t count = buffers.size();
  Frame frame;
  for (size_t i = 0; i < count; ++i)
    frame.values[kernel.getArgument(i)] = i;
  SmallVector<Frame *> alone{&frame};
  runBlock(kernel.getBody().front(), alone);
  buffers.resize(count);
  return {std::move(buffers), std::move(error), isTooLong, readsUndefined};
}

RunResult run(func::FuncOp kernel, const RunOptions &options) {
  return Interpreter(kernel, options).run();
}

} // namespace tvm::fuzz
