// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TEToLoops/TEToLoops.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/TEToLoops/BlockBuilder.h"
#include "conversion/TEToLoops/ResultSizes.h"
#include "dialects/TE/TEBlocks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTTETOLOOPSPASS
#include "conversion/TEToLoops/Passes.h.inc"

static MemRefType getBufferType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

namespace {

/// Converts one function, operation by operation.
class FunctionConverter {
public:
  explicit FunctionConverter(func::FuncOp function)
      : function(function), builder(function.getContext()) {}

  LogicalResult convert();

private:
  LogicalResult checkSignature();
  void convertArguments();
  void convertReturn(func::ReturnOp op);
  LogicalResult convertOperation(Operation &op);
  LogicalResult convertRange(Block &block);
  LogicalResult convertCompute(te::ComputeOp op);
  LogicalResult convertScan(te::ScanOp op);
  void createStates(te::ScanOp op, OpFoldResult steps,
                    SmallVectorImpl<Value> &states,
                    SmallVectorImpl<Value> &histories);
  void convertExtern(te::ExternOp op);
  void convertConstant(arith::ConstantOp op);
  void copy(Location loc, Value source, Value target,
            ArrayRef<Value> prefix = {});
  void saveStates(Location loc, ArrayRef<Value> states,
                  MutableArrayRef<Value> next);
  SmallVector<OpFoldResult> getSizes(Location loc, Value buffer);
  Value allocate(Location loc, MemRefType type, ArrayRef<OpFoldResult> dims);
  Value bufferFor(Value tensor, ArrayRef<OpFoldResult> dims);
  SmallVector<Value> createLoops(Location loc, ArrayRef<OpFoldResult> extents);
  OpFoldResult atTopLevel(OpFoldResult extent);
  void setInsertionPointToTop();
  std::string nameOf(Operation *op);

  func::FuncOp function;
  OpBuilder builder;
  IRMapping buffers;              // tensor -> memref
  DenseMap<Value, Value> outputs; // returned tensor -> output argument
  SmallVector<Operation *> converted;
  int numBlocks = 0;
};

} // namespace

/// Moves the builder in front of the top-level operation that is being
/// converted.
void FunctionConverter::setInsertionPointToTop() {
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  if (Operation *top =
          function.getBody().front().findAncestorOpInBlock(*parent))
    builder.setInsertionPoint(top);
}

/// Computes an extent at the top of the function, because loop bounds have to
/// be symbols. The computation is pure and moves there.
OpFoldResult FunctionConverter::atTopLevel(OpFoldResult extent) {
  auto value = dyn_cast<Value>(extent);
  if (!value)
    return extent;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() == &function.getBody().front())
    return buffers.lookupOrDefault(value);
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointToTop();
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    if (isa<IndexType>(operand.getType()))
      mapping.map(operand, cast<Value>(atTopLevel(operand)));
    else
      mapping.map(operand, buffers.lookupOrDefault(operand));
  }
  return builder.clone(*op, mapping)->getResult(0);
}

SmallVector<Value>
FunctionConverter::createLoops(Location loc, ArrayRef<OpFoldResult> extents) {
  SmallVector<Value> iters;
  AffineMap zero = builder.getConstantAffineMap(0);
  for (OpFoldResult extent : extents) {
    AffineMap bound = builder.getSymbolIdentityMap();
    SmallVector<Value> operands;
    if (auto constant = getConstantIntValue(extent))
      bound = builder.getConstantAffineMap(*constant);
    else
      operands.push_back(cast<Value>(atTopLevel(extent)));
    auto loop = affine::AffineForOp::create(builder, loc, ValueRange(), zero,
                                            operands, bound);
    builder.setInsertionPointToStart(loop.getBody());
    iters.push_back(loop.getInductionVar());
  }
  return iters;
}

/// Allocates a buffer at the top of the function, so that it lives as long as
/// the function.
Value FunctionConverter::allocate(Location loc, MemRefType type,
                                  ArrayRef<OpFoldResult> dims) {
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointToTop();
  SmallVector<Value> dynamic;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (type.isDynamicDim(i))
      dynamic.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, atTopLevel(dim)));
  return memref::AllocOp::create(builder, loc, type, dynamic);
}

