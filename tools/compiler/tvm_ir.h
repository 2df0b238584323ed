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

#ifdef __cplusplus
}
#endif

#endif /* TVM_IR_H */
