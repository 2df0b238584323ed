// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_KERNELS_MASKEDLOADS_H
#define TVM_CODEGEN_KERNELS_MASKEDLOADS_H

namespace tvm::codegen {

/// Keeps LLVM, from the next call on, from folding masked loads of AVX-512 into
/// masked instructions with the same mask. LLVM 22 does that to permutations as
/// well, whose lanes then come from elements under the mask, and which access
/// all of the memory: the program crashes at the end of a page, or computes
/// something else. LLVM 23 has the fix.
void keepMaskedLoads();

} // namespace tvm::codegen

#endif // TVM_CODEGEN_KERNELS_MASKEDLOADS_H
