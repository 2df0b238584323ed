// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/OpenScripts/OpenSteps.h"

#include "dialects/Schedule/ScheduleSampling.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace tvm::schedule {

using transform::tune::AlternativesOp;
using transform::tune::KnobOp;

/// The attribute of `schedule.sample_*` with what was drawn.
static constexpr StringLiteral kDecision = "decision";

static bool isSampling(Operation *op) {
  return isa<SamplePerfectTileOp, SampleCategoricalOp, SampleComputeLocationOp>(
      op);
}

bool isChoosing(Operation *op) {
  return isa<KnobOp, AlternativesOp>(op) || isSampling(op);
}

bool isOpen(Operation *op) {
  if (auto knob = dyn_cast<KnobOp>(op))
    return !knob.getSelectedAttr();
  if (auto alternatives = dyn_cast<AlternativesOp>(op))
    return !alternatives.getSelectedRegionAttrAttr() &&
           !alternatives.getSelectedRegionParam();
  return isSampling(op) && !op->hasAttr(kDecision);
}

SmallVector<Operation *> findOpenSteps(ModuleOp script) {
  SmallVector<Operation *> steps;
  script.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isOpen(op))
      steps.push_back(op);
  });
  return steps;
}

bool isLeftOut(Operation *step) {
  for (Region *region = step->getParentRegion(); region;
       region = region->getParentRegion()) {
    auto alternatives = dyn_cast<AlternativesOp>(region->getParentOp());
    if (!alternatives)
      continue;
    IntegerAttr chosen = alternatives.getSelectedRegionAttrAttr();
    if (chosen && chosen.getValue() != region->getRegionNumber())
      return true;
  }
  return false;
}

void choose(Operation *step, ArrayRef<int64_t> choice) {
  if (choice.empty())
    return;
  Builder builder(step->getContext());
  if (auto knob = dyn_cast<KnobOp>(step))
    knob.setSelectedAttr(cast<ArrayAttr>(knob.getOptions())[choice.front()]);
  else if (auto alternatives = dyn_cast<AlternativesOp>(step))
    alternatives.setSelectedRegionAttrAttr(
        builder.getI64IntegerAttr(choice.front()));
  else if (isa<SamplePerfectTileOp>(step))
    step->setAttr(kDecision, builder.getDenseI64ArrayAttr(choice));
  else
    step->setAttr(kDecision, builder.getI64IntegerAttr(choice.front()));
}

void reopen(Operation *step) {
  if (auto knob = dyn_cast<KnobOp>(step))
    knob.removeSelectedAttr();
  else if (auto alternatives = dyn_cast<AlternativesOp>(step))
    alternatives.removeSelectedRegionAttrAttr();
  else
    step->removeAttr(kDecision);
}

} // namespace tvm::schedule
