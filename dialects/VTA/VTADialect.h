// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTADIALECT_H
#define TVM_DIALECTS_VTA_VTADIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/VTA/VTADialect.h.inc"

#endif // TVM_DIALECTS_VTA_VTADIALECT_H
