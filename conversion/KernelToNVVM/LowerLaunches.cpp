// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToNVVM/KernelToNVVM.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_LOWERLAUNCHESPASS
#include "conversion/KernelToNVVM/Passes.h.inc"

namespace {
/// Lowers the launches of one kernel's host function.
class LaunchLowering {
public:
  LaunchLowering(ModuleOp module, func::FuncOp kernel)
      : module(module), kernel(kernel),
        b(kernel.getLoc(), kernel.getContext()) {}

  LogicalResult run();

private:
  LogicalResult lower(gpu::LaunchFuncOp launch);
  FailureOr<StringRef> getText(gpu::LaunchFuncOp launch);
  FailureOr<Value> buildNumber(gpu::LaunchFuncOp launch, Value value);
  Value buildList(ArrayRef<Value> numbers);
  void buildCall(StringRef function, ArrayRef<Attribute> constants,
                 ValueRange memrefs);
  Attribute describe(ValueRange operands);

  ModuleOp module;
  func::FuncOp kernel;
  ImplicitLocOpBuilder b;
  /// The caller's buffers that launches use, and that they write.
  llvm::SetVector<Value> used, written;
};
} // namespace

/// The description of `operands`: one `tvm_device_operand` each.
Attribute LaunchLowering::describe(ValueRange operands) {
  SmallVector<int64_t> fields;
  DataLayout layout = DataLayout::closest(module);
  for (Value operand : operands) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    fields.push_back(type ? type.getRank() : -1);
    fields.push_back(
        type ? static_cast<int64_t>(layout.getTypeSize(type.getElementType()))
             : 8);
  }
  return b.getDenseI64ArrayAttr(fields);
}

void LaunchLowering::buildCall(StringRef function,
                               ArrayRef<Attribute> constants,
                               ValueRange memrefs) {
  unsigned number = 0;
  std::string symbol = function.str();
  while (module.lookupSymbol(symbol))
    symbol = (function + "_" + Twine(number++)).str();
  auto type = b.getFunctionType(memrefs.getTypes(), b.getI32Type());
  auto callee = func::FuncOp::create(b.getLoc(), symbol, type);
  callee.setPrivate();
  callee->setAttr(kExternAttrName, b.getStringAttr(function));
  module.push_back(callee);
  auto call = func::CallOp::create(b, callee, memrefs);
  call->setAttr(kConstantsAttrName, b.getArrayAttr(constants));
}

/// The PTX text of the module with the kernel of `launch`.
FailureOr<StringRef> LaunchLowering::getText(gpu::LaunchFuncOp launch) {
  auto binary =
      module.lookupSymbol<gpu::BinaryOp>(launch.getKernelModuleName());
  auto object = binary && binary.getObjects().size() == 1
                    ? dyn_cast<gpu::ObjectAttr>(binary.getObjects()[0])
                    : gpu::ObjectAttr();
  if (!object || object.getFormat() != gpu::CompilationTarget::Assembly)
    return launch.emitError("expected a kernel in a binary with one text, ")
           << "got " << launch.getKernel();
  return object.getObject().getValue().rtrim('\0');
}

/// The bits of `value`, zero-extended.
FailureOr<Value> LaunchLowering::buildNumber(gpu::LaunchFuncOp launch,
                                             Value value) {
  Type i64 = b.getI64Type();
  if (value.getType().isIndex())
    return Value(arith::IndexCastOp::create(b, i64, value));
  if (!value.getType().isIntOrFloat() ||
      value.getType().getIntOrFloatBitWidth() > 64)
    return launch.emitError("expected operands that are memrefs, indices or "
                            "numbers of at most 64 bits, got ")
           << value.getType();
  unsigned bits = value.getType().getIntOrFloatBitWidth();
  if (isa<FloatType>(value.getType()))
    value = arith::BitcastOp::create(b, b.getIntegerType(bits), value);
  return bits < 64 ? Value(arith::ExtUIOp::create(b, i64, value)) : value;
}

