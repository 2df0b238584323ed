// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_ANALYSIS_INDEXSET_H
#define TVM_TRANSFORMS_VTA_ANALYSIS_INDEXSET_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace tvm::vta {

/// The numbers `base + stride[0] * i[0] + ...` for `0 <= i[k] < count[k]`. It
/// is empty if a count is 0. Strides are 0 or more.
class IndexSet {
public:
  struct Dim {
    int64_t stride, count;
  };

  IndexSet(int64_t base, llvm::ArrayRef<Dim> dims);
  /// The indices from `first` to `last`, both included.
  static IndexSet interval(int64_t first, int64_t last);

  bool isEmpty() const { return empty; }
  int64_t first() const { return base; }
  int64_t last() const { return end; }
  /// Whether the set contains all numbers from the first to the last.
  bool isInterval() const;

  /// A number in both sets, found by integer programming if necessary.
  std::optional<int64_t> findCommon(const IndexSet &other) const;

  /// Calls `visit(first, last)` for intervals whose union is the set.
  void forEachInterval(llvm::function_ref<void(int64_t, int64_t)> visit) const;

private:
  int64_t base, end;
  bool empty = false;
  /// Dimensions with an effect, largest stride first. Adjacent ones that form
  /// one progression are merged.
  llvm::SmallVector<Dim, 3> dims;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_INDEXSET_H
