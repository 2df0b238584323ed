// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_API_OPTIONTEXTS_H
#define TVM_COMPILER_API_OPTIONTEXTS_H

#include "compiler/Options.h"

namespace tvm::compiler {

/// Parses options of `tvmc compile` that are separated by spaces; "\ " is a
/// space in one. Fails if one is unknown or wrong.
llvm::Error parseOptionTexts(llvm::StringRef text, Options &options);

} // namespace tvm::compiler

#endif // TVM_COMPILER_API_OPTIONTEXTS_H
