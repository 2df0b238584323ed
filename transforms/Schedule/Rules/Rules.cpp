// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Rules/Rules.h"

namespace tvm::schedule {

RuleList createRules() {
  RuleList rules;
  addWinogradRules(rules);
  addAttentionRule(rules);
  addDepthwiseRule(rules);
  addTransposeRules(rules);
  addRegisterTileRules(rules);
  addColumnRules(rules);
  addRowsRule(rules);
  addElementwiseRules(rules);
  return rules;
}

} // namespace tvm::schedule
