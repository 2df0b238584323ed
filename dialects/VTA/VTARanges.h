// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTARANGES_H
#define TVM_DIALECTS_VTA_VTARANGES_H

#include "dialects/VTA/VTAProgram.h"

#define GET_OP_CLASSES
#include "dialects/VTA/VTARanges.h.inc"

#endif // TVM_DIALECTS_VTA_VTARANGES_H
