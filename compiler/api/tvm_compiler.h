/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C interface of the tvm-mlir compiler. */
#ifndef TVM_COMPILER_H
#define TVM_COMPILER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_COMPILER_API __attribute__((visibility("default")))

/* Kinds of messages that a tvm_diagnostic_handler gets. */
enum {
  TVM_SEVERITY_ERROR = 0,
  TVM_SEVERITY_WARNING = 1,
  TVM_SEVERITY_REMARK = 2,
  TVM_SEVERITY_PROGRESS = 3
};

/* Gets one message: text without prefix and final newline, valid during the
 * call. Called on one thread at a time. */
typedef void (*tvm_diagnostic_handler)(void *user, int severity,
                                       const char *text);

/* Compiles a model to the artefact `output_path`, which is written whole or
 * not at all.
 *
 * `model`: `size` bytes of an ONNX model, or NULL to read `model_path`.
 *   Where `model_path` is "*.mlir" it is a module as --dump-ir writes them.
 * `model_path`: the file that the bytes come from, for messages and external
 *   data (refused where it is NULL).
 * `options`: of `tvmc compile`, separated by spaces; "\ " is a space in one.
 *   May be NULL.
 * `handler` may be NULL; `user` is handed to it.
 *
 * Returns 0 for success, 1 for an error in the model or the files, 2 for a
 * wrong use (options, missing arguments). May be called on several threads. */
TVM_COMPILER_API int tvm_compile(const void *model, size_t size,
                                 const char *model_path,
                                 const char *output_path, const char *options,
                                 tvm_diagnostic_handler handler, void *user);

/* Gets a text of `size` bytes, valid during the call. */
typedef void (*tvm_text_handler)(void *user, const char *text, size_t size);

/* Runs passes on a module, and returns the result.
 *
 * `module`: `size` bytes of MLIR; `name`: its name in messages.
 * `pipeline`: in the form of `tvm-opt --pass-pipeline=`.
 * `result` gets the module's text, if all goes well; `handler` may be NULL;
 * `user` is handed to both.
 *
 * Returns 0 for success, 1 for an error in the module, 2 for a wrong use
 * (pipeline, missing arguments). May be called on several threads. */
TVM_COMPILER_API int tvm_run_passes(const char *module, size_t size,
                                    const char *name, const char *pipeline,
                                    tvm_text_handler result,
                                    tvm_diagnostic_handler handler, void *user);

/* Version of the library: "0.1.0". */
TVM_COMPILER_API const char *tvm_compiler_version(void);

#ifdef __cplusplus
}
#endif

#endif /* TVM_COMPILER_H */
