// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEATTRIBUTES_H
#define TVM_DIALECTS_TE_TEATTRIBUTES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributes.h"

#define GET_ATTRDEF_CLASSES
#include "dialects/TE/TEAttributes.h.inc"

#endif // TVM_DIALECTS_TE_TEATTRIBUTES_H
