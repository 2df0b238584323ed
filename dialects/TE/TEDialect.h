// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEDIALECT_H
#define TVM_DIALECTS_TE_TEDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/TE/TEDialect.h.inc"

#endif // TVM_DIALECTS_TE_TEDIALECT_H
