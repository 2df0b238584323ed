// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/LibrarySignatures.h"
#include "conversion/KernelToLLVM/MemRefs.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELLOWEREXTERNSPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

namespace {

/// A call and its callee.
struct ExternCall {
  func::CallOp call;
  StringRef name;
};

/// Lowers the calls of one kernel, whose control flow consists of branches.
class ExternLowering {
public:
  ExternLowering(func::FuncOp kernel, Value parallel)
      : kernel(kernel), parallel(parallel),
        module(kernel->getParentOfType<ModuleOp>()),
        b(kernel.getLoc(), kernel.getContext()),
        pointer(LLVM::LLVMPointerType::get(kernel.getContext())),
        crossing(kernel.getContext()) {}

  void run(ArrayRef<ExternCall> calls);

private:
  void returnStatus();
  void createScratch(ArrayRef<ExternCall> calls);
  void lower(const ExternCall &each);
  void fillArgs(func::CallOp call);
  void storeAll(Type type, Value base, ValueRange values);
  Value loadSlot(const Twine &symbol);
  Value createConstant(const Twine &symbol, Type element, int64_t size,
                       Attribute value);
  Value getConstant(Attribute value);
  Value getText(StringRef text);

  func::FuncOp kernel;
  Value parallel;
  ModuleOp module;
  ImplicitLocOpBuilder b;
  Type pointer;
  Crossing crossing;
  Block *exit = nullptr;
  Value buffers, dims, args; // shared by all calls
  unsigned numConstants = 0;
};

} // namespace

//===-- before ------------------------------------------------------------===//

static ArrayRef<Attribute> getConstants(func::CallOp call) {
  auto constants = call->getAttrOfType<ArrayAttr>(kConstantsAttrName);
  return constants ? constants.getValue() : ArrayRef<Attribute>();
}

static int64_t getSize(Attribute constant) {
  auto text = dyn_cast<StringAttr>(constant);
  return text ? text.size() : cast<DenseI64ArrayAttr>(constant).size();
}

static LogicalResult checkConstants(func::CallOp call) {
  for (Attribute value : getConstants(call))
    if (!isa<StringAttr, DenseI64ArrayAttr>(value))
      return call.emitError("expected constants of an external function to be "
                            "texts or arrays of i64, got ")
             << value;
  return success();
}

static LogicalResult checkCall(func::CallOp call, StringRef name,
                               func::FuncOp kernel) {
  if (call->getParentOfType<func::FuncOp>() != kernel)
    return call.emitError(
        "expected the call of an external function outside of parallel loops");
  if (call.getNumResults() != 1 || !call.getType(0).isSignlessInteger(32))
    return call.emitError("expected an external function to return its status "
                          "as i32, got ")
           << call.getResultTypes();
  for (Type type : call.getOperandTypes())
    if (!isPlainMemRef(type))
      return call.emitError(
                 "expected an external function on memrefs with identity "
                 "layout, got ")
             << type;
  if (failed(checkConstants(call)))
    return failure();
  return checkLibraryCall(call, name);
}

static FailureOr<SmallVector<ExternCall>> collectCalls(ModuleOp module,
                                                       func::FuncOp kernel) {
  SmallVector<ExternCall> calls;
  WalkResult result = module.walk([&](func::CallOp call) {
    auto callee = module.lookupSymbol<func::FuncOp>(call.getCallee());
    auto name = callee ? callee->getAttrOfType<StringAttr>(kExternAttrName)
                       : StringAttr();
    if (!name)
      return WalkResult::advance();
    calls.push_back({call, name.getValue()});
    return WalkResult(checkCall(call, name.getValue(), kernel));
  });
  if (result.wasInterrupted())
    return failure();
  return calls;
}

