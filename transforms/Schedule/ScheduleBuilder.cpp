// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/ScheduleBuilder.h"

#include "dialects/Schedule/ScheduleQueries.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/Verifier.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Support/FirstError.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The action of a primitive that a rule applies. It counts as refused where a
/// handler of actions does not run it.
struct PrimitiveAction : tracing::ActionImpl<PrimitiveAction> {
  using Base = tracing::ActionImpl<PrimitiveAction>;
  using Base::Base;
  static constexpr StringLiteral tag = "schedule-primitive";
};
} // namespace

bool ScheduleBuilder::applied(
    function_ref<DiagnosedSilenceableFailure()> primitive) {
  bool isApplied = false;
  auto run = [&] {
    DiagnosedSilenceableFailure outcome = primitive();
    isApplied = outcome.succeeded();
    if (outcome.isSilenceableFailure())
      refusal = StringRef(outcome.getMessage()).rtrim().str();
    isApplied &= succeeded(outcome.silence());
  };
  kernel.getContext()->executeAction<PrimitiveAction>(run, IRUnit(kernel));
  numApplied += isApplied ? 1 : 0;
  return isApplied;
}

ScheduleBuilder::ScheduleBuilder(func::FuncOp kernel,
                                 transform::NamedSequenceOp script,
                                 bool isOneOfMany)
    : kernel(kernel), rewriter(kernel.getContext(), this),
      script(OpBuilder::atBlockTerminator(&script.getBody().front())),
      root(script.getBody().getArgument(0)) {
  if (isOneOfMany)
    root = GetKernelOp::create(this->script, kernel.getLoc(), root.getType(),
                               kernel.getSymName(), root);
}

ModuleOp ScheduleBuilder::getModule() {
  return script.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
}

ScheduleBuilder::Checkpoint ScheduleBuilder::getCheckpoint() {
  return {kernel.clone(), script.getInsertionPoint()->getPrevNode(),
          &getModule().getBody()->back(), current, ofStrategies};
}

/// Erases the operations behind `last`, or all if it is null, in front of
/// `end`.
static void eraseBehind(Operation *last, Block &block, Block::iterator end) {
  while (end != block.begin() && &*std::prev(end) != last)
    std::prev(end)->erase();
}

void ScheduleBuilder::rollback(Checkpoint before) {
  ++numRollbacks;
  handles.clear();
  kernel->copyProperties((*before.kernel)->getPropertiesStorage());
  kernel->setDiscardableAttrs((*before.kernel)->getDiscardableAttrDictionary());
  kernel.getBody().takeBody(before.kernel->getBody());
  eraseBehind(before.lastStep, *script.getInsertionBlock(),
              script.getInsertionPoint());
  Block &symbols = *getModule().getBody();
  eraseBehind(before.lastSymbol, symbols, symbols.end());
  current = std::move(before.current);
  ofStrategies = std::move(before.ofStrategies);
}

LogicalResult ScheduleBuilder::attempt(function_ref<LogicalResult()> apply) {
  Checkpoint before = getCheckpoint();
  if (succeeded(apply()))
    return success();
  rollback(std::move(before));
  return failure();
}

void ScheduleBuilder::explore(function_ref<void()> look) {
  (void)attempt([&] {
    look();
    return failure();
  });
}

bool ScheduleBuilder::wouldChange(function_ref<void()> look) {
  unsigned before = numApplied;
  explore(look);
  return numApplied != before;
}

ParameterEffects ScheduleBuilder::exploreEffects(function_ref<void()> look) {
  ParameterEffects noted;
  explore([&] {
    current = {};
    look();
    noted = std::move(current);
  });
  return noted;
}

void ScheduleBuilder::noteEffectsOf(Attribute part,
                                    function_ref<void()> apply) {
  ParameterEffects around = std::exchange(current, {});
  apply();
  ofStrategies[part].merge(current);
  current = std::move(around);
}

LogicalResult
ScheduleBuilder::attemptStrategy(Attribute strategy,
                                 function_ref<LogicalResult()> apply) {
  ParameterEffects around = std::exchange(current, {});
  LogicalResult result = attempt(apply);
  if (succeeded(result))
    ofStrategies[strategy].merge(current);
  current = std::move(around);
  return result;
}

