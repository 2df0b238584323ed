#include "transforms/Schedule/Scripts.h"

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"

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
  // With what it includes.
  for (auto sequence :
       llvm::make_early_inc_range(module.getOps<NamedSequenceOp>()))
    sequence.erase();
  module->removeAttr(TransformDialect::kWithNamedSequenceAttrName);
}

LogicalResult runScript(Operation *payload, NamedSequenceOp script,
                        const ScriptOptions &options, Decisions *decisions) {
  transform::TransformOptions checks;
  checks.enableExpensiveChecks(options.checkHandles);
  return transform::applyTransforms(
      payload, script, /*extraMapping=*/{}, checks,
      /*enforceToplevelTransformOp=*/false,
      [&](transform::TransformState &state) {
        state.addExtension<Sampler>(options.seed);
      },
      [&](transform::TransformState &state) {
        if (decisions)
          *decisions = Sampler::get(state).decisions;
        return success();
      });
}

} // namespace tvm::schedule