/// The kernel's tvm_parallel.
static FailureOr<Value> getParallel(func::FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments())
    if (kernel.getArgAttr(argument.getArgNumber(), "kernel.parallel"))
      return Value(argument);
  Builder b(kernel.getContext());
  auto attribute =
      b.getDictionaryAttr(b.getNamedAttr("kernel.parallel", b.getUnitAttr()));
  unsigned number = kernel.getNumArguments();
  if (failed(kernel.insertArgument(
          number, LLVM::LLVMPointerType::get(kernel.getContext()), attribute,
          kernel.getLoc())))
    return failure();
  return Value(kernel.getArgument(number));
}

//===-- the kernel --------------------------------------------------------===//

/// Lets the kernel return 0, or the argument of `exit`.
void ExternLowering::returnStatus() {
  Type i32 = b.getI32Type();
  kernel.setFunctionType(b.getFunctionType(kernel.getArgumentTypes(), {i32}));
  for (auto ret : llvm::to_vector(kernel.getOps<func::ReturnOp>())) {
    b.setInsertionPoint(ret);
    Value zero = arith::ConstantIntOp::create(b, i32, 0);
    func::ReturnOp::create(b, zero);
    ret.erase();
  }
  exit = &kernel.getBody().emplaceBlock();
  Value status = exit->addArgument(i32, kernel.getLoc());
  b.setInsertionPointToEnd(exit);
  func::ReturnOp::create(b, status);
}

void ExternLowering::createScratch(ArrayRef<ExternCall> calls) {
  int64_t numBuffers = 1, numDims = 1;
  for (ExternCall each : calls) {
    int64_t numConstants = getConstants(each.call).size();
    int64_t rank = numConstants;
    for (Type type : each.call.getOperandTypes())
      rank += cast<MemRefType>(type).getRank();
    numBuffers = std::max<int64_t>(numBuffers,
                                   numConstants + each.call.getNumOperands());
    numDims = std::max(numDims, rank);
  }
  auto allocate = [&](Type type, int64_t count) -> Value {
    Value size =
        LLVM::ConstantOp::create(b, b.getI64Type(), b.getI64IntegerAttr(count));
    return LLVM::AllocaOp::create(b, pointer, type, size);
  };
  b.setInsertionPointToStart(&kernel.getBody().front());
  buffers = allocate(pointer, numBuffers);
  dims = allocate(b.getI64Type(), numDims);
  args = allocate(pointer, 4);
}

void ExternLowering::storeAll(Type type, Value base, ValueRange values) {
  for (auto [i, value] : llvm::enumerate(values)) {
    Value address =
        LLVM::GEPOp::create(b, pointer, type, base,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    LLVM::StoreOp::create(b, value, address);
  }
}

/// Fills the tvm_args of a call.
void ExternLowering::fillArgs(func::CallOp call) {
  SmallVector<Value> pointers, sizes;
  for (Attribute value : getConstants(call)) {
    pointers.push_back(getConstant(value));
    sizes.push_back(LLVM::ConstantOp::create(
        b, b.getI64Type(), b.getI64IntegerAttr(getSize(value))));
  }
  for (Value operand : call.getOperands()) {
    SmallVector<Value> parts = crossing.take(b, b.getLoc(), operand);
    pointers.push_back(parts.front());
    auto dynamic = parts.begin() + 1;
    for (int64_t size : cast<MemRefType>(operand.getType()).getShape())
      sizes.push_back(ShapedType::isDynamic(size)
                          ? *dynamic++
                          : LLVM::ConstantOp::create(
                                b, b.getI64Type(), b.getI64IntegerAttr(size)));
  }
  storeAll(pointer, buffers, pointers);
  storeAll(b.getI64Type(), dims, sizes);
  Value noWorkspace = LLVM::ZeroOp::create(b, pointer);
  storeAll(pointer, args, {buffers, dims, noWorkspace, parallel});
}

/// Loads the slot `symbol`, which all objects of an artefact share and nothing
/// outside replaces.
Value ExternLowering::loadSlot(const Twine &symbol) {
  auto name = b.getStringAttr(symbol);
  auto slot = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!slot) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    slot = LLVM::GlobalOp::create(b, pointer, /*isConstant=*/false,
                                  LLVM::Linkage::Weak, name, Attribute());
    slot.setVisibility_(LLVM::Visibility::Protected);
    b.createBlock(&slot.getInitializer());
    LLVM::ReturnOp::create(b, LLVM::ZeroOp::create(b, pointer));
  }
  Value address = LLVM::AddressOfOp::create(b, slot);
  return LLVM::LoadOp::create(b, pointer, address);
}

