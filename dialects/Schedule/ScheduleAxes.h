// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULEAXES_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULEAXES_H

#include "mlir/Support/LLVM.h"

#include <optional>

namespace tvm::schedule {

/// The axes of a GPU to which loops are bound, called "blockIdx.x" …
/// "threadIdx.z".
enum class GPUAxis { BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ };

inline constexpr GPUAxis kBlockAxes[] = {GPUAxis::BlockX, GPUAxis::BlockY,
                                         GPUAxis::BlockZ};
inline constexpr GPUAxis kThreadAxes[] = {GPUAxis::ThreadX, GPUAxis::ThreadY,
                                          GPUAxis::ThreadZ};

/// Whether `axis` numbers the threads of a block, not the blocks of a grid.
inline bool isThreadAxis(GPUAxis axis) { return axis >= GPUAxis::ThreadX; }

/// The name of `axis`, for example "threadIdx.x".
llvm::StringRef getAxisName(GPUAxis axis);
/// The axis called `name`; nothing if there is none.
std::optional<GPUAxis> getAxisByName(llvm::StringRef name);

} // namespace tvm::schedule

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULEAXES_H
