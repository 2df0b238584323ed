// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_KERNELSHARES_H
#define TVM_TOOLS_TUNE_KERNELSHARES_H

#include "tools/tune/ConfiguredModel.h"

namespace tvm::tvmc {

/// The shares of the model's time that its kernels take, with the default
/// strategies, from a profile of the model. Where it does not run, those of the
/// cycles that the compiler estimates, for kernels that can be tuned.
llvm::Expected<KernelShares> findShares(ConfiguredModel &model,
                                        const ChildRunner &runner,
                                        const MeasureOptions &options);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_KERNELSHARES_H