/// The address of a list of `numbers` on the stack.
Value LaunchLowering::buildList(ArrayRef<Value> numbers) {
  auto type =
      MemRefType::get(static_cast<int64_t>(numbers.size()), b.getI64Type());
  Value list = memref::AllocaOp::create(b, type);
  for (auto [i, number] : llvm::enumerate(numbers)) {
    Value index = arith::ConstantIndexOp::create(b, i);
    memref::StoreOp::create(b, number, list, index);
  }
  return list;
}

LogicalResult LaunchLowering::lower(gpu::LaunchFuncOp launch) {
  b.setLoc(launch.getLoc());
  b.setInsertionPoint(launch);
  FailureOr<StringRef> text = getText(launch);
  if (failed(text))
    return failure();
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues(),
                  block = launch.getBlockSizeOperandValues();
  SmallVector<Value> values = {grid.x,  grid.y,  grid.z,
                               block.x, block.y, block.z};
  SmallVector<Value> memrefs, numbers;
  for (Value operand : launch.getKernelOperands())
    (isa<MemRefType>(operand.getType()) ? memrefs : values).push_back(operand);
  for (Value value : values) {
    FailureOr<Value> number = buildNumber(launch, value);
    if (failed(number))
      return failure();
    numbers.push_back(*number);
  }
  memrefs.insert(memrefs.begin(), buildList(numbers));
  buildCall(kDeviceLaunch,
            {b.getStringAttr(*text),
             b.getStringAttr(launch.getKernelName().getValue()),
             describe(launch.getKernelOperands())},
            memrefs);
  return success();
}

static void collect(gpu::LaunchFuncOp launch, llvm::SetVector<Value> &used,
                    llvm::SetVector<Value> &written) {
  auto marked = launch->getAttrOfType<DenseI64ArrayAttr>(kWrittenAttrName);
  for (auto [i, operand] : llvm::enumerate(launch.getKernelOperands())) {
    if (!isa<MemRefType>(operand.getType()) || !isa<BlockArgument>(operand))
      continue;
    used.insert(operand);
    if (!marked || llvm::is_contained(marked.asArrayRef(), i))
      written.insert(operand);
  }
}

LogicalResult LaunchLowering::run() {
  SmallVector<gpu::LaunchFuncOp> launches;
  kernel.walk([&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  for (gpu::LaunchFuncOp launch : launches) {
    collect(launch, used, written);
    if (failed(lower(launch)))
      return failure();
    launch.erase();
  }
  b.setLoc(kernel.getLoc());
  b.setInsertionPointToStart(&kernel.getBody().front());
  buildCall(kDeviceBegin, describe(used.getArrayRef()), used.getArrayRef());
  b.setInsertionPoint(kernel.getBody().back().getTerminator());
  buildCall(kDeviceEnd, describe(written.getArrayRef()), written.getArrayRef());
  return success();
}

/// Allocates memory of the device, which also has an address on the host.
static void lowerMemory(func::FuncOp kernel) {
  kernel.walk([](gpu::DeallocOp dealloc) { dealloc.erase(); });
  kernel.walk([](gpu::AllocOp alloc) {
    OpBuilder b(alloc);
    alloc.getMemref().replaceAllUsesWith(memref::AllocOp::create(
        b, alloc.getLoc(), alloc.getType(), alloc.getDynamicSizes()));
    alloc.erase();
  });
}

namespace {
struct LowerLaunchesPass : impl::LowerLaunchesPassBase<LowerLaunchesPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    func::FuncOp kernel = getKernelFunction(module);
    if (!kernel)
      return;
    lowerMemory(kernel);
    if (failed(LaunchLowering(module, kernel).run()))
      return signalPassFailure();
    for (auto binary : llvm::to_vector(module.getOps<gpu::BinaryOp>()))
      binary.erase();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }
};
} // namespace

} // namespace tvm
