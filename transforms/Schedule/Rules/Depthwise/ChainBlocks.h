// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_CHAINBLOCKS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_CHAINBLOCKS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// A convolution per channel, an element-wise block of its result, and a
/// convolution of single points of that; axes [..., rows, points, channels].
struct DepthwiseChain {
  te::BlockOp depthwise, between, pointwise;
};

/// The chain that ends in `pointwise`, as the roles of this block and of the
/// depthwise convolution say. Nothing where they do not fit; `refuse` has then
/// got the reason.
std::optional<DepthwiseChain> readChain(te::BlockOp pointwise,
                                        RoleRefusal refuse);

/// Gives roles to the chains that end in a block of `list`, none of which has a
/// role.
void assignChainRoles(llvm::ArrayRef<te::BlockOp> list);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_CHAINBLOCKS_H
