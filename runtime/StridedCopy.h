// Packs tensors with gaps.
#ifndef RUNTIME_STRIDEDCOPY_H
#define RUNTIME_STRIDEDCOPY_H

#include <cstdint>

namespace tvm::runtime {

/// Tensors have no more dims than this (numpy's limit).
constexpr int32_t maxRank = 64;

/// Whether elements lie in row-major order without gaps. `strides` count
/// elements; null means just that.
bool isCompact(const int64_t *dims, const int64_t *strides, int32_t rank);

/// Writes the strides of a compact tensor.
void compactStrides(const int64_t *dims, int32_t rank, int64_t *strides);

/// Copies a tensor of at most maxRank dims, not negative, to compact memory.
void copyToCompact(const void *source, const int64_t *dims,
                   const int64_t *strides, int32_t rank, int64_t elementSize,
                   void *target);

} // namespace tvm::runtime

#endif // RUNTIME_STRIDEDCOPY_H
