// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Control/GraphControl.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "transforms/Graph/Passes.h"

using namespace mlir;

namespace tvm::graph {

#define GEN_PASS_DEF_LOWERCONTROLFLOWPASS
#include "transforms/Graph/Passes.h.inc"

//===-- values
//--------------------------------------------------------------===//

static RankedTensorType typeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

/// The element of `tensor<T>`.
static Value readScalar(ImplicitLocOpBuilder &b, Value tensor) {
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    return arith::ConstantOp::create(
        b, cast<TypedAttr>(constant.getSplatValue<Attribute>()));
  return tensor::ExtractOp::create(b, tensor, ValueRange());
}

static Value constantIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

static Value castTo(ImplicitLocOpBuilder &b, Value tensor, Type type) {
  return tensor.getType() == type
             ? tensor
             : tensor::CastOp::create(b, type, tensor).getResult();
}

/// The values of those dimensions of `tensor` that `type` does not know.
static void appendDims(ImplicitLocOpBuilder &b, Value tensor, Type type,
                       SmallVectorImpl<Value> &dims) {
  auto sizes = tensor::getMixedSizes(b, b.getLoc(), tensor);
  for (auto [i, size] : llvm::enumerate(sizes))
    if (cast<RankedTensorType>(type).isDynamicDim(i))
      dims.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
}

/// `tensor` with the dimensions that its type does not know, which it takes
/// from the front of `dims`.
static Value withDims(ImplicitLocOpBuilder &b, Value tensor, ValueRange &dims) {
  int64_t count = typeOf(tensor).getNumDynamicDims();
  if (count == 0)
    return tensor;
  Value known = WithDimsOp::create(b, tensor, dims.take_front(count));
  dims = dims.drop_front(count);
  return known;
}

static SmallVector<Type> appendIndices(TypeRange tensors) {
  SmallVector<Type> types(tensors);
  for (Type type : tensors)
    types.append(cast<RankedTensorType>(type).getNumDynamicDims(),
                 IndexType::get(type.getContext()));
  return types;
}

//===-- if
//------------------------------------------------------------------===//

static void lowerYield(YieldOp yield, TypeRange types) {
  ImplicitLocOpBuilder b(yield.getLoc(), yield);
  SmallVector<Value> values, dims;
  for (auto [value, type] : llvm::zip(yield.getValues(), types)) {
    values.push_back(castTo(b, value, type));
    appendDims(b, value, type, dims);
  }
  llvm::append_range(values, dims);
  scf::YieldOp::create(b, values);
  yield.erase();
}

static void lowerIf(IfOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto lowered = scf::IfOp::create(b, appendIndices(op.getResultTypes()),
                                   readScalar(b, op.getCondition()),
                                   /*addThenBlock=*/false,
                                   /*addElseBlock=*/false);
  for (auto [from, to] : llvm::zip(op->getRegions(), lowered->getRegions())) {
    to.takeBody(from);
    lowerYield(cast<YieldOp>(to.front().getTerminator()), op.getResultTypes());
  }
  ValueRange dims = lowered.getResults().drop_front(op.getNumResults());
  for (auto [from, to] : llvm::zip(op.getResults(), lowered.getResults()))
    from.replaceAllUsesWith(withDims(b, to, dims));
  op.erase();
}

//===-- loop
//----------------------------------------------------------------===//

namespace {

/// Lowers one loop. Its state is a list of values: the number of the
/// iteration, whether it runs, carried tensors and the dimensions of theirs
/// that may change, rows so far and their dimensions.
class LoopLowering {
public:
  explicit LoopLowering(LoopOp op)
      : op(op), next(op.getNext()), b(op.getLoc(), op) {}
  void run();

private:
  void computeCount();
  void createInitialState();
  void createCondition();
  void createBody();
  Value addRow(Value row, Value rows, ValueRange dims);
  void checkRow(Value row, ValueRange dims);
  void replaceResults();

  /// Whether memory for all rows can be there before the loop.
  bool hasKnownRows(Value row) {
    return !next.getCondition() && typeOf(row).hasStaticShape();
  }
  /// The part of a state with `size` values behind `skipped` others.
  template <typename Values>
  static ValueRange getPart(Values state, size_t skipped, size_t size) {
    return ValueRange(state).slice(skipped, size);
  }

