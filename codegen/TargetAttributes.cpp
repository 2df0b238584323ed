// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/TargetAttributes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "transforms/Target/TargetSpec.h"

using namespace mlir;

namespace tvm::codegen {

static StringRef getAttributeName() {
  return LLVM::LLVMDialect::getTargetAttrName();
}

void setTarget(ModuleOp module, const Target &target) {
  MLIRContext *context = module.getContext();
  context->loadDialect<LLVM::LLVMDialect>();
  LLVM::TargetFeaturesAttr features;
  if (!target.getFeatureString().empty())
    features =
        LLVM::TargetFeaturesAttr::get(context, target.getFeatureString());
  module->setAttr(getAttributeName(),
                  LLVM::TargetAttr::get(
                      context, StringAttr::get(context, target.getTriple()),
                      StringAttr::get(context, target.getCpu()), features));
  target::setProperties(module, target::kCPU,
                        target.getMachine().getEntries(context));
}

void completeTarget(ModuleOp module, const Target &target) {
  SmallVector<NamedAttribute> given =
      target::getOwnProperties(module, target::kCPU);
  setTarget(module, target);
  target::setProperties(module, target::kCPU, given);
}

/// The closest `llvm.target`; null if there is none.
static Attribute findTarget(Operation *op) {
  for (; op; op = op->getParentOp())
    if (Attribute found = op->getAttr(getAttributeName()))
      return found;
  return {};
}

/// The machine that the entries around `module` describe.
static llvm::Expected<target::CPU> readMachine(ModuleOp module) {
  std::string message;
  ScopedDiagnosticHandler handler(module.getContext(),
                                  [&](Diagnostic &diagnostic) {
                                    message = diagnostic.str();
                                    return success();
                                  });
  auto machine = target::CPU::get(module);
  if (failed(machine))
    return llvm::createStringError(message);
  return *machine;
}

llvm::Expected<std::optional<Target>> getTarget(ModuleOp module) {
  Attribute found = findTarget(module);
  if (!found)
    return std::nullopt;
  auto attribute = dyn_cast<LLVM::TargetAttrInterface>(found);
  if (!attribute) {
    std::string text;
    llvm::raw_string_ostream(text) << found;
    return llvm::createStringError("expected '" + getAttributeName() +
                                   "' to be a target, got " + text);
  }
  auto features =
      dyn_cast_or_null<LLVM::TargetFeaturesAttr>(attribute.getFeatures());
  auto target = Target::get(attribute.getTriple().getValue(),
                            attribute.getChip().getValue(),
                            features ? features.getFeaturesString() : "");
  if (!target)
    return target.takeError();
  auto machine = readMachine(module);
  if (!machine)
    return machine.takeError();
  target->setMachine(*machine);
  return std::optional<Target>(std::move(*target));
}

static constexpr StringLiteral kChip = "chip";

llvm::Expected<std::string> getGPU(ModuleOp module) {
  Attribute found = target::findProperty(module, target::kGPU, kChip);
  if (!found)
    return "";
  auto chip = dyn_cast<StringAttr>(found);
  return chip ? parseGPU("cuda,mcpu=" + chip.str())
              : llvm::createStringError(
                    "expected 'chip' of device 'GPU' to be a string");
}

void setGPU(ModuleOp module, StringRef chip) {
  Builder builder(module.getContext());
  target::setProperties(
      module, target::kGPU,
      builder.getNamedAttr(kChip, builder.getStringAttr(chip)));
}

llvm::Error copyTarget(ModuleOp kernel, const Target &target) {
  auto machine = readMachine(kernel);
  if (!machine)
    return machine.takeError();
  Attribute found = findTarget(kernel);
  if (!found) {
    completeTarget(kernel, target);
    return llvm::Error::success();
  }
  kernel->setAttr(getAttributeName(), found);
  target::setProperties(kernel, target::kCPU,
                        machine->getEntries(kernel.getContext()));
  return llvm::Error::success();
}

} // namespace tvm::codegen