Value FunctionConverter::bufferFor(Value tensor, ArrayRef<OpFoldResult> dims) {
  Value buffer = outputs.lookup(tensor);
  if (!buffer)
    buffer = allocate(tensor.getLoc(), getBufferType(tensor.getType()), dims);
  buffers.map(tensor, buffer);
  return buffer;
}

std::string FunctionConverter::nameOf(Operation *op) {
  int number = numBlocks++;
  auto compute = dyn_cast<te::ComputeOp>(op);
  if (compute && compute.getTag())
    return compute.getTag()->str();
  return "block" + std::to_string(number);
}

LogicalResult FunctionConverter::convertCompute(te::ComputeOp op) {
  SmallVector<OpFoldResult> extents = op.getMixedExtents();
  ArrayRef<OpFoldResult> dims =
      ArrayRef<OpFoldResult>(extents).take_front(op.getNumSpatial());
  SmallVector<Value> targets;
  for (Value result : op.getResults())
    targets.push_back(bufferFor(result, dims));
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> iters = createLoops(op.getLoc(), extents);
  buildBlock(builder, op, iters, targets, buffers, nameOf(op));
  return success();
}

/// Returns the sizes of `buffer`, which is defined at the function's top level.
SmallVector<OpFoldResult> FunctionConverter::getSizes(Location loc,
                                                      Value buffer) {
  OpBuilder::InsertionGuard guard(builder);
  setInsertionPointToTop();
  return memref::getMixedSizes(builder, loc, buffer);
}

/// Copies `source` to `target[prefix...]`, one loop per dimension of `source`.
void FunctionConverter::copy(Location loc, Value source, Value target,
                             ArrayRef<Value> prefix) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<OpFoldResult> extents = getSizes(loc, source);
  SmallVector<Value> iters(prefix);
  llvm::append_range(iters, createLoops(loc, extents));
  te::buildCopyBlock(builder, loc, prefix.empty() ? "copy" : "stack", iters,
                     source, target);
}

/// Copies a state that becomes another one, before any of them changes.
void FunctionConverter::saveStates(Location loc, ArrayRef<Value> states,
                                   MutableArrayRef<Value> next) {
  for (auto [value, state] : llvm::zip(next, states)) {
    if (value == state || !llvm::is_contained(states, value))
      continue;
    Value saved =
        allocate(loc, cast<MemRefType>(value.getType()), getSizes(loc, value));
    copy(loc, value, saved);
    value = saved;
  }
}

/// Creates the buffers of the states, with their start values, and of the
/// results that stack them. A result that is the last state shares the buffer
/// of that state.
void FunctionConverter::createStates(te::ScanOp op, OpFoldResult steps,
                                     SmallVectorImpl<Value> &states,
                                     SmallVectorImpl<Value> &histories) {
  Location loc = op.getLoc();
  for (auto [init, result] : llvm::zip(op.getInit(), op.getResults())) {
    Value source = buffers.lookup(init);
    SmallVector<OpFoldResult> dims =
        memref::getMixedSizes(builder, loc, source);
    if (result.getType() == init.getType()) {
      states.push_back(bufferFor(result, dims));
      histories.emplace_back();
    } else {
      states.push_back(allocate(loc, cast<MemRefType>(source.getType()), dims));
      dims.insert(dims.begin(), steps);
      histories.push_back(bufferFor(result, dims));
    }
    copy(loc, source, states.back());
  }
}