  LoopOp op;
  NextOp next;
  ImplicitLocOpBuilder b;
  scf::WhileOp loop;
  Value count;
  size_t firstTensor = 0; // in the state
  SmallVector<Value> state;
  SmallVector<Type> tensors; // carried, then rows
};

} // namespace

/// The iterations that there are at most; exactly, if none sets a condition.
void LoopLowering::computeCount() {
  Value zero = constantIndex(b, 0);
  if (op.getCount()) {
    Value number = b.createOrFold<arith::IndexCastOp>(
        b.getIndexType(), readScalar(b, op.getCount()));
    count = b.createOrFold<arith::MaxSIOp>(number, zero);
  } else {
    count = constantIndex(b, std::numeric_limits<int64_t>::max());
  }
  if (op.getCondition())
    count = arith::SelectOp::create(b, readScalar(b, op.getCondition()), count,
                                    zero);
}

/// The type of rows like `row`, `count` of them where that is known.
static RankedTensorType getRowsType(Value row, Value count = {}) {
  auto known = count ? getConstantIntValue(count) : std::nullopt;
  SmallVector<int64_t> shape{known.value_or(ShapedType::kDynamic)};
  llvm::append_range(shape, typeOf(row).getShape());
  return typeOf(row).clone(shape);
}

/// Memory of its own for `count` rows of known shape.
static Value allocateRows(ImplicitLocOpBuilder &b, Value row, Value count) {
  RankedTensorType type = getRowsType(row, count);
  SmallVector<Value> sizes;
  if (type.isDynamicDim(0))
    sizes.push_back(count);
  return bufferization::AllocTensorOp::create(b, type, sizes);
}

/// No row yet.
static Value createNoRows(ImplicitLocOpBuilder &b, Value row) {
  SmallVector<OpFoldResult> sizes{b.getIndexAttr(0)};
  for (int64_t size : typeOf(row).getShape())
    sizes.push_back(b.getIndexAttr(ShapedType::isDynamic(size) ? 0 : size));
  Value none = tensor::EmptyOp::create(b, sizes, typeOf(row).getElementType());
  return castTo(b, none, getRowsType(row));
}

void LoopLowering::createInitialState() {
  state.push_back(constantIndex(b, 0));
  if (next.getCondition())
    state.push_back(arith::ConstantIntOp::create(b, true, 1));
  firstTensor = state.size();
  SmallVector<Value> dims;
  for (auto [init, argument] : llvm::zip(op.getInitial(), op.getCarried())) {
    state.push_back(castTo(b, init, argument.getType()));
    appendDims(b, init, argument.getType(), dims);
  }
  for (Value row : next.getRows()) {
    if (hasKnownRows(row)) {
      state.push_back(allocateRows(b, row, count));
      if (!typeOf(state.back()).hasStaticShape())
        dims.push_back(count);
      continue;
    }
    state.push_back(createNoRows(b, row));
    dims.append(typeOf(state.back()).getNumDynamicDims(), constantIndex(b, 0));
  }
  for (Value tensor : ArrayRef(state).drop_front(firstTensor))
    tensors.push_back(tensor.getType());
  llvm::append_range(state, dims);
}

void LoopLowering::createCondition() {
  Block *block =
      b.createBlock(&loop.getBefore(), {}, ValueRange(state).getTypes(),
                    SmallVector<Location>(state.size(), b.getLoc()));
  Value goesOn = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                       block->getArgument(0), count);
  if (next.getCondition())
    goesOn = arith::AndIOp::create(b, goesOn, block->getArgument(1));
  scf::ConditionOp::create(b, goesOn, block->getArguments());
}

/// Rows of all iterations have one shape.
void LoopLowering::checkRow(Value row, ValueRange dims) {
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                            loop.getAfterArguments()[0], constantIndex(b, 0));
  SmallVector<Value> sizes;
  appendDims(b, row, row.getType(), sizes);
  for (auto [size, before] : llvm::zip_equal(sizes, dims)) {
    Value isEqual =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, size, before);
    CheckOp::create(b, arith::OrIOp::create(b, isFirst, isEqual),
                    "expected what a loop stacks to be of one shape in all "
                    "iterations, got sizes {0} and {1}",
                    ValueRange{before, size});
  }
}

