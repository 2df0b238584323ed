// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAOPS_TD
#define TVM_DIALECTS_VTA_VTAOPS_TD

include "dialects/VTA/VTAProgram.td"
include "dialects/VTA/VTATokens.td"
include "dialects/VTA/VTARanges.td"
include "dialects/VTA/VTAInstructions.td"
include "dialects/VTA/VTATiles.td"

#endif
