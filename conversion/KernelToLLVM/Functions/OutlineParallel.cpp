// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/Functions/Captures.h"
#include "conversion/KernelToLLVM/Functions/ParallelLoops.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_KERNELOUTLINEPARALLELPASS
#include "conversion/KernelToLLVM/Passes.h.inc"

namespace {

/// Outlines the parallel loops of one kernel.
class Outliner {
public:
  Outliner(func::FuncOp kernel, Value parallel)
      : kernel(kernel), parallel(parallel), captures(kernel.getContext()),
        pointer(LLVM::LLVMPointerType::get(kernel.getContext())) {}

  LogicalResult outline(scf::ParallelOp loop);

private:
  LogicalResult collectCaptured(scf::ParallelOp loop);
  func::FuncOp createBody(scf::ParallelOp loop, StringRef name);
  LLVM::LLVMFuncOp createTrampoline(func::FuncOp body, StringRef name,
                                    LLVM::LLVMStructType closureType);
  Value createClosure(ImplicitLocOpBuilder &builder,
                      LLVM::LLVMStructType closureType);
  void createCall(ImplicitLocOpBuilder &builder, LLVM::LLVMFuncOp body,
                  Value closure, Value count);

  func::FuncOp kernel;
  Value parallel;
  /// The values that travel in the closure.
  Captures captures;
  Type pointer;
  unsigned counter = 0;
};

} // namespace

/// Whether a loop's function repeats `op`. Slices of the workspace
/// (memref.view) are passed instead, as pointers that do not alias: the slices
/// that a loop uses are live together.
static bool isRepeatableInLoop(Operation *op) {
  return isRepeatable(op) && !isa<memref::ViewOp>(op);
}

LogicalResult Outliner::collectCaptured(scf::ParallelOp loop) {
  SetVector<Value> above;
  getUsedValuesDefinedAbove(loop.getRegion(), above);
  for (ValueRange range :
       {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
    above.insert(range.begin(), range.end());
  if (Value value = captures.collect(above.getArrayRef(), isRepeatableInLoop))
    return loop.emitError("value of type ")
           << value.getType() << " cannot be used in a parallel loop";
  return success();
}

/// Creates `(begin, end, captured...)`, which runs the iterations [begin, end).
func::FuncOp Outliner::createBody(scf::ParallelOp loop, StringRef name) {
  ImplicitLocOpBuilder builder(loop.getLoc(), kernel);
  SmallVector<Type> types(2, builder.getIndexType());
  llvm::append_range(types, captures.getTypes());
  func::FuncOp body = createInternal(builder, loop.getLoc(), name, types);
  IRMapping mapping;
  captures.build(builder, body, /*numLeading=*/2, mapping);
  SmallVector<Value> counts = getCounts(builder, loop, mapping);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  auto range = scf::ForOp::create(builder, body.getArgument(0),
                                  body.getArgument(1), one);
  func::ReturnOp::create(builder);
  builder.setInsertionPoint(range.getBody()->getTerminator());
  cloneIteration(builder, loop, range.getInductionVar(), counts, mapping);
  return body;
}

/// Creates `void (void *closure, int64_t begin, int64_t end)`, which
/// tvm_parallel calls.
LLVM::LLVMFuncOp Outliner::createTrampoline(func::FuncOp body, StringRef name,
                                            LLVM::LLVMStructType closureType) {
  ImplicitLocOpBuilder builder(body.getLoc(), kernel);
  Type i64 = builder.getI64Type();
  auto function = LLVM::LLVMFuncOp::create(
      builder, name,
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointer, i64, i64}),
      LLVM::Linkage::Internal);
  Block *entry = function.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  SmallVector<Value> operands;
  for (Value bound : entry->getArguments().drop_front())
    operands.push_back(
        arith::IndexCastOp::create(builder, builder.getIndexType(), bound));
  for (auto [index, type] : llvm::enumerate(closureType.getBody())) {
    Value address = LLVM::GEPOp::create(
        builder, pointer, closureType, entry->getArgument(0),
        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(index)});
    operands.push_back(LLVM::LoadOp::create(builder, type, address));
  }
  func::CallOp::create(builder, body, operands);
  LLVM::ReturnOp::create(builder, ValueRange());
  return function;
}

/// Fills a closure in the kernel's own memory, which all calls share.
Value Outliner::createClosure(ImplicitLocOpBuilder &builder,
                              LLVM::LLVMStructType closureType) {
  Value closure;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&kernel.getBody().front());
    Value one = LLVM::ConstantOp::create(builder, builder.getI64Type(), 1);
    closure = LLVM::AllocaOp::create(builder, pointer, closureType, one);
  }
  int32_t index = 0;
  for (Value part : captures.take(builder, builder.getLoc())) {
    Value address = LLVM::GEPOp::create(builder, pointer, closureType, closure,
                                        ArrayRef<LLVM::GEPArg>{0, index++});
    LLVM::StoreOp::create(builder, part, address);
  }
  return closure;
}

