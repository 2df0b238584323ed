/* What libtvm_compiler.so has beside MLIR's C interface (mlir-c/IR.h, Pass.h,
 * Rewrite.h), which it exports: this project's IR in it. */
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

/* The text of `diagnostic` as tvm_diagnostic_handler gets it: with its place in
 * front, notes on lines of their own. */
TVM_IR_API void tvm_diagnostic_print(MlirDiagnostic diagnostic,
                                     MlirStringCallback callback, void *user);

/* Whether something outside of `op` uses a value that `op` or something in it
 * defines. */
TVM_IR_API bool tvm_operation_has_uses_outside(MlirOperation op);

/* Erases `op`, or frees it where it has no parent. Operands outside of it that
 * use its values are null afterwards, which no verifier takes. */
TVM_IR_API void tvm_operation_destroy(MlirOperation op);

#ifdef __cplusplus
}
#endif

#endif /* TVM_IR_H */
