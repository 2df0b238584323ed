#include "conversion/HostToLLVM/HostToLLVM.h"

#include "conversion/HostToLLVM/Manifest.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "dialects/Graph/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTHOSTTOLLVMPASS
#include "conversion/HostToLLVM/Passes.h.inc"

namespace {

/// Fields of tvm_frame, all of pointer size.
enum FrameField {
  Inputs,
  InputDims,
  Weights,
  Context,
  AllocateArena,
  AllocatePool,
  AllocateOutput,
  Launch,
  Fail,
  Parallel,
  NumFrameFields
};

constexpr int64_t kAlignment = 64;
/// See `graph.byte_size`.
constexpr int64_t kMaxBytes = int64_t(1) << 48;

class HostConverter {
public:
  HostConverter(func::FuncOp main, StringRef symbol)
      : main(main), symbol(symbol), b(main.getLoc(), main.getContext()) {}
  LogicalResult run();

private:
  void createEntry();
  void createScratch();
  LogicalResult convert(Operation *op);
  LogicalResult convertDim(memref::DimOp op);
  LogicalResult convertLoad(memref::LoadOp op);
  LogicalResult convertStore(memref::StoreOp op);
  void convertByteSize(graph::ByteSizeOp op);
  void convertAllocation(Operation *op, FrameField callback);
  void convertOutput(graph::OutputOp op);
  void convertWeight(graph::GetWeightOp op);
  void convertCopy(graph::CopyOp op);
  void convertCheck(Value condition, Attribute text, ValueRange values);
  void convertCall(graph::CallOp op);

  Value constant(int64_t value);
  Value load(Type type, Value base, int64_t index);
  Value loadField(FrameField field) { return fields[field]; }
  Value toInteger(Value index);
  Value toIndex(Value integer);
  Value element(Type type, Value base, int64_t index);
  FailureOr<Value> getElementAddress(Operation *op, Value memory,
                                     ValueRange indices);
  void storeAll(Type type, Value base, ValueRange values);
  Value callBack(FrameField callback, Type result, ValueRange arguments);
  void exitIf(Value condition, Value status);
  void exitIfNull(Value pointer);

  func::FuncOp main;
  StringRef symbol;
  ImplicitLocOpBuilder b;
  Type pointer, i64, i32;
  ModuleOp host;
  LLVM::LLVMFuncOp entry;
  Block *exit = nullptr;
  IRMapping values;
  SmallVector<Value> fields;
  Value pointers, dims, args;    // scratch memory of launches and outputs
  SmallVector<int64_t> firstDim; // of each argument in input_dims
  SmallVector<graph::CallOp> calls;
  llvm::SetVector<Attribute> checks;
  SmallVector<Attribute> weights; // distinct places in the weight store
  DenseMap<std::pair<uint64_t, uint64_t>, unsigned> weightIndex;
  SmallVector<uint64_t> weightOffsets;
};

} // namespace

/// Where in the weight store, and how long: weights of two types or names may
/// be the same bytes.
static std::pair<uint64_t, uint64_t> getPlace(graph::WeightAttr weight) {
  return {weight.getOffset(), graph::getStorageSize(weight.getType())};
}

uint64_t layOutWeights(ArrayRef<Attribute> weights,
                       SmallVectorImpl<uint64_t> &offsets) {
  uint64_t size = 0;
  for (Attribute weight : weights) {
    offsets.push_back(size);
    size += llvm::alignTo(
        graph::getStorageSize(cast<graph::WeightAttr>(weight).getType()),
        kAlignment);
  }
  return size;
}

//===-- small pieces ------------------------------------------------------===//

Value HostConverter::constant(int64_t value) {
  return LLVM::ConstantOp::create(b, i64, b.getI64IntegerAttr(value));
}

