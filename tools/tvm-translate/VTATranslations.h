// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TVMTRANSLATE_VTATRANSLATIONS_H
#define TVM_TOOLS_TVMTRANSLATE_VTATRANSLATIONS_H

/// Assembler and disassembler of VTA programs.
void registerVTATranslations();

#endif // TVM_TOOLS_TVMTRANSLATE_VTATRANSLATIONS_H
