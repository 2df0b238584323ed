#ifndef TVM_TRANSFORMS_SCHEDULE_SUPPORT_DOTPRODUCT_H
#define TVM_TRANSFORMS_SCHEDULE_SUPPORT_DOTPRODUCT_H

namespace tvm::schedule {

/// x86's instructions that multiply bytes and add the products to lanes of i32:
/// `vpmaddwd`, after the bytes are extended (AVX2, AVX-512 BW), or `vpdpbusd`
/// (AVX-VNNI, AVX-512 VNNI), which multiplies twice as many.
enum class DotProduct { None, MultiplyAdd, VNNI };

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_SUPPORT_DOTPRODUCT_H