LogicalResult FunctionConverter::convertScan(te::ScanOp op) {
  Location loc = op.getLoc();
  OpFoldResult steps = op.getTripCount();
  if (auto constant = getConstantIntValue(steps))
    steps = builder.getIndexAttr(*constant);
  SmallVector<Value> states, histories;
  createStates(op, steps, states, histories);
  OpBuilder::InsertionGuard guard(builder);
  Value t = createLoops(loc, steps).front();
  affine::getForInductionVarOwner(t)->setAttr(te::kStepsAttrName,
                                              builder.getUnitAttr());
  Block &body = op.getBody().front();
  buffers.map(body.getArgument(0), t);
  for (auto [argument, state] :
       llvm::zip(body.getArguments().drop_front(), states))
    buffers.map(argument, state);
  if (failed(convertRange(body)))
    return failure();
  auto yield = cast<te::YieldOp>(body.getTerminator());
  SmallVector<Value> next = llvm::map_to_vector(
      yield.getValues(), [&](Value v) { return buffers.lookup(v); });
  for (auto [value, history] : llvm::zip(next, histories))
    if (history)
      copy(loc, value, history, {t});
  saveStates(loc, states, next);
  for (auto [value, state] : llvm::zip(next, states))
    if (value != state)
      copy(loc, value, state);
  return success();
}

/// Declares the C function that `op` calls, on `buffers`. There is one
/// declaration per list of types.
static func::FuncOp declareExtern(te::ExternOp op, ModuleOp module,
                                  ValueRange buffers) {
  Builder builder(op.getContext());
  auto name = builder.getStringAttr(op.getCallee());
  auto type = builder.getFunctionType(buffers.getTypes(), builder.getI32Type());
  for (auto function : module.getOps<func::FuncOp>())
    if (function->getAttr(kExternAttrName) == name &&
        function.getFunctionType() == type)
      return function;
  auto function = func::FuncOp::create(op.getLoc(), name.getValue(), type);
  function.setPrivate();
  function->setAttr(kExternAttrName, name);
  SymbolTable(module).insert(function);
  return function;
}

void FunctionConverter::convertExtern(te::ExternOp op) {
  SmallVector<Value> arguments;
  for (Value input : op.getInputs())
    arguments.push_back(buffers.lookup(input));
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    arguments.push_back(bufferFor(result, op.getMixedDims(i)));
  func::FuncOp callee =
      declareExtern(op, function->getParentOfType<ModuleOp>(), arguments);
  auto call = func::CallOp::create(builder, op.getLoc(), callee, arguments);
  if (ArrayAttr constants = op.getConstantsAttr())
    call->setAttr(kConstantsAttrName, constants);
}

void FunctionConverter::convertConstant(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type)
    return;
  auto module = function->getParentOfType<ModuleOp>();
  SymbolTable symbols(module);
  OpBuilder atModule(module.getBodyRegion());
  auto global = memref::GlobalOp::create(
      atModule, op.getLoc(), "constant", atModule.getStringAttr("private"),
      getBufferType(type), op.getValue(), /*constant=*/true,
      /*alignment=*/atModule.getI64IntegerAttr(64));
  symbols.insert(global);
  buffers.map(op.getResult(),
              memref::GetGlobalOp::create(builder, op.getLoc(),
                                          global.getType(), global.getSymName())
                  .getResult());
  converted.push_back(op);
}

LogicalResult FunctionConverter::convertOperation(Operation &op) {
  if (auto compute = dyn_cast<te::ComputeOp>(op)) {
    converted.push_back(&op);
    return convertCompute(compute);
  }
  if (auto scan = dyn_cast<te::ScanOp>(op)) {
    converted.push_back(&op);
    return convertScan(scan);
  }
  if (auto call = dyn_cast<te::ExternOp>(op)) {
    converted.push_back(&op);
    convertExtern(call);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    convertConstant(constant);
    return success();
  }
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    Value source = buffers.lookup(dim.getSource());
    Value size =
        memref::DimOp::create(builder, op.getLoc(), source, dim.getIndex());
    if (op.getParentOp() == function)
      dim.replaceAllUsesWith(size);
    buffers.map(dim.getResult(), size);
    converted.push_back(&op);
    return success();
  }
  // The extent may be an element of a tensor.
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<Value> indices;
    for (Value index : extract.getIndices())
      indices.push_back(buffers.lookupOrDefault(index));
    Value element = memref::LoadOp::create(
        builder, op.getLoc(), buffers.lookup(extract.getTensor()), indices);
    if (op.getParentOp() == function)
      extract.replaceAllUsesWith(element);
    buffers.map(extract.getResult(), element);
    converted.push_back(&op);
    return success();
  }
  if (llvm::any_of(op.getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return op.emitOpError("cannot be converted to loops");
  return success();
}

LogicalResult FunctionConverter::convertRange(Block &block) {
  bool isTop = block.getParentOp() == function;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (isTop)
      builder.setInsertionPoint(&op);
    if (failed(convertOperation(op)))
      return failure();
    bool handled = !converted.empty() && converted.back() == &op;
    // Scalars in a scan's body move into the loop.
    if (!isTop && !handled && !isa<te::ComputeOp, te::ScanOp>(op))
      builder.clone(op, buffers);
  }
  return success();
}