/// The address of the constant `symbol` of `size` elements, which is created if
/// necessary.
Value ExternLowering::createConstant(const Twine &symbol, Type element,
                                     int64_t size, Attribute value) {
  auto name = b.getStringAttr(symbol);
  auto global = module.lookupSymbol<LLVM::GlobalOp>(name);
  if (!global) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(module.getBody());
    global = LLVM::GlobalOp::create(b, LLVM::LLVMArrayType::get(element, size),
                                    /*isConstant=*/true,
                                    LLVM::Linkage::Internal, name, value);
  }
  return LLVM::AddressOfOp::create(b, global);
}

Value ExternLowering::getConstant(Attribute value) {
  std::string symbol = "extern_constant_" + std::to_string(numConstants++);
  if (auto text = dyn_cast<StringAttr>(value))
    return createConstant(symbol, b.getI8Type(), text.size(), text);
  ArrayRef<int64_t> numbers = cast<DenseI64ArrayAttr>(value).asArrayRef();
  return createConstant(symbol, b.getI64Type(), numbers.size(),
                        b.getI64TensorAttr(numbers));
}

/// The address of a zero-terminated text.
Value ExternLowering::getText(StringRef text) {
  auto value = b.getStringAttr(text + Twine('\0'));
  return createConstant("extern_name_" + text, b.getI8Type(), value.size(),
                        value);
}

void ExternLowering::lower(const ExternCall &each) {
  func::CallOp call = each.call;
  b.setLoc(call.getLoc());
  b.setInsertionPoint(call);
  fillArgs(call);
  auto type = LLVM::LLVMFunctionType::get(b.getI32Type(), pointer);
  Value function = loadSlot(kExternSlotPrefix + each.name);
  Value status =
      LLVM::CallOp::create(b, type, ValueRange{function, args}).getResult();
  Value zero = arith::ConstantIntOp::create(b, b.getI32Type(), 0);
  Value isFailed =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ne, status, zero);
  call->replaceAllUsesWith(ValueRange(status));
  Block *next = call->getBlock()->splitBlock(call);
  Block *failed = b.createBlock(next);
  b.setInsertionPointToEnd(next->getPrevNode()->getPrevNode());
  cf::CondBranchOp::create(b, isFailed, failed, ValueRange(), next,
                           ValueRange());
  b.setInsertionPointToStart(failed);
  auto reportType = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(b.getContext()), {pointer, b.getI32Type()});
  Value report = loadSlot(kExternFailedSlot);
  LLVM::CallOp::create(b, reportType,
                       ValueRange{report, getText(each.name), status});
  cf::BranchOp::create(b, exit, status);
  call.erase();
}

void ExternLowering::run(ArrayRef<ExternCall> calls) {
  returnStatus();
  createScratch(calls);
  for (const ExternCall &each : calls)
    lower(each);
}

namespace {
struct KernelLowerExternsPass
    : impl::KernelLowerExternsPassBase<KernelLowerExternsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    func::FuncOp kernel = getKernelFunction(module);
    if (!kernel)
      return;
    auto calls = collectCalls(module, kernel);
    if (failed(calls))
      return signalPassFailure();
    if (!calls->empty()) {
      OpPassManager flatten(func::FuncOp::getOperationName());
      flatten.addPass(createSCFToControlFlowPass());
      FailureOr<Value> parallel = getParallel(kernel);
      if (failed(parallel) || failed(runPipeline(flatten, kernel)))
        return signalPassFailure();
      // The calls have been replaced.
      calls = collectCalls(module, kernel);
      ExternLowering(kernel, *parallel).run(*calls);
    }
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (function->hasAttr(kExternAttrName))
        function.erase();
  }
};
} // namespace

} // namespace tvm