Value HostConverter::element(Type type, Value base, int64_t index) {
  return LLVM::GEPOp::create(
      b, pointer, type, base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
}

Value HostConverter::load(Type type, Value base, int64_t index) {
  return LLVM::LoadOp::create(b, type, element(type, base, index));
}

Value HostConverter::toInteger(Value index) {
  return arith::IndexCastOp::create(b, i64, index);
}

Value HostConverter::toIndex(Value integer) {
  return arith::IndexCastOp::create(b, b.getIndexType(), integer);
}

void HostConverter::storeAll(Type type, Value base, ValueRange stored) {
  for (auto [i, value] : llvm::enumerate(stored))
    LLVM::StoreOp::create(b, value, element(type, base, i));
}

Value HostConverter::callBack(FrameField callback, Type result,
                              ValueRange arguments) {
  SmallVector<Value> operands = {loadField(callback), loadField(Context)};
  SmallVector<Type> types = {pointer};
  llvm::append_range(operands, arguments);
  llvm::append_range(types, arguments.getTypes());
  auto type = LLVM::LLVMFunctionType::get(result, types);
  return LLVM::CallOp::create(b, type, operands).getResult();
}

/// Returns `status` where `condition` holds and goes on otherwise.
void HostConverter::exitIf(Value condition, Value status) {
  Block *next = entry.addBlock();
  next->moveBefore(exit);
  LLVM::CondBrOp::create(b, condition, exit, ValueRange(status), next,
                         ValueRange());
  b.setInsertionPointToEnd(next);
}

void HostConverter::exitIfNull(Value address) {
  Value null = LLVM::ZeroOp::create(b, pointer);
  Value isNull =
      LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::eq, address, null);
  exitIf(isNull, LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(1)));
}

//===-- the entry function ------------------------------------------------===//

void HostConverter::createEntry() {
  MLIRContext *context = b.getContext();
  pointer = LLVM::LLVMPointerType::get(context);
  i64 = b.getI64Type();
  i32 = b.getI32Type();
  b.setInsertionPoint(main);
  host = ModuleOp::create(b, kHostModuleName);
  b.setInsertionPointToEnd(host.getBody());
  entry = LLVM::LLVMFuncOp::create(b, symbol,
                                   LLVM::LLVMFunctionType::get(i32, pointer));
  Block *body = entry.addEntryBlock(b);
  exit = entry.addBlock();
  exit->addArgument(i32, b.getLoc());
  b.setInsertionPointToEnd(exit);
  LLVM::ReturnOp::create(b, exit->getArgument(0));
  b.setInsertionPointToEnd(body);
  createScratch();
  for (int field = 0; field < NumFrameFields; ++field)
    fields.push_back(load(pointer, body->getArgument(0), field));
  int64_t count = 0;
  for (auto [i, argument] : llvm::enumerate(main.getArguments())) {
    values.map(argument, load(pointer, loadField(Inputs), i));
    firstDim.push_back(count);
    count += cast<MemRefType>(argument.getType()).getRank();
  }
}

/// Memory for the arguments of calls, used again by each of them.
void HostConverter::createScratch() {
  size_t numPointers = 1, numDims = 4;
  main.walk([&](Operation *op) {
    if (auto call = dyn_cast<graph::CallOp>(op)) {
      numPointers = std::max<size_t>(numPointers, call.getBuffers().size());
      numDims = std::max<size_t>(numDims, call.getDims().size());
    } else if (auto output = dyn_cast<graph::OutputOp>(op)) {
      auto type = cast<MemRefType>(output.getMemory().getType());
      numDims = std::max<size_t>(numDims, type.getRank());
    }
  });
  pointers = LLVM::AllocaOp::create(b, pointer, pointer, constant(numPointers));
  dims = LLVM::AllocaOp::create(b, pointer, i64, constant(numDims));
  args = LLVM::AllocaOp::create(b, pointer, pointer, constant(4));
}

//===-- memory ------------------------------------------------------------===//

