// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_COMPILER_PIPELINES_TEXTFORM_H
#define TVM_COMPILER_PIPELINES_TEXTFORM_H

#include "mlir/IR/BuiltinOps.h"

namespace tvm::compiler {

/// Gives `module` the form in which it is read from its own text, so that the
/// passes after a dump do the same with the module and with the dump. Variables
/// of loops get the locations of the loops. Affine expressions are nested as
/// the parser nests them: the text of a + (b + c) has no parentheses.
void takeTextForm(mlir::ModuleOp module);

} // namespace tvm::compiler

#endif // TVM_COMPILER_PIPELINES_TEXTFORM_H
