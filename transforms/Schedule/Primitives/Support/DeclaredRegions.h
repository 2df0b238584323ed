#ifndef TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H
#define TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H

// The `reads` and `writes` of blocks whose subscripts change: as in setCapture,
// those of capture `index` become `map` of what they are (the first dims) and
// of values (the others).

#include "dialects/TE/TEOps.h"

namespace tvm::schedule {

/// Whether boxes stay boxes: what more than one element lies along is shifted
/// at most.
bool canMapRegions(te::BlockOp block, unsigned index, mlir::AffineMap map);

/// The values are the captures `values`. Asks for canMapRegions.
void mapRegions(te::BlockOp block, unsigned index, mlir::AffineMap map,
                llvm::ArrayRef<unsigned> values);

} // namespace tvm::schedule

#endif // TVM_TRANSFORMS_SCHEDULE_PRIMITIVES_SUPPORT_DECLAREDREGIONS_H