LogicalResult HostConverter::convertDim(memref::DimOp op) {
  auto argument = dyn_cast<BlockArgument>(op.getSource());
  std::optional<int64_t> index = op.getConstantIndex();
  if (!argument || !index || *index < 0 ||
      *index >= cast<MemRefType>(argument.getType()).getRank())
    return op.emitOpError("expected a dimension of an argument");
  int64_t position = firstDim[argument.getArgNumber()] + *index;
  values.map(op.getResult(),
             toIndex(load(i64, loadField(InputDims), position)));
  return success();
}

/// Row-major; only inner dimensions of arguments may be dynamic.
FailureOr<Value> HostConverter::getElementAddress(Operation *op, Value memory,
                                                  ValueRange indices) {
  auto type = cast<MemRefType>(memory.getType());
  auto argument = dyn_cast<BlockArgument>(memory);
  Value offset = constant(0);
  for (auto [i, index] : llvm::enumerate(indices)) {
    Value size = constant(type.isDynamicDim(i) ? 0 : type.getDimSize(i));
    if (i > 0 && type.isDynamicDim(i)) {
      if (!argument)
        return op->emitOpError("expected memory with static inner dimensions");
      size = load(i64, loadField(InputDims),
                  firstDim[argument.getArgNumber()] + i);
    }
    if (i > 0)
      offset = LLVM::MulOp::create(b, offset, size);
    offset = LLVM::AddOp::create(b, offset, toInteger(values.lookup(index)));
  }
  return LLVM::GEPOp::create(b, pointer, type.getElementType(),
                             values.lookup(memory), offset)
      .getResult();
}

LogicalResult HostConverter::convertLoad(memref::LoadOp op) {
  auto address = getElementAddress(op, op.getMemRef(), op.getIndices());
  if (failed(address))
    return failure();
  unsigned align = (op.getType().getIntOrFloatBitWidth() + 7) / 8;
  Value loaded = LLVM::LoadOp::create(b, op.getType(), *address, align);
  values.map(op.getResult(), loaded);
  return success();
}

LogicalResult HostConverter::convertStore(memref::StoreOp op) {
  auto address = getElementAddress(op, op.getMemRef(), op.getIndices());
  if (failed(address))
    return failure();
  LLVM::StoreOp::create(b, values.lookup(op.getValueToStore()), *address);
  return success();
}

void HostConverter::convertByteSize(graph::ByteSizeOp op) {
  auto type = cast<MemRefType>(op.getType());
  int64_t fixed = (type.getElementTypeBitWidth() + 7) / 8;
  for (int64_t size : type.getShape())
    if (ShapedType::isStatic(size))
      if (llvm::MulOverflow(fixed, size, fixed) || fixed > kMaxBytes)
        fixed = kMaxBytes;
  Value most = arith::ConstantIntOp::create(b, i64, kMaxBytes);
  Value zero = arith::ConstantIntOp::create(b, i64, 0);
  Value bytes = arith::ConstantIntOp::create(b, i64, fixed);
  for (Value dim : op.getDims()) {
    auto product =
        arith::MulUIExtendedOp::create(b, bytes, toInteger(values.lookup(dim)));
    Value fits = arith::AndIOp::create(
        b,
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, product.getHigh(),
                              zero),
        arith::CmpIOp::create(b, arith::CmpIPredicate::ule, product.getLow(),
                              most));
    bytes = arith::SelectOp::create(b, fits, product.getLow(), most);
  }
  Value up = arith::ConstantIntOp::create(b, i64, kAlignment - 1);
  Value mask = arith::ConstantIntOp::create(b, i64, -kAlignment);
  bytes = arith::AndIOp::create(b, arith::AddIOp::create(b, bytes, up), mask);
  values.map(op.getResult(), toIndex(bytes));
}

void HostConverter::convertAllocation(Operation *op, FrameField callback) {
  Value bytes = toInteger(values.lookup(op->getOperand(0)));
  Value memory = callBack(callback, pointer, bytes);
  exitIfNull(memory);
  values.map(op->getResult(0), memory);
}

