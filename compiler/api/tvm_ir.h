/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of libtvm_mlir_compiler.so besides MLIR's C interface
 * (mlir-c/IR.h, Pass.h, Rewrite.h), which it also exports: access to this
 * project's IR. */
#ifndef TVM_IR_H
#define TVM_IR_H

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_IR_API __attribute__((visibility("default")))

/* Adds the dialects of the compiler's levels to `registry`, and registers the
 * passes and pipelines that pipelines' texts may name. */
TVM_IR_API void tvm_register_all(MlirDialectRegistry registry);

/* Whether errors have a note that shows their operation; by default they do. */
TVM_IR_API void tvm_context_print_op_on_diagnostic(MlirContext context,
                                                   bool enable);

/* The text of `diagnostic` as tvm_diagnostic_handler gets it: with its place in
 * front, notes on lines of their own. */
TVM_IR_API void tvm_diagnostic_print(MlirDiagnostic diagnostic,
                                     MlirStringCallback callback, void *user);

/* Whether `op`, or something in it, has an operand that was dropped. */
TVM_IR_API bool tvm_operation_has_null_operands(MlirOperation op);

/* Whether something in `op` has an operand that was dropped, or that an
 * operation without a block computes. */
TVM_IR_API bool tvm_operation_has_unlinked_operands(MlirOperation op);

/* Whether something outside of `op` uses a value that `op` or something in it
 * defines. */
TVM_IR_API bool tvm_operation_has_uses_outside(MlirOperation op);

/* Makes operands outside of `op` that use its values, or values of something in
 * it, null, which no verifier takes. */
TVM_IR_API void tvm_operation_drop_uses_outside(MlirOperation op);

/* Erases `op`, or frees it if it has no parent. Drops all uses of its values.
 */
TVM_IR_API void tvm_operation_destroy(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif /* TVM_IR_H */
