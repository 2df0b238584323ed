// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAATTRIBUTES_H
#define TVM_DIALECTS_VTA_VTAATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "runtime/vta/isa/Configuration.h"

#include "dialects/VTA/VTAEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/VTA/VTAAttributes.h.inc"

namespace tvm::vta {

/// Parses `@NAME[FIRST to LAST, ...]`, the form in operations.
mlir::ParseResult parseRange(mlir::AsmParser &parser, RangeAttr &range);
void printRange(mlir::AsmPrinter &printer, mlir::Operation *, RangeAttr range);

} // namespace tvm::vta

#endif // TVM_DIALECTS_VTA_VTAATTRIBUTES_H