void HostConverter::convertOutput(graph::OutputOp op) {
  auto type = cast<MemRefType>(op.getMemory().getType());
  SmallVector<Value> shape;
  auto dynamic = op.getDims().begin();
  for (int64_t size : type.getShape())
    shape.push_back(ShapedType::isDynamic(size)
                        ? toInteger(values.lookup(*dynamic++))
                        : constant(size));
  storeAll(i64, dims, shape);
  Value index =
      LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(op.getIndex()));
  Value memory = callBack(AllocateOutput, pointer, {index, dims});
  exitIfNull(memory);
  values.map(op.getResult(), memory);
}

void HostConverter::convertWeight(graph::GetWeightOp op) {
  unsigned index = weightIndex.lookup(getPlace(op.getValue()));
  Value offset = constant(weightOffsets[index]);
  values.map(op.getResult(), LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                                 loadField(Weights), offset));
}

void HostConverter::convertCopy(graph::CopyOp op) {
  auto type = cast<MemRefType>(op.getSource().getType());
  int64_t fixed = (type.getElementTypeBitWidth() + 7) / 8;
  for (int64_t size : type.getShape())
    fixed *= ShapedType::isDynamic(size) ? 1 : size;
  Value bytes = constant(fixed);
  for (Value dim : op.getDims())
    bytes = LLVM::MulOp::create(b, bytes, toInteger(values.lookup(dim)));
  LLVM::MemcpyOp::create(b, values.lookup(op.getTarget()),
                         values.lookup(op.getSource()), bytes,
                         /*isVolatile=*/false);
}

//===-- control -----------------------------------------------------------===//

void HostConverter::convertCheck(Value condition, Attribute text,
                                 ValueRange operands) {
  checks.insert(text);
  int32_t index = llvm::find(checks, text) - checks.begin();
  Block *failed = entry.addBlock(), *next = entry.addBlock();
  next->moveBefore(exit);
  failed->moveBefore(exit);
  LLVM::CondBrOp::create(b, values.lookup(condition), next, failed);
  b.setInsertionPointToEnd(failed);
  SmallVector<Value> integers;
  for (Value operand : operands)
    integers.push_back(toInteger(values.lookup(operand)));
  storeAll(i64, dims, integers);
  Value number = LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(index));
  Value status = callBack(Fail, i32, {number, dims});
  LLVM::BrOp::create(b, status, exit);
  b.setInsertionPointToEnd(next);
}

/// The address of a kernel, which another object defines.
static Value getKernelAddress(ImplicitLocOpBuilder &b, ModuleOp host,
                              StringRef name) {
  auto kernel = host.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!kernel) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(host.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        b.getI32Type(), LLVM::LLVMPointerType::get(b.getContext()));
    kernel = LLVM::LLVMFuncOp::create(b, name, type);
    kernel.setVisibility_(LLVM::Visibility::Hidden);
  }
  return LLVM::AddressOfOp::create(b, kernel);
}

void HostConverter::convertCall(graph::CallOp op) {
  auto get = [&](Value value) { return values.lookup(value); };
  storeAll(pointer, pointers, llvm::map_to_vector(op.getBuffers(), get));
  storeAll(i64, dims, llvm::map_to_vector(op.getDims(), [&](Value dim) {
             return toInteger(values.lookup(dim));
           }));
  Value workspace = op.getWorkspace() ? get(op.getWorkspace())
                                      : LLVM::ZeroOp::create(b, pointer);
  storeAll(pointer, args, {pointers, dims, workspace, loadField(Parallel)});
  Value index =
      LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(calls.size()));
  Value kernel = getKernelAddress(
      b, host, getKernelSymbol(op.getKernel().getLeafReference()));
  Value status = callBack(Launch, i32, {index, kernel, args});
  Value zero = LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(0));
  exitIf(LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, status, zero),
         status);
  calls.push_back(op);
}

