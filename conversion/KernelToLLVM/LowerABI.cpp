// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "conversion/KernelToLLVM/MemRefs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELLOWERABIPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

namespace {

/// The fields of tvm_args and tvm_parallel, all at multiples of 8 bytes.
enum class Args { Buffers = 0, Dims = 8, Workspace = 16, Parallel = 24 };
constexpr int64_t kThreadsOffset = 8;

/// Reader of the parts of a tvm_args in the order of the kernel's arguments.
class ArgsReader {
public:
  ArgsReader(ImplicitLocOpBuilder &builder, Value args)
      : builder(builder),
        pointer(LLVM::LLVMPointerType::get(builder.getContext())), args(args) {}

  Value load(Value base, int64_t offset, Type type) {
    Value address = LLVM::GEPOp::create(
        builder, pointer, builder.getI8Type(), base,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)},
        LLVM::GEPNoWrapFlags::inbounds);
    return LLVM::LoadOp::create(builder, type, address);
  }

  Value field(Args which) {
    return load(args, static_cast<int64_t>(which), pointer);
  }

  Value nextBuffer() {
    if (!buffers)
      buffers = field(Args::Buffers);
    return load(buffers, 8 * bufferIndex++, pointer);
  }

  Value nextDim() {
    if (!dims)
      dims = field(Args::Dims);
    return load(dims, 8 * dimIndex++, builder.getI64Type());
  }

private:
  ImplicitLocOpBuilder &builder;
  Type pointer;
  Value args, buffers, dims;
  int64_t bufferIndex = 0, dimIndex = 0;
};

} // namespace

static LLVM::LLVMFuncOp createHidden(OpBuilder &builder, Location loc,
                                     StringRef name, Type result,
                                     ArrayRef<Type> arguments) {
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, name, LLVM::LLVMFunctionType::get(result, arguments));
  function.setVisibility_(LLVM::Visibility::Hidden);
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  return function;
}

/// Loads the number of threads; 1 without a tvm_parallel.
static Value loadThreads(ImplicitLocOpBuilder &builder, ArgsReader &reader) {
  Value parallel = reader.field(Args::Parallel);
  Value null = LLVM::ZeroOp::create(builder, parallel.getType());
  Value isNull =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, parallel, null);
  // Without a number to load, the address points to a 1.
  Value one = LLVM::ConstantOp::create(builder, builder.getI32Type(), 1);
  Value slot = LLVM::AllocaOp::create(
      builder, parallel.getType(), builder.getI32Type(),
      LLVM::ConstantOp::create(builder, builder.getI32Type(), 1));
  LLVM::StoreOp::create(builder, one, slot);
  Value address = LLVM::GEPOp::create(
      builder, parallel.getType(), builder.getI8Type(), parallel,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(kThreadsOffset)});
  address = LLVM::SelectOp::create(builder, isNull, slot, address);
  Value count = LLVM::LoadOp::create(builder, builder.getI32Type(), address);
  return LLVM::SExtOp::create(builder, builder.getI64Type(), count);
}

/// Arguments of the flattened kernel function, read from the tvm_args.
static SmallVector<Value> readArguments(ImplicitLocOpBuilder &builder,
                                        func::FuncOp kernel, Value args,
                                        const Crossing &crossing) {
  ArgsReader reader(builder, args);
  SmallVector<Value> parts;
  for (BlockArgument argument : kernel.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (kernel.getArgAttr(index, "kernel.parallel")) {
      parts.push_back(reader.field(Args::Parallel));
    } else if (kernel.getArgAttr(index, "kernel.threads")) {
      parts.push_back(loadThreads(builder, reader));
    } else if (kernel.getArgAttr(index, kWorkspaceAttrName)) {
      parts.push_back(reader.field(Args::Workspace));
      parts.push_back(LLVM::ConstantOp::create( // its size is never read
          builder, builder.getI64Type(), 0));
    } else {
      parts.push_back(reader.nextBuffer());
      for (size_t i = 1; i < crossing.getTypes(argument.getType()).size(); ++i)
        parts.push_back(reader.nextDim());
    }
  }
  return parts;
}

namespace {
/// An argument that the caller does not pass: its attribute and type.
struct OwnArgument {
  StringRef attribute;
  Type type;
};
} // namespace

/// The own argument that the attributes of argument `index` describe; its type
/// is null for an argument that the caller passes.
static OwnArgument getOwnArgument(func::FuncOp kernel, unsigned index) {
  Builder builder(kernel.getContext());
  OwnArgument own[] = {
      {"kernel.parallel", LLVM::LLVMPointerType::get(kernel.getContext())},
      {"kernel.threads", builder.getIndexType()},
      {kWorkspaceAttrName,
       MemRefType::get(ShapedType::kDynamic, builder.getI8Type())}};
  for (OwnArgument each : own)
    if (kernel.getArgAttr(index, each.attribute))
      return each;
  return {};
}

