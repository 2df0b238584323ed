// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Strategy/Roles.h"

#include "dialects/TE/TEBlocks.h"
#include "mlir/IR/Remarks.h"
#include "transforms/Schedule/Strategy/NestLists.h"
#include "transforms/Schedule/Strategy/ScheduleRule.h"
#include "transforms/Schedule/Strategy/StrategyRemarks.h"

using namespace mlir;

namespace tvm::schedule {

static bool hasRole(te::BlockOp block) { return !!block.getRoleAttr(); }

void prepareKernel(func::FuncOp kernel) {
  te::makeBlockNamesUnique(kernel);
  SmallVector<const ScheduleRule *> rules = getScheduleRules();
  for (const NestList &list : getNestLists(kernel)) {
    SmallVector<te::BlockOp> blocks = list.getBlocks();
    for (const ScheduleRule *rule : rules)
      if (llvm::none_of(blocks, hasRole))
        rule->assignRoles(blocks);
  }
}

void emitRoleRemarks(func::FuncOp kernel) {
  for (const NestList &list : getNestLists(kernel))
    for (const ScheduleRule *rule : getScheduleRules()) {
      auto options = remark::RemarkOpts::name(rule->getName())
                         .category(kStrategyRemarkCategory)
                         .function(kernel.getName());
      rule->checkRoles(
          list.getBlocks(), [&](te::BlockOp block, const Twine &reason) {
            remark::missed(block.getLoc(), options)
                << remark::detail::Remark::Arg(kBlockArgument, block.getName())
                << remark::reason("{0}", reason.str());
          });
    }
}

} // namespace tvm::schedule
