// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/scripts/PayloadProgram.h"

#include "compiler/pipelines/Levels.h"
#include "conversion/Constants/Constants.h"
#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/GraphDialect.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "transforms/Schedule/Scripts.h"

using namespace mlir;

namespace tvm::compiler {

//===-- buffers and loops -------------------------------------------------===//

static void addBufferPasses(OpPassManager &manager) {
  manager.addPass(createInlinerPass());
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.allowReturnAllocsFromLoops = true;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizerPass());
  bufferization::BufferResultsToOutParamsPassOptions results;
  results.hoistStaticAllocs = true;
  results.modifyPublicFunctions = true;
  manager.addPass(bufferization::createBufferResultsToOutParamsPass(results));
  manager.addNestedPass<func::FuncOp>(
      bufferization::createBufferLoopHoistingPass());
}

static void addLoopPasses(OpPassManager &manager) {
  auto &function = manager.nest<func::FuncOp>();
  // LLVM has no integer powers of vectors.
  function.addPass(math::createMathExpandOpsPass({{"fpowi"}}));
  function.addPass(createConvertLinalgToLoopsPass());
  function.addPass(createForallToParallelLoopPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static LogicalResult run(ModuleOp payload,
                         llvm::function_ref<void(OpPassManager &)> addPasses) {
  PassManager manager(payload.getContext());
  addPasses(manager);
  return manager.run(payload);
}

/// Removes assertions: a program cannot end itself. Those that torch-mlir
/// writes check sizes, and the indices of embeddings.
static void dropAssertions(ModuleOp payload) {
  payload.walk([](cf::AssertOp op) { op.erase(); });
}

/// The elements of a `dense_resource` in the attribute itself.
static FailureOr<Attribute> embed(DenseResourceElementsAttr resource,
                                  ModuleOp payload) {
  SmallVector<char> buffer;
  auto bytes = getForeignBytes(resource, buffer);
  if (!bytes)
    return payload.emitError(llvm::toString(bytes.takeError()));
  ShapedType type = resource.getType();
  if (!type.getElementType().isInteger(1))
    return Attribute(DenseElementsAttr::getFromRawBuffer(type, *bytes));
  SmallVector<bool> bits(
      llvm::map_range(*bytes, [](char c) { return c != 0; }));
  return Attribute(DenseElementsAttr::get(type, bits));
}

/// Replaces `dense_resource`, whose data do not belong to an operation, by
/// dense constants.
static LogicalResult embedResources(ModuleOp payload) {
  bool hasFailed = false;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](DenseResourceElementsAttr resource) -> std::optional<Attribute> {
        FailureOr<Attribute> embedded = embed(resource, payload);
        hasFailed |= failed(embedded);
        return succeeded(embedded) ? *embedded : Attribute(resource);
      });
  replacer.recursivelyReplaceElementsIn(payload);
  return failure(hasFailed);
}

/// Turns copies between buffers with different strides, which LLVM has no
/// instruction for, into loops.
static void expandCopies(ModuleOp payload) {
  payload.walk([](memref::CopyOp copy) {
    auto isPlain = [](Value value) {
      auto type = dyn_cast<MemRefType>(value.getType());
      return type && type.getLayout().isIdentity();
    };
    if (isPlain(copy.getSource()) && isPlain(copy.getTarget()))
      return;
    OpBuilder builder(copy);
    linalg::CopyOp::create(builder, copy.getLoc(), copy.getSource(),
                           copy.getTarget());
    copy.erase();
  });
}

/// The function of `interface` in `payload`; null, with a diagnostic, if a
/// script has changed what it takes and returns.
static func::FuncOp findFunction(ModuleOp payload,
                                 const PayloadInterface &interface) {
  auto function = payload.lookupSymbol<func::FuncOp>(interface.name);
  if (function && function.getFunctionType() == interface.type)
    return function;
  payload.emitError("expected the script to keep function '")
      << interface.name << "' of type " << interface.type;
  return {};
}

/// Turns tensors of `payload` into buffers: those of results become arguments
/// behind the others.
static LogicalResult lower(ModuleOp payload, func::FuncOp function) {
  // Inputs are the caller's.
  auto isWritable = BoolAttr::get(payload.getContext(), false);
  for (BlockArgument argument : function.getArguments())
    if (isa<TensorType>(argument.getType()))
      function.setArgAttr(
          argument.getArgNumber(),
          bufferization::BufferizationDialect::kWritableAttrName, isWritable);
  dropAssertions(payload);
  if (failed(embedResources(payload)) || failed(run(payload, addBufferPasses)))
    return failure();
  expandCopies(payload);
  return run(payload, addLoopPasses);
}

//===-- the kernel --------------------------------------------------------===//