LogicalResult HostConverter::convert(Operation *op) {
  b.setLoc(op->getLoc());
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](memref::DimOp dim) { return convertDim(dim); })
      .Case([&](memref::LoadOp load) { return convertLoad(load); })
      .Case([&](memref::StoreOp store) { return convertStore(store); })
      .Case([&](memref::ViewOp view) {
        values.map(
            view.getResult(),
            LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                values.lookup(view.getSource()),
                                toInteger(values.lookup(view.getByteShift()))));
        return success();
      })
      .Case([&](graph::ViewOp view) {
        values.map(view.getMemory(), values.lookup(view.getSource()));
        return success();
      })
      .Case([&](memref::CastOp cast) {
        values.map(cast.getResult(), values.lookup(cast.getSource()));
        return success();
      })
      .Case([&](graph::ByteSizeOp size) {
        return convertByteSize(size), success();
      })
      .Case([&](graph::ArenaOp arena) {
        return convertAllocation(arena, AllocateArena), success();
      })
      .Case([&](graph::PoolOp pool) {
        return convertAllocation(pool, AllocatePool), success();
      })
      .Case([&](graph::OutputOp output) {
        return convertOutput(output), success();
      })
      .Case([&](graph::GetWeightOp weight) {
        return convertWeight(weight), success();
      })
      .Case([&](graph::CopyOp copy) { return convertCopy(copy), success(); })
      .Case([&](graph::CheckOp check) {
        return convertCheck(check.getCondition(), check.getTextAttr(),
                            check.getValues()),
               success();
      })
      .Case([&](cf::AssertOp check) {
        return convertCheck(check.getArg(), check.getMsgAttr(), {}), success();
      })
      .Case([&](graph::CallOp call) { return convertCall(call), success(); })
      .Case([&](graph::NumThreadsOp threads) {
        // num_threads follows the pool's pointer in tvm_parallel.
        Value count = load(i32, loadField(Parallel), 2);
        values.map(threads.getResult(),
                   arith::IndexCastOp::create(b, b.getIndexType(), count));
        return success();
      })
      .Case([&](func::ReturnOp) {
        LLVM::ReturnOp::create(
            b, LLVM::ConstantOp::create(b, i32, b.getI32IntegerAttr(0)));
        return success();
      })
      .Default([&](Operation *other) -> LogicalResult {
        if (!isMemoryEffectFree(other) || other->getNumRegions() != 0 ||
            llvm::any_of(other->getResultTypes(), llvm::IsaPred<ShapedType>))
          return other->emitOpError("cannot be part of the host function");
        b.clone(*other, values);
        return success();
      });
}

LogicalResult HostConverter::run() {
  if (!main.getBody().hasOneBlock())
    return main.emitOpError("expected one block");
  for (Type type : main.getArgumentTypes())
    if (!isa<MemRefType>(type))
      return main.emitOpError("expected memory as arguments, got ") << type;
  main.walk([&](graph::GetWeightOp op) {
    if (weightIndex.try_emplace(getPlace(op.getValue()), weights.size()).second)
      weights.push_back(op.getValue());
  });
  layOutWeights(weights, weightOffsets);
  createEntry();
  for (Operation &op : main.getBody().front())
    if (failed(convert(&op)))
      return failure();
  Operation *module = main->getParentOp();
  module->setAttr(kManifestAttrName,
                  describeHost(main, calls, checks.getArrayRef()));
  module->setAttr(kWeightsAttrName, b.getArrayAttr(weights));
  main.erase();
  return success();
}

LogicalResult convertHostToLLVM(func::FuncOp main, StringRef symbol) {
  return HostConverter(main, symbol).run();
}

namespace {
struct ConvertHostToLLVMPass
    : impl::ConvertHostToLLVMPassBase<ConvertHostToLLVMPass> {
  using ConvertHostToLLVMPassBase::ConvertHostToLLVMPassBase;
  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (main && !main.isExternal() && failed(convertHostToLLVM(main, symbol)))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
