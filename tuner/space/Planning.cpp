// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/space/Planning.h"

#include "dialects/Schedule/ScheduleDialect.h"
#include "transforms/Schedule/Scripts.h"
#include "transforms/Schedule/Strategy/Roles.h"
#include "transforms/Schedule/Support/FirstError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;

namespace tvm::tuner {

KernelCopy::KernelCopy(func::FuncOp kernel)
    : module(ModuleOp::create(kernel.getLoc())) {
  func::FuncOp copy = kernel.clone();
  module->push_back(copy);
  copy->removeAttr(schedule::kStrategyAttrName);
  schedule::prepareKernel(copy);
  transform::NamedSequenceOp script = schedule::createScript(*module);
  schedule = std::make_unique<schedule::ScheduleBuilder>(copy, script,
                                                         /*isOneOfMany=*/false);
}

/// The reason of a refusal that reports none.
static constexpr StringRef kNoSchedule = "the kernel has no schedule";

/// Whether a strategy or a part of it is a plug-in's.
static bool isForeign(Attribute strategy) {
  auto result = strategy.walk([](Attribute part) {
    return isa<schedule::CustomAttr>(part) ||
                   (isa<Strategy>(part) &&
                    part.getDialect().getNamespace() !=
                        schedule::ScheduleDialect::getDialectNamespace())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// The digest of a scheduled kernel. Strategies of plug-ins belong to it: the
/// script may do more for them than `kernel` shows.
static std::string getDigest(func::FuncOp kernel, BlocksAttr strategies) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, OpPrintingFlags().useLocalScope());
  for (NamedAttribute entry : strategies.getStrategies())
    if (isForeign(entry.getValue()))
      os << entry.getValue();
  return llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(text)));
}

llvm::Expected<KernelPlan> planKernel(func::FuncOp kernel,
                                      const schedule::GivenStrategies &given,
                                      const MachineModel &machine) {
  KernelCopy copy(kernel);
  schedule::FirstError refusal(kernel.getContext());
  auto strategies =
      schedule::scheduleKernel(copy.getSchedule(), given, machine);
  if (failed(strategies))
    return refusal.take(kNoSchedule);
  return KernelPlan{*strategies, getDigest(copy.getKernel(), *strategies)};
}

llvm::Expected<KernelPlan> completeStrategies(func::FuncOp kernel,
                                              BlocksAttr some,
                                              const MachineModel &machine) {
  schedule::GivenStrategies given;
  given.skipsIdle = true; // parameters of blocks are independent
  for (NamedAttribute entry : some.getStrategies())
    given.ofBlocks[entry.getName()] = cast<Strategy>(entry.getValue());
  return planKernel(kernel, given, machine);
}

llvm::Error checkStrategies(func::FuncOp kernel, BlocksAttr strategies,
                            const MachineModel &machine) {
  KernelCopy copy(kernel);
  schedule::FirstError refusal(kernel.getContext());
  copy.getKernel()->setAttr(schedule::kStrategyAttrName, strategies);
  auto given = schedule::getGivenStrategies(copy.getKernel());
  if (failed(given) ||
      failed(schedule::scheduleKernel(copy.getSchedule(), *given, machine)))
    return refusal.take(kNoSchedule);
  return llvm::Error::success();
}

} // namespace tvm::tuner
