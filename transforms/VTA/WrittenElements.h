// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_WRITTENELEMENTS_H
#define TVM_TRANSFORMS_VTA_WRITTENELEMENTS_H

#include "transforms/VTA/Analysis/Accesses.h"
#include "llvm/ADT/BitVector.h"

namespace tvm::vta {

/// The set of elements that have been written.
class WrittenElements {
public:
  explicit WrittenElements(const AccessCollector &collector)
      : collector(collector) {}

  /// Adds an access, which is within its memory.
  void write(const Access &access);
  /// The first and the last of consecutive elements that have not been written.
  using Range = std::pair<int64_t, int64_t>;
  std::optional<Range> findUnwritten(const Access &access) const;

private:
  const AccessCollector &collector;
  llvm::DenseMap<mlir::Attribute, llvm::BitVector> written;
};

} // namespace tvm::vta

#endif // TVM_TRANSFORMS_VTA_WRITTENELEMENTS_H