/// Brings the arguments of `kernel` into the order of a program's kernels:
/// inputs, then results.
static void orderArguments(func::FuncOp kernel,
                           const PayloadInterface &interface) {
  Block &entry = kernel.getBody().front();
  unsigned count = entry.getNumArguments(), given = interface.arguments.size();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  auto repeat = [&](unsigned number) {
    BlockArgument old = entry.getArgument(number);
    return entry.addArgument(old.getType(), old.getLoc());
  };
  SmallVector<Value> inputs(given);
  for (unsigned i = 0; i < given; ++i)
    if (interface.arguments[i].isInput)
      inputs[i] = repeat(i);
  for (unsigned i = 0; i < count; ++i) {
    bool isOutput = i >= given || interface.arguments[i].isOutput;
    Value place = isOutput ? Value(repeat(i)) : inputs[i];
    if (isOutput && i < given && inputs[i])
      memref::CopyOp::create(builder, kernel.getLoc(), inputs[i], place);
    entry.getArgument(i).replaceAllUsesWith(place);
  }
  entry.eraseArguments(0, count);
  kernel.setType(builder.getFunctionType(entry.getArgumentTypes(), {}));
  kernel.removeArgAttrsAttr();
  kernel.removeResAttrsAttr();
}

/// Moves all of `payload` into a module for a kernel of `program`.
static ModuleOp moveKernel(ModuleOp payload, ModuleOp program, StringRef name) {
  auto builder = OpBuilder::atBlockEnd(program.getBody());
  auto kernel = ModuleOp::create(builder, payload.getLoc(), name);
  kernel.getBody()->getOperations().splice(kernel.getBody()->end(),
                                           payload.getBody()->getOperations());
  schedule::createScript(kernel);
  return kernel;
}

//===-- the program -------------------------------------------------------===//

static Type getTensorType(Type memref) {
  auto shaped = cast<ShapedType>(memref);
  return RankedTensorType::get(shaped.getShape(), shaped.getElementType());
}

/// The attributes of an argument or a result of `main`.
static DictionaryAttr describe(Builder &builder, StringRef name, Type type) {
  auto shape = cast<ShapedType>(type).getShape();
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("graph.dims", builder.getI64ArrayAttr(shape)),
       builder.getNamedAttr("graph.name", builder.getStringAttr(name))});
}

/// Adds the function `main` that only launches `kernel`, whose first arguments
/// are `numInputs` inputs.
static void addMain(ModuleOp program, func::FuncOp kernel, unsigned numInputs) {
  auto builder = OpBuilder::atBlockEnd(program.getBody());
  Location loc = kernel.getLoc();
  SmallVector<Type> types =
      llvm::map_to_vector(kernel.getArgumentTypes(), getTensorType);
  ArrayRef<Type> inputs = ArrayRef(types).take_front(numInputs),
                 results = ArrayRef(types).drop_front(numInputs);
  auto main = func::FuncOp::create(builder, loc, "main",
                                   builder.getFunctionType(inputs, results));
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> outs;
  for (Type type : results)
    outs.push_back(tensor::EmptyOp::create(builder, loc, type, ValueRange()));
  auto symbol =
      SymbolRefAttr::get(cast<ModuleOp>(kernel->getParentOp()).getSymNameAttr(),
                         {FlatSymbolRefAttr::get(kernel.getSymNameAttr())});
  auto launch =
      graph::LaunchOp::create(builder, loc, results, symbol,
                              main.getArguments(), outs, graph::FusionAttr());
  for (auto [i, type] : llvm::enumerate(inputs))
    main.setArgAttrs(i, describe(builder, "x" + std::to_string(i), type));
  for (auto [i, type] : llvm::enumerate(results))
    main.setResultAttrs(i, describe(builder, "y" + std::to_string(i), type));
  func::ReturnOp::create(builder, loc, launch.getResults());
}

OwningOpRef<ModuleOp> makePayloadProgram(OwningOpRef<ModuleOp> payload,
                                         const PayloadInterface &interface) {
  payload->getContext()
      ->loadDialect<graph::GraphDialect, memref::MemRefDialect,
                    tensor::TensorDialect, transform::TransformDialect>();
  func::FuncOp function = findFunction(*payload, interface);
  if (!function || failed(lower(*payload, function)))
    return nullptr;
  function = payload->lookupSymbol<func::FuncOp>(interface.name);
  orderArguments(function, interface);
  OwningOpRef<ModuleOp> program = ModuleOp::create(payload->getLoc());
  // `main` is the program's.
  std::string name = interface.name == "main" ? "payload" : interface.name;
  function.setName(name);
  moveKernel(*payload, *program, name);
  unsigned numInputs = llvm::count_if(
      interface.arguments,
      [](PayloadInterface::Argument argument) { return argument.isInput; });
  addMain(*program, function, numInputs);
  setLevel(*program, Level::Loops);
  return program;
}

} // namespace tvm::compiler