/// Buffers come behind the tensors, which go when nothing refers to them.
void FunctionConverter::convertArguments() {
  Block &body = function.getBody().front();
  for (BlockArgument argument : llvm::to_vector(body.getArguments())) {
    bool isTensor = isa<RankedTensorType>(argument.getType());
    Type type =
        isTensor ? Type(getBufferType(argument.getType())) : argument.getType();
    BlockArgument buffer = body.addArgument(type, argument.getLoc());
    buffers.map(argument, buffer);
    if (!isTensor)
      argument.replaceAllUsesWith(buffer);
  }
  auto ret = cast<func::ReturnOp>(body.getTerminator());
  for (Value value : ret.getOperands()) {
    BlockArgument output =
        body.addArgument(getBufferType(value.getType()), value.getLoc());
    if (isa_and_nonnull<te::ComputeOp, te::ScanOp, te::ExternOp>(
            value.getDefiningOp()))
      outputs.try_emplace(value, output);
    builder.setInsertionPointToStart(&body);
    takeSizesFromBuffer(builder, value, output);
  }
}

/// Copies returned values that were not computed into their outputs there.
void FunctionConverter::convertReturn(func::ReturnOp op) {
  builder.setInsertionPoint(op);
  unsigned first = function.getBody().getNumArguments() - op.getNumOperands();
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    Value output = function.getBody().getArgument(first + i);
    Value buffer = buffers.lookup(value);
    if (buffer != output)
      copy(op.getLoc(), buffer, output);
  }
  func::ReturnOp::create(builder, op.getLoc());
  op.erase();
}

/// Checks the signature: kernels have one block, and return tensors only.
LogicalResult FunctionConverter::checkSignature() {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block");
  for (Type type : function.getResultTypes())
    if (!isa<RankedTensorType>(type))
      return function.emitOpError("expected results that are ranked tensors, "
                                  "got ")
             << type;
  return success();
}

LogicalResult FunctionConverter::convert() {
  if (failed(checkSignature()))
    return failure();
  Block &body = function.getBody().front();
  auto ret = cast<func::ReturnOp>(body.getTerminator());
  unsigned numTensors = body.getNumArguments();
  convertArguments();
  if (failed(convertRange(body)))
    return failure();
  convertReturn(ret);
  // The operations in a scan's body are erased with it.
  for (Operation *op : llvm::reverse(converted))
    if (op->getBlock() == &body)
      op->erase();
  body.eraseArguments(0, numTensors);
  SmallVector<DictionaryAttr> attributes;
  function.getAllArgAttrs(attributes);
  attributes.resize(body.getNumArguments());
  function.setFunctionType(FunctionType::get(
      function.getContext(), body.getArgumentTypes(), TypeRange()));
  function.setAllArgAttrs(attributes);
  return success();
}

LogicalResult convertTEToLoops(func::FuncOp function) {
  return FunctionConverter(function).convert();
}

namespace {
struct ConvertTEToLoopsPass
    : impl::ConvertTEToLoopsPassBase<ConvertTEToLoopsPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isExternal() && failed(convertTEToLoops(function)))
        return signalPassFailure();
      te::makeBlockNamesUnique(function);
    }
  }
};
} // namespace

} // namespace tvm
