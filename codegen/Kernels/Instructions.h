#ifndef TVM_CODEGEN_KERNELS_INSTRUCTIONS_H
#define TVM_CODEGEN_KERNELS_INSTRUCTIONS_H

#include "codegen/Target.h"

namespace tvm::codegen {

/// The features that `target` lacks to run LLVM's intrinsic `name`, such as
/// `llvm.x86.avx512.vpdpbusd.256`, for a sentence: "feature 'avx512bw'",
/// "features 'avx512vl' and 'avx512vnni', or feature 'avxvnni'", "a CPU of
/// aarch64". Empty where it lacks nothing, or where nothing is known of the
/// intrinsic. LLVM itself does not say: it crashes, if it notices.
std::string findMissingFeatures(const Target &target, llvm::StringRef name);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_INSTRUCTIONS_H
