// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_ANALYSIS_NEIGHBOURS_H
#define TVM_TRANSFORMS_SCHEDULE_ANALYSIS_NEIGHBOURS_H

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// Other blocks of the function that write a buffer that `block` reads and may
/// run before it, in program order.
llvm::SmallVector<te::BlockOp> getProducers(te::BlockOp block);

/// Other blocks of the function that read a buffer that `block` writes and may
/// run after it, in program order.
llvm::SmallVector<te::BlockOp> getConsumers(te::BlockOp block);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_ANALYSIS_NEIGHBOURS_H