static LogicalResult checkArguments(func::FuncOp kernel) {
  // Whether the kernel returns a status, added by kernel-lower-externs.
  bool hasStatus = kernel.getNumResults() == 1 &&
                   kernel.getResultTypes().front().isSignlessInteger(32);
  if (kernel.getNumResults() != 0 && !hasStatus)
    return kernel.emitError("expected a kernel without results, got ")
           << kernel.getNumResults();
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    OwnArgument own = getOwnArgument(kernel, index);
    if (own.type && type != own.type)
      return kernel.emitError("expected argument ")
             << index << " with '" << own.attribute << "' to be " << own.type
             << ", got " << type;
    if (!own.type && !isPlainMemRef(type))
      return kernel.emitError("expected argument ")
             << index << " to be a memref with identity layout, got " << type;
  }
  return success();
}

/// Checks that a module without a unique kernel has no kernels, as a module of
/// the host does.
static LogicalResult checkNoKernel(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function.emitError("expected one public function, the kernel");
  return success();
}

/// The facts that LLVM may assume about the first part of an argument.
static DictionaryAttr getPartAttributes(func::FuncOp kernel,
                                        BlockArgument argument) {
  Builder builder(kernel.getContext());
  SmallVector<NamedAttribute> attributes;
  if (isPlainMemRef(argument.getType()))
    attributes.push_back(
        builder.getNamedAttr("llvm.noalias", builder.getUnitAttr()));
  if (kernel.getArgAttr(argument.getArgNumber(), kWorkspaceAttrName))
    attributes.push_back(
        builder.getNamedAttr("llvm.align", builder.getI64IntegerAttr(64)));
  return builder.getDictionaryAttr(attributes);
}

/// Replaces the kernel's arguments by pointers and dims.
static void flattenArguments(func::FuncOp kernel, const Crossing &crossing) {
  MLIRContext *context = kernel.getContext();
  Block &entry = kernel.getBody().front();
  auto builder = OpBuilder::atBlockBegin(&entry);
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<BlockArgument> old(entry.getArguments());
  for (BlockArgument argument : old) {
    SmallVector<Value> parts;
    for (Type type : crossing.getTypes(argument.getType())) {
      attributes.push_back(parts.empty() ? getPartAttributes(kernel, argument)
                                         : DictionaryAttr::get(context));
      types.push_back(type);
      parts.push_back(entry.addArgument(type, argument.getLoc()));
    }
    argument.replaceAllUsesWith(
        crossing.build(builder, argument.getLoc(), argument.getType(), parts));
  }
  entry.eraseArguments(0, old.size());
  kernel.setFunctionType(
      FunctionType::get(context, types, kernel.getResultTypes()));
  kernel.setAllArgAttrs(attributes);
}

static void makeInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

/// `int32_t tvm_kernel_<name>(const tvm_args *)`.
static void createKernelEntry(func::FuncOp kernel, const Crossing &crossing) {
  auto builder = ImplicitLocOpBuilder(kernel.getLoc(), kernel);
  auto entry = createHidden(
      builder, kernel.getLoc(), getKernelSymbol(kernel.getName()),
      builder.getI32Type(), LLVM::LLVMPointerType::get(builder.getContext()));
  SmallVector<Value> parts = readArguments(
      builder, kernel, entry.getBody().front().getArgument(0), crossing);
  auto call = func::CallOp::create(builder, kernel.getName(),
                                   kernel.getResultTypes(), parts);
  Value status =
      call.getNumResults() != 0
          ? call.getResult(0)
          : LLVM::ConstantOp::create(builder, builder.getI32Type(), 0);
  LLVM::ReturnOp::create(builder, status);
}

/// `int64_t tvm_workspace_<name>(const int64_t *dims, int64_t threads)`.
static void createWorkspaceEntry(func::FuncOp workspace, StringRef kernelName) {
  auto builder = ImplicitLocOpBuilder(workspace.getLoc(), workspace);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type();
  auto entry =
      createHidden(builder, workspace.getLoc(), getWorkspaceSymbol(kernelName),
                   i64, {pointer, i64});
  Block &body = entry.getBody().front();
  SmallVector<Value> operands;
  auto addIndex = [&](Value value) {
    operands.push_back(
        arith::IndexCastOp::create(builder, builder.getIndexType(), value));
  };
  for (int32_t i = 0, n = workspace.getNumArguments() - 1; i < n; ++i) {
    Value address = LLVM::GEPOp::create(
        builder, pointer, i64, body.getArgument(0), ArrayRef<LLVM::GEPArg>{i});
    addIndex(LLVM::LoadOp::create(builder, i64, address));
  }
  addIndex(body.getArgument(1));
  auto call = func::CallOp::create(builder, workspace, operands);
  Value size = arith::IndexCastOp::create(builder, i64, call.getResult(0));
  LLVM::ReturnOp::create(builder, size);
}

namespace {
struct KernelLowerABIPass : impl::KernelLowerABIPassBase<KernelLowerABIPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getKernelFunction(getOperation());
    if (!kernel) {
      if (succeeded(checkNoKernel(getOperation())))
        return;
      return signalPassFailure();
    }
    if (failed(checkArguments(kernel)))
      return signalPassFailure();
    Crossing crossing(&getContext());
    createKernelEntry(kernel, crossing);
    flattenArguments(kernel, crossing);
    makeInternal(kernel);
    auto workspace = getOperation().lookupSymbol<func::FuncOp>(
        getWorkspaceFunctionName(kernel.getName()));
    if (!workspace)
      return;
    createWorkspaceEntry(workspace, kernel.getName());
    makeInternal(workspace);
  }
};
} // namespace

} // namespace tvm