/// Calls the body on one thread, or on all through tvm_parallel:
/// { void *pool; int32_t num_threads; void (*parallel_for)(...); }.
void Outliner::createCall(ImplicitLocOpBuilder &builder, LLVM::LLVMFuncOp body,
                          Value closure, Value count) {
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  auto field = [&](int32_t offset, Type type) -> Value {
    Value address =
        LLVM::GEPOp::create(builder, pointer, builder.getI8Type(), parallel,
                            ArrayRef<LLVM::GEPArg>{offset});
    return LLVM::LoadOp::create(builder, type, address);
  };
  Value number = arith::IndexCastOp::create(builder, i64, count);
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value hasPool =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::ne, parallel, null);
  auto isMany = scf::IfOp::create(builder, builder.getI1Type(), hasPool, true);
  builder.setInsertionPointToStart(isMany.thenBlock());
  Value one = LLVM::ConstantOp::create(builder, i32, 1);
  Value many = LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::sgt,
                                    field(8, i32), one);
  scf::YieldOp::create(builder, many);
  builder.setInsertionPointToStart(isMany.elseBlock());
  scf::YieldOp::create(builder,
                       ValueRange{arith::ConstantIntOp::create(builder, 0, 1)});
  builder.setInsertionPointAfter(isMany);
  auto either = scf::IfOp::create(builder, isMany.getResult(0), true);
  builder.setInsertionPointToStart(either.thenBlock());
  Value address = LLVM::AddressOfOp::create(builder, body);
  auto type =
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  {pointer, pointer, pointer, i64});
  LLVM::CallOp::create(
      builder, type,
      ValueRange{field(16, pointer), parallel, address, closure, number});
  builder.setInsertionPointToStart(either.elseBlock());
  Value zero = LLVM::ConstantOp::create(builder, i64, 0);
  LLVM::CallOp::create(builder, body, ValueRange{closure, zero, number});
}

LogicalResult Outliner::outline(scf::ParallelOp loop) {
  if (failed(collectCaptured(loop)))
    return failure();
  std::string name = (kernel.getName() + ".parallel" + Twine(counter++)).str();
  auto closureType = LLVM::LLVMStructType::getLiteral(kernel.getContext(),
                                                      captures.getTypes());
  func::FuncOp body = createBody(loop, name + ".body");
  LLVM::LLVMFuncOp trampoline = createTrampoline(body, name, closureType);
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  Value count = multiply(builder, getCounts(builder, loop, IRMapping()));
  Value closure = createClosure(builder, closureType);
  createCall(builder, trampoline, closure, count);
  loop.erase();
  return success();
}

/// Makes the loop run in order.
static void makeSerial(scf::ParallelOp loop) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  IRMapping mapping;
  for (auto [lower, upper, step, variable] :
       llvm::zip(loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                 loop.getInductionVars())) {
    auto serial = scf::ForOp::create(builder, lower, upper, step);
    mapping.map(variable, serial.getInductionVar());
    builder.setInsertionPoint(serial.getBody()->getTerminator());
  }
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  loop.erase();
}

namespace {
struct KernelOutlineParallelPass
    : impl::KernelOutlineParallelPassBase<KernelOutlineParallelPass> {
  void runOnOperation() override {
    func::FuncOp kernel = getKernelFunction(getOperation());
    if (!kernel)
      return;
    // Inner loops come first.
    SmallVector<scf::ParallelOp> outer, inner;
    kernel.walk([&](scf::ParallelOp loop) {
      if (loop.getNumReductions() != 0)
        return; // scf-to-cf makes it serial
      (loop->getParentOfType<scf::ParallelOp>() ? inner : outer)
          .push_back(loop);
    });
    for (scf::ParallelOp loop : inner)
      makeSerial(loop);
    if (outer.empty())
      return;
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    auto attribute = DictionaryAttr::get(
        &getContext(), {{"kernel.parallel", UnitAttr::get(&getContext())}});
    unsigned number = kernel.getNumArguments();
    if (failed(
            kernel.insertArgument(number, pointer, attribute, kernel.getLoc())))
      return signalPassFailure();
    Outliner outliner(kernel, kernel.getArgument(number));
    for (scf::ParallelOp loop : outer)
      if (failed(outliner.outline(loop)))
        return signalPassFailure();
  }
};
} // namespace

} // namespace tvm
