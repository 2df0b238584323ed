// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Analysis/ElementSize.h"

#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::schedule {

int64_t getElementBits(MemRefType type) {
  Type element = type.getElementType();
  // A descriptor has two pointers, an offset, and a size and a stride per
  // dimension. An unranked one has the rank and a pointer.
  if (auto ranked = dyn_cast<MemRefType>(element))
    return 64 * (3 + 2 * ranked.getRank());
  if (isa<UnrankedMemRefType>(element))
    return 128;
  return static_cast<int64_t>(
      DataLayout().getTypeSizeInBits(element).getKnownMinValue());
}

int64_t getElementBytes(MemRefType type) {
  return llvm::divideCeil(getElementBits(type), 8);
}

} // namespace tvm::schedule
