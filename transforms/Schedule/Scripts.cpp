// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Scripts.h"

#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/IR/Utils.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"

using namespace mlir;

namespace tvm::schedule {

using transform::NamedSequenceOp;
using transform::TransformDialect;

NamedSequenceOp findScript(ModuleOp module) {
  return module.lookupSymbol<NamedSequenceOp>(
      TransformDialect::kTransformEntryPointSymbolName);
}

NamedSequenceOp createScript(ModuleOp module) {
  module->setAttr(TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(module.getContext()));
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  Type handle = transform::AnyOpType::get(module.getContext());
  auto script = NamedSequenceOp::create(
      builder, module.getLoc(),
      TransformDialect::kTransformEntryPointSymbolName, handle, TypeRange(),
      [](OpBuilder &body, Location loc, BlockArgument) {
        transform::YieldOp::create(body, loc);
      });
  script.setArgAttr(0, TransformDialect::kArgReadOnlyAttrName,
                    builder.getUnitAttr());
  return script;
}

void removeScript(ModuleOp module) {
  // Sequences that the script includes are erased with it.
  for (auto sequence :
       llvm::make_early_inc_range(module.getOps<NamedSequenceOp>()))
    sequence.erase();
  module->removeAttr(TransformDialect::kWithNamedSequenceAttrName);
  for (auto function : module.getOps<func::FuncOp>())
    function->removeAttr(kStrategyAttrName);
}

static LinkedNames getSymbols(ModuleOp module) {
  LinkedNames names;
  for (auto symbol : module.getOps<SymbolOpInterface>())
    if (!symbol.isDeclaration())
      names.insert(symbol.getName());
  return names;
}

FailureOr<LinkedNames> linkLibrary(ModuleOp module) {
  MLIRContext *context = module.getContext();
  ModuleOp library = transform::detail::getPreloadedTransformModule(context);
  if (!library || library.getBody()->empty() ||
      (!findScript(module) && !findScript(library)))
    return LinkedNames();
  module->setAttr(TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(context));
  LinkedNames before = getSymbols(module), linked;
  if (failed(transform::detail::mergeSymbolsInto(module, library->clone())))
    return failure();
  LinkedNames after = getSymbols(module);
  for (StringRef name : after.keys())
    if (!before.contains(name))
      linked.insert(name);
  return linked;
}

void removeUnusedSymbols(ModuleOp module, const LinkedNames &names) {
  bool hasChanged = true;
  while (std::exchange(hasChanged, false))
    for (auto symbol :
         llvm::make_early_inc_range(module.getOps<SymbolOpInterface>()))
      if (names.contains(symbol.getName()) &&
          symbol.getName() !=
              TransformDialect::kTransformEntryPointSymbolName &&
          symbol.symbolKnownUseEmpty(module)) {
        symbol->erase();
        hasChanged = true;
      }
}

LogicalResult runScript(Operation *payload, NamedSequenceOp script,
                        const ScriptOptions &options, Decisions *decisions,
                        Decisions *choices) {
  transform::TransformOptions checks;
  checks.enableExpensiveChecks(options.checkHandles);
  return transform::applyTransforms(
      payload, script, /*extraMapping=*/{}, checks,
      /*enforceToplevelTransformOp=*/false,
      [&](transform::TransformState &state) {
        state.addExtension<Sampler>(options.seed);
      },
      [&](transform::TransformState &state) {
        const Sampler &sampler = Sampler::get(state);
        if (decisions)
          *decisions = sampler.decisions;
        if (choices)
          *choices = sampler.choices;
        return success();
      });
}

} // namespace tvm::schedule
