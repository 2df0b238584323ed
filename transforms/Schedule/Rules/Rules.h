// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The rules of this project. Rules of equal priority are tried in this order.
std::vector<std::unique_ptr<ScheduleRule>> createRules();

// The rules of each room.
using RuleList = std::vector<std::unique_ptr<ScheduleRule>>;
void addWinogradRules(RuleList &rules);
void addAttentionRule(RuleList &rules);
void addDepthwiseRule(RuleList &rules);
void addTransposeRules(RuleList &rules);
void addRegisterTileRules(RuleList &rules);
void addColumnRules(RuleList &rules);
void addRowsRule(RuleList &rules);
void addElementwiseRules(RuleList &rules);

/// Priorities of rules, see README.md.
struct Priority {
  static constexpr int kWinograd = 400, kAttention = 310, kDepthwise = 300,
                       kBlock = 200, kRows = 100, kPaddedTranspose = 0,
                       kColumns = -10, kElementwise = -20;
};

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_RULES_H
