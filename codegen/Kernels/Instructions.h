// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_INSTRUCTIONS_H
#define TVM_CODEGEN_KERNELS_INSTRUCTIONS_H

#include "codegen/Target.h"

namespace tvm::codegen {

/// The features that `target` lacks for LLVM's intrinsic `name`, such as
/// `llvm.x86.avx512.vpdpbusd.256`, as part of a sentence: "feature 'avx512bw'",
/// "features 'avx512vl' and 'avx512vnni', or feature 'avxvnni'", "a CPU of
/// aarch64". Empty if nothing is missing, or the intrinsic is unknown. LLVM
/// itself has no such query and may crash.
std::string findMissingFeatures(const Target &target, llvm::StringRef name);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_INSTRUCTIONS_H
