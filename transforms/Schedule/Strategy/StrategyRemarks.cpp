// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/StrategyRemarks.h"

#include "mlir/IR/Remarks.h"

#include <cmath>

using namespace mlir;

namespace tvm::schedule {

static void emitRemark(func::FuncOp kernel, StringRef name, te::BlockOp block,
                       Strategy strategy, const MachineModel &machine) {
  auto options = remark::RemarkOpts::name(strategy.getRuleName())
                     .category(kStrategyRemarkCategory)
                     .function(kernel.getName());
  Location place = block ? block.getLoc() : kernel.getLoc();
  remark::detail::InFlightRemark remark = remark::passed(place, options);
  if (!remark)
    return; // remarks are disabled
  remark << remark::detail::Remark::Arg(kBlockArgument, name);
  const ScheduleRule *rule = findScheduleRule(strategy.getRuleName());
  if (!block || (rule && rule->isOnlyMeasured()))
    return;
  double cycles = estimateStrategy(BlockAccesses(block), strategy, machine);
  remark << remark::detail::Remark::Arg(kCyclesArgument, std::llround(cycles));
}

void emitStrategyRemarks(func::FuncOp kernel, BlocksAttr strategies,
                         const MachineModel &machine) {
  SmallVector<te::BlockOp> blocks;
  kernel.walk([&](te::BlockOp block) { blocks.push_back(block); });
  llvm::DenseSet<Attribute> found;
  for (te::BlockOp block : blocks) {
    auto strategy = dyn_cast_or_null<Strategy>(
        strategies.getStrategies().get(block.getNameAttr()));
    if (!strategy)
      continue;
    found.insert(block.getNameAttr());
    emitRemark(kernel, block.getName(), block, strategy, machine);
  }
  for (NamedAttribute entry : strategies.getStrategies())
    if (!found.contains(entry.getName()))
      emitRemark(kernel, entry.getName(), te::BlockOp(),
                 cast<Strategy>(entry.getValue()), machine);
}

} // namespace tvm::schedule
