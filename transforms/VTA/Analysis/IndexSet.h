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
  /// Whether all numbers from first to last are in it.
  bool isInterval() const;

  /// A number that both sets have, by integer programming where it needs that.
  std::optional<int64_t> findCommon(const IndexSet &other) const;

  /// Calls `visit(first, last)` for intervals whose union the set is.
  void forEachInterval(llvm::function_ref<void(int64_t, int64_t)> visit) const;

private:
  int64_t base, end;
  bool empty = false;
  /// Without what has no effect, largest stride first; neighbours that make
  /// one progression are one.
  llvm::SmallVector<Dim, 3> dims;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_ANALYSIS_INDEXSET_H
