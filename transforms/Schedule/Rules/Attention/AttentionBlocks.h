// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_RULES_ATTENTIONBLOCKS_H
#define TVM_TRANSFORMS_SCHEDULE_RULES_ATTENTIONBLOCKS_H

#include "transforms/Schedule/Strategy/ScheduleRule.h"

namespace tvm::schedule {

/// The blocks of softmax(f(x y)) z, row by row, in a list of nests.
struct Attention {
  llvm::SmallVector<te::BlockOp> copies;  // of operands, element by element
  te::BlockOp scores;                     // x y
  llvm::SmallVector<te::BlockOp> rows;    // from the maximum of a row on
  te::BlockOp product;                    // with z
  llvm::SmallVector<te::BlockOp> results; // the product in another shape
  unsigned numBatchAxes; // in front of the rows' axis, of all blocks
};

/// The attention that the roles of the blocks of `list` describe. Nothing where
/// they do not fit; `refuse` has then got the reason.
std::optional<Attention> readAttention(llvm::ArrayRef<te::BlockOp> list,
                                       RoleRefusal refuse);

/// Gives roles to the blocks of `list`, none of which has one, if they compute
/// an attention: two products, and between them a reduction of what the first
/// one computes, or of an element-wise function of that, and further steps.
void assignAttentionRoles(llvm::ArrayRef<te::BlockOp> list);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_RULES_ATTENTIONBLOCKS_H
