// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H

// Updates of the `reads` and `writes` of blocks whose subscripts change: as in
// setCapture, the subscripts of capture `index` become `map` of the old ones
// (the first dims) and of values (the others).

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// Whether boxes stay boxes: dimensions with more than one element are shifted
/// at most.
bool canMapRegions(te::BlockOp block, unsigned index, mlir::AffineMap map);

/// Updates the regions. The values are the captures `values`; canMapRegions
/// holds.
void mapRegions(te::BlockOp block, unsigned index, mlir::AffineMap map,
                llvm::ArrayRef<unsigned> values);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H