const ParameterEffects *ScheduleBuilder::getEffects(Attribute strategy) const {
  auto found = ofStrategies.find(strategy);
  return found == ofStrategies.end() ? nullptr : &found->second;
}

LogicalResult ScheduleBuilder::refuse(const Twine &reason) {
  refusal = reason.str();
  return failure();
}

te::BlockOp ScheduleBuilder::getBlock(StringAttr name) {
  te::BlockOp found;
  kernel.walk([&](te::BlockOp block) {
    if (block.getNameAttr() != name)
      return WalkResult::advance();
    found = block;
    return WalkResult::interrupt();
  });
  return found;
}

SmallVector<te::BlockOp>
ScheduleBuilder::getBlocks(ArrayRef<StringAttr> names) {
  return llvm::map_to_vector(names,
                             [&](StringAttr name) { return getBlock(name); });
}

void ScheduleBuilder::notifyOperationErased(Operation *op) {
  handles.erase(op);
}

Value ScheduleBuilder::getHandle(te::BlockOp block) {
  Value &handle = handles[block];
  if (!handle)
    handle = GetBlockOp::create(script, block.getLoc(), root.getType(),
                                block.getName(), root);
  return handle;
}

Value ScheduleBuilder::getHandle(Loop loop) {
  if (Value handle = handles.lookup(loop))
    return handle;
  te::BlockOp block;
  loop.walk([&](te::BlockOp inside) { block = inside; });
  SmallVector<Loop> loops = getLoops(block);
  SmallVector<Type> types(loops.size(),
                          transform::AnyOpType::get(script.getContext()));
  auto query =
      GetLoopsOp::create(script, loop.getLoc(), types, getHandle(block));
  setHandles(query.getLoops(), loops);
  return handles.lookup(loop);
}

SmallVector<Value> ScheduleBuilder::getHandles(ArrayRef<Loop> loops) {
  return llvm::map_to_vector(loops, [&](Loop loop) { return getHandle(loop); });
}

void ScheduleBuilder::setHandles(ValueRange values, ArrayRef<Loop> loops) {
  for (auto [handle, loop] : llvm::zip_equal(values, loops))
    handles[loop] = handle;
}

/// Runs `sequence` on `kernel`. The first error of the run is its refusal.
static DiagnosedSilenceableFailure
runOnKernel(func::FuncOp kernel, transform::NamedSequenceOp sequence,
            Decisions *choices) {
  FirstError error(kernel.getContext());
  if (succeeded(
          runScript(kernel, sequence, {}, /*decisions=*/nullptr, choices)) &&
      succeeded(verify(kernel)))
    return DiagnosedSilenceableFailure::success();
  return emitSilenceableFailure(kernel.getLoc())
         << error.getText("the script fails without a reason");
}

/// Moves the symbols beside `sequence` from `library` to `module`, with names
/// that are new there.
static void moveOtherSymbols(ModuleOp library, Operation *sequence,
                             ModuleOp module) {
  SymbolTable names(library), taken(module);
  for (Operation &symbol : llvm::make_early_inc_range(*library.getBody())) {
    if (&symbol == sequence)
      continue;
    if (taken.lookup(SymbolTable::getSymbolName(&symbol)))
      (void)names.renameToUnique(&symbol, {&taken});
    symbol.moveBefore(module.getBody(), module.getBody()->end());
  }
}

LogicalResult ScheduleBuilder::runSteps(te::BlockOp block,
                                        OwningOpRef<ModuleOp> library,
                                        StringRef name, Decisions *choices) {
  auto sequence = library->lookupSymbol<transform::NamedSequenceOp>(name);
  Block &body = sequence.getBody().front();
  BlockArgument argument = body.getArgument(0);
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto query = GetBlockOp::create(builder, block.getLoc(), argument.getType(),
                                  block.getName(), argument);
  argument.replaceAllUsesExcept(query.getBlock(), query);
  Value handle = getHandle(block);
  if (!applied([&] { return runOnKernel(kernel, sequence, choices); }))
    return failure();
  handles.clear(); // the steps changed what they stand for
  query.getBlock().replaceAllUsesWith(handle);
  query.erase();
  moveOtherSymbols(*library, sequence, getModule());
  script.getInsertionBlock()->getOperations().splice(
      script.getInsertionPoint(), body.getOperations(), body.begin(),
      std::prev(body.end()));
  return success();
}

} // namespace tvm::schedule
