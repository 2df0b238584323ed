// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/schedules/FusionDecisions.h"

#include "compiler/schedules/OperatorKeys.h"
#include "dialects/Graph/GraphDecisions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace tvm::compiler {

using Decisions = llvm::MapVector<Attribute, Attribute>;

static bool isDecision(Attribute attribute) {
  return graph::getJoined(attribute) || graph::getSeparate(attribute);
}

static FailureOr<Decisions> readFusions(ModuleOp model) {
  Decisions decisions;
  Attribute found = model->getAttr(kFusionsAttrName);
  if (!found)
    return decisions;
  auto entries = dyn_cast<ArrayAttr>(found);
  if (!entries)
    return model.emitError("expected '")
           << kFusionsAttrName << "' to be a list, got " << found;
  for (Attribute each : entries) {
    auto entry = dyn_cast<ArrayAttr>(each);
    if (!entry || entry.size() != 2 || !isOperatorKey(entry[0]) ||
        !isDecision(entry[1]))
      return model.emitError("expected an entry of '")
             << kFusionsAttrName
             << "' to be [[node, operator, type], decision], got " << each;
    decisions[entry[0]] = entry[1];
  }
  return decisions;
}

LogicalResult recordFusions(ModuleOp model, const Decisions &decisions) {
  if (decisions.empty())
    return success();
  auto all = readFusions(model);
  if (failed(all))
    return failure();
  for (auto [key, decision] : decisions)
    (*all)[key] = decision;
  Builder builder(model.getContext());
  SmallVector<Attribute> entries;
  for (auto [key, decision] : *all)
    entries.push_back(builder.getArrayAttr({key, decision}));
  model->setAttr(kFusionsAttrName, builder.getArrayAttr(entries));
  return success();
}

SmallVector<Attribute> getRecordedFusions(ModuleOp model) {
  SmallVector<Attribute> keys;
  // A record of another form is an error of the pass that reads it.
  if (auto entries = model->getAttrOfType<ArrayAttr>(kFusionsAttrName))
    for (Attribute each : entries)
      if (auto entry = dyn_cast<ArrayAttr>(each); entry && !entry.empty())
        keys.push_back(entry[0]);
  return keys;
}

/// The decision of all `keys`; null where they differ.
static Attribute findDecision(ArrayRef<Attribute> keys,
                              const Decisions &decisions) {
  Attribute found = keys.empty() ? Attribute() : decisions.lookup(keys.front());
  bool areEqual = llvm::all_of(
      keys, [&](Attribute key) { return decisions.lookup(key) == found; });
  return areEqual ? found : Attribute();
}

namespace {
struct GiveFusionPass : PassWrapper<GiveFusionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GiveFusionPass)

  StringRef getName() const override { return "GiveFusionPass"; }
  StringRef getArgument() const override { return "tvm-give-fusion"; }

  void runOnOperation() override {
    ModuleOp model = getOperation();
    auto decisions = readFusions(model);
    if (failed(decisions))
      return signalPassFailure();
    OperatorKeys keys;
    for (auto [key, decision] : *decisions)
      keys.add(key);
    for (auto function : model.getOps<func::FuncOp>())
      function.walk([&](Operation *op) {
        if (!getOperatorKey(op) || op->hasAttr(graph::kFusionAttrName))
          return;
        if (Attribute decision = findDecision(keys.find(op), *decisions))
          op->setAttr(graph::kFusionAttrName, decision);
      });
    model->removeAttr(kFusionsAttrName);
  }
};
} // namespace

std::unique_ptr<Pass> createGiveFusionPass() {
  return std::make_unique<GiveFusionPass>();
}

} // namespace tvm::compiler