/// `rows` and `row`, whose dynamic dimensions have to be `dims`.
Value LoopLowering::addRow(Value row, Value rows, ValueRange dims) {
  Value number = loop.getAfterArguments()[0];
  if (!hasKnownRows(row)) {
    checkRow(row, dims.drop_front());
    return AppendOp::create(b, row, rows, number);
  }
  SmallVector<OpFoldResult> offsets{number}, sizes{b.getIndexAttr(1)};
  for (int64_t size : typeOf(row).getShape()) {
    offsets.push_back(b.getIndexAttr(0));
    sizes.push_back(b.getIndexAttr(size));
  }
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  return tensor::InsertSliceOp::create(b, row, rows, offsets, sizes, strides);
}

void LoopLowering::createBody() {
  Block *block =
      b.createBlock(&loop.getAfter(), {}, ValueRange(state).getTypes(),
                    SmallVector<Location>(state.size(), b.getLoc()));
  ValueRange arguments = block->getArguments();
  ValueRange dims = arguments.drop_front(firstTensor + tensors.size());
  Value number =
      arith::IndexCastOp::create(b, b.getI64Type(), arguments.front());
  SmallVector<Value> inner{tensor::FromElementsOp::create(
      b, op.getIteration().getType(), ValueRange(number))};
  size_t numCarried = op.getInitial().size();
  for (Value carried : arguments.slice(firstTensor, numCarried))
    inner.push_back(withDims(b, carried, dims));
  Block *body = op.getBody();
  for (auto [from, to] : llvm::zip(body->getArguments(), inner))
    from.replaceAllUsesWith(to);
  block->getOperations().splice(block->end(), body->getOperations());
  b.setInsertionPoint(next);
  SmallVector<Value> after{
      arith::AddIOp::create(b, arguments.front(), constantIndex(b, 1))};
  if (next.getCondition())
    after.push_back(readScalar(b, next.getCondition()));
  SmallVector<Value> sizes;
  for (auto [value, type] : llvm::zip(next.getCarried(), tensors)) {
    after.push_back(castTo(b, value, type));
    appendDims(b, value, type, sizes);
  }
  ValueRange rows =
      arguments.slice(firstTensor + numCarried, next.getRows().size());
  for (auto [row, before] : llvm::zip(next.getRows(), rows)) {
    size_t numDims = typeOf(before).getNumDynamicDims();
    after.push_back(addRow(row, before, dims.take_front(numDims)));
    if (hasKnownRows(row)) {
      llvm::append_range(sizes, dims.take_front(numDims));
    } else {
      sizes.push_back(after.front());
      appendDims(b, row, row.getType(), sizes);
    }
    dims = dims.drop_front(numDims);
  }
  llvm::append_range(after, sizes);
  scf::YieldOp::create(b, after);
  next.erase();
}

void LoopLowering::replaceResults() {
  b.setInsertionPointAfter(loop);
  ValueRange results = loop.getResults();
  ValueRange dims = results.drop_front(firstTensor + tensors.size());
  for (auto [from, to] :
       llvm::zip(op.getResults(), results.drop_front(firstTensor))) {
    Value known = withDims(b, to, dims);
    from.replaceAllUsesWith(castTo(b, known, from.getType()));
  }
  op.erase();
}

void LoopLowering::run() {
  computeCount();
  createInitialState();
  loop = scf::WhileOp::create(b, ValueRange(state).getTypes(), state);
  createCondition();
  createBody();
  replaceResults();
}

void lowerControlFlow(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<IfOp, LoopOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto branch = dyn_cast<IfOp>(op))
      lowerIf(branch);
    else
      LoopLowering(cast<LoopOp>(op)).run();
  }
}

namespace {
struct LowerControlFlowPass
    : impl::LowerControlFlowPassBase<LowerControlFlowPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    LowerControlFlowPassBase::getDependentDialects(registry);
    registry.insert<bufferization::BufferizationDialect>();
  }

  void runOnOperation() override {
    if (!getOperation().isExternal())
      lowerControlFlow(getOperation());
  }
};
} // namespace

} // namespace tvm::graph
