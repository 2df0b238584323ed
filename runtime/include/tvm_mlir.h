/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C interface of the tvm-mlir runtime: load an artefact that `tvmc compile`
 * wrote, run it, measure it.
 *
 *   tvm_module *module;
 *   const tvm_function *function;
 *   tvm_context *context;
 *   tvm_module_load("model.so", &module);
 *   tvm_module_get_function(module, "main", &function);
 *   tvm_context_create(function, NULL, &context);
 *   tvm_context_set_input(context, "x", &x);   // a DLTensor
 *   tvm_context_run(context);
 *   tvm_context_get_output(context, "y", &y);  // a view of the result
 *   tvm_context_free(context);
 *   tvm_module_release(module);
 *
 * Errors. A function that can fail returns a tvm_status; if it is not TVM_OK,
 * tvm_last_error() is its text and results are unchanged unless said
 * otherwise. No call aborts or throws because of its input. A handle of NULL
 * gives TVM_INVALID_ARGUMENT, or does nothing in release and free.
 *
 * Threads. A module and its functions are immutable: any number of threads
 * use one at once. A context belongs to one thread at a time.
 *
 * Tensors are DLPack's on the CPU: `data + byte_offset` is the first element,
 * strides count elements, lanes is 1. Sizes are in bytes, times in seconds. */
#ifndef TVM_MLIR_H
#define TVM_MLIR_H

#include <stddef.h>
#include <stdint.h>

#include "dlpack.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TVM_API __attribute__((visibility("default")))

typedef enum {
  TVM_OK = 0,
  /* The caller's mistake: a name, shape, type or state. */
  TVM_INVALID_ARGUMENT = 1,
  /* A file cannot be opened, read or written. */
  TVM_IO_ERROR = 2,
  /* Not an artefact, or truncated, or damaged. */
  TVM_BAD_ARTEFACT = 3,
  /* An artefact of another format version, architecture or CPU, or one that
   * calls functions which the process does not have. */
  TVM_UNSUPPORTED = 4,
  TVM_OUT_OF_MEMORY = 5,
  /* A check in the model (an index out of range, ...), or a function that it
   * calls, failed at run time. */
  TVM_RUN_FAILED = 6
} tvm_status;

/* Text of the last error on this thread: lower case, one line, "" if none.
 * Valid until the next failing call on this thread. */
TVM_API const char *tvm_last_error(void);

/* The version of this header. Programs that were built with an older one work
 * with libraries of the same major version, or, before 1.0.0, of the same minor
 * one: structures grow at their ends, and `struct_size` says which one a
 * program was built with. */
#define TVM_MLIR_VERSION_MAJOR 0
#define TVM_MLIR_VERSION_MINOR 1
#define TVM_MLIR_VERSION_PATCH 0
#define TVM_MLIR_VERSION "0.1.0"

/* TVM_MLIR_VERSION of the library. */
TVM_API const char *tvm_mlir_version(void);

/* Name of a data type as numpy and ml_dtypes call it ("float32", "bool"), or
 * NULL if the runtime does not know it. */
TVM_API const char *tvm_data_type_name(DLDataType type);

/* In all tensors that are passed in and out, an element of less than 8 bits
 * ("int4", "float4_e2m1fn") takes a byte and is its low bits
 * (DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED). */

/*===-- Functions of the host -------------------------------------------===*/

struct tvm_args; /* see tvm_abi.h for its fields */
typedef int32_t (*tvm_extern_function)(const struct tvm_args *args);

/* Provides a C function that models call by name (te.extern) to the modules
 * that are loaded from now on, in place of one that the process's libraries
 * define. NULL removes it. It must stay callable as long as these modules
 * live. TVM_INVALID_ARGUMENT. */
TVM_API tvm_status tvm_register_function(const char *name,
                                         tvm_extern_function function);

/*===-- Modules ---------------------------------------------------------===*/

/* A loaded artefact. Reference counted; contexts hold a reference. */
typedef struct tvm_module tvm_module;

/* Loads the artefact at `path`. The file may be deleted or replaced (but not
 * overwritten in place) while the module lives.
 * TVM_IO_ERROR, TVM_BAD_ARTEFACT, TVM_UNSUPPORTED. */
TVM_API tvm_status tvm_module_load(const char *path, tvm_module **module);

/* Loads the artefact in the bytes, which are copied. */
TVM_API tvm_status tvm_module_load_from_memory(const void *bytes, size_t size,
                                               tvm_module **module);

/* Writes the artefact that `module` was loaded from to `path`, completely or
 * not at all. TVM_IO_ERROR. */
TVM_API tvm_status tvm_module_save(const tvm_module *module, const char *path);

/* Adds a reference to `module`, for tvm_module_release to remove. */
TVM_API void tvm_module_retain(tvm_module *module);

/* Removes a reference; the last one unloads the code. */
TVM_API void tvm_module_release(tvm_module *module);

/* The manifest: JSON text, not zero-terminated, that lives as long as the
 * module. Writes its length to `size`. */
TVM_API const char *tvm_module_manifest(const tvm_module *module, size_t *size);

/* Name of the CPU that the chosen variant of the code was compiled for, in
 * LLVM's terms ("x86-64-v3"). Lives as long as the module. */
TVM_API const char *tvm_module_cpu(const tvm_module *module);

/*===-- Functions -------------------------------------------------------===*/

/* A function of a module; lives as long as the module. */
typedef struct tvm_function tvm_function;

/* The type of an input or output. All pointers live as long as the module. */
typedef struct {
  /* sizeof(tvm_tensor_info), which the caller sets before a call fills in the
   * rest: `tvm_tensor_info info = {sizeof(info)};`. */
  size_t struct_size;
  const char *name;
  DLDataType dtype;
  int32_t ndim;
  /* ndim sizes; -1 where the size is known at run time only. */
  const int64_t *shape;
  /* ndim names: NULL for static dims, "?" for anonymous ones. Dims of one name
   * are equal in all inputs and outputs of a run. */
  const char *const *dim_names;
  /* The whole type as text: "float32[batch,3,224,224]". */
  const char *type;
} tvm_tensor_info;

/* The function called `name`. A compiled model has one: "main".
 * TVM_INVALID_ARGUMENT if there is no such function. */
TVM_API tvm_status tvm_module_get_function(const tvm_module *module,
                                           const char *name,
                                           const tvm_function **function);

/* Number of inputs or outputs; 0 for NULL. */
TVM_API int32_t tvm_function_num_inputs(const tvm_function *function);
TVM_API int32_t tvm_function_num_outputs(const tvm_function *function);

/* Describes input or output `index`, from 0 in the model's order.
 * TVM_INVALID_ARGUMENT if out of range, or if struct_size is not set. */
TVM_API tvm_status tvm_function_get_input_info(const tvm_function *function,
                                               int32_t index,
                                               tvm_tensor_info *info);
TVM_API tvm_status tvm_function_get_output_info(const tvm_function *function,
                                                int32_t index,
                                                tvm_tensor_info *info);

/*===-- Contexts --------------------------------------------------------===*/

/* The state that one thread needs to run a function: bindings of inputs and
 * outputs, the arena, threads. TVM's graph executor has the same calls. */
typedef struct tvm_context tvm_context;

struct tvm_parallel; /* in tvm_abi.h */

typedef struct {
  /* sizeof(tvm_context_options), so that the structure may grow. */
  size_t struct_size;
  /* Threads per run, at most 1024. 1 runs everything on the calling thread.
   * 0: as many as OpenMP would use (OMP_NUM_THREADS, affinity), within the
   * container's CPU quota. */
  int32_t num_threads;
  /* The host's own thread pool, which replaces OpenMP's (num_threads is
   * ignored) and outlives the context; NULL if there is none. */
  const struct tvm_parallel *parallel;
} tvm_context_options;

/* Creates a context of `function`. `options` may be NULL for the defaults. */
TVM_API tvm_status tvm_context_create(const tvm_function *function,
                                      const tvm_context_options *options,
                                      tvm_context **context);

/* Frees the context and the memory that its views point to. */
TVM_API void tvm_context_free(tvm_context *context);

/* Number of threads that the context's runs use. */
TVM_API int32_t tvm_context_num_threads(const tvm_context *context);

/* Binds an input to the caller's tensor. Type, rank and static dims are
 * checked here; tvm_context_run checks that symbolic dims agree. Nothing is
 * copied: `data` stays valid until the last run that uses it and may change
 * between runs. (`tensor` itself, shape and strides are not kept. Data with
 * gaps, or not aligned to its element size, is packed in each run.)
 * TVM_INVALID_ARGUMENT. */
TVM_API tvm_status tvm_context_set_input(tvm_context *context, const char *name,
                                         const DLTensor *tensor);
TVM_API tvm_status tvm_context_set_input_at(tvm_context *context, int32_t index,
                                            const DLTensor *tensor);

/* Binds an output to the caller's memory, to which runs write from now on: a
 * compact row-major tensor, aligned to its element size. A run whose result has
 * another shape fails, and so does one where the memory of two outputs, or of
 * an output and an input, overlaps. NULL: the context allocates again.
 * TVM_INVALID_ARGUMENT. */
TVM_API tvm_status tvm_context_set_output(tvm_context *context,
                                          const char *name,
                                          const DLTensor *tensor);
TVM_API tvm_status tvm_context_set_output_at(tvm_context *context,
                                             int32_t index,
                                             const DLTensor *tensor);

/* Runs the function. After the first run with given shapes, runs allocate no
 * heap memory. TVM_INVALID_ARGUMENT (an input is not set, dims disagree, or an
 * output shares memory with an input or another output), TVM_RUN_FAILED,
 * TVM_OUT_OF_MEMORY; then the outputs have no value. */
TVM_API tvm_status tvm_context_run(tvm_context *context);

/* Elements of tensors of strings are addresses of tvm_string (tvm_abi.h), in
 * DLPack opaque handles of 64 bits. Inputs: NULL is the empty string; strings
 * have to live during runs. Outputs: strings live as long as the elements that
 * refer to them; in the caller's memory, until the next run. */

/* Sequences and optionals are tensors of one dim whose elements are addresses
 * of DLTensors: dtype {TVM_TENSOR_HANDLE, 64, 1} (tvm_abi.h).
 * tvm_tensor_info.type is the type of a list: "sequence(float32[?,3])",
 * "optional(...)" (no element or one), "optional(sequence(...))" (no element,
 * or one tensor of such elements). Inputs: the DLTensors, their shapes and data
 * are the caller's and have to live, unchanged, during runs; strides may be
 * NULL. Element type and rank are checked when an element is read. Outputs:
 * copies that live as long as the elements that refer to them; in the caller's
 * memory, until the next run. */

/* Describes the value of an output: a compact row-major view, valid until the
 * next run, set_output or free. TVM_INVALID_ARGUMENT if there is no value. */
TVM_API tvm_status tvm_context_get_output(tvm_context *context,
                                          const char *name, DLTensor *tensor);
TVM_API tvm_status tvm_context_get_output_at(tvm_context *context,
                                             int32_t index, DLTensor *tensor);

/* Moves the value of an output out of the context: it lives until its deleter
 * is called, on any thread, even after the context and module. Without a copy
 * but for outputs in the caller's memory. The next run allocates anew.
 * TVM_INVALID_ARGUMENT, TVM_OUT_OF_MEMORY. */
TVM_API tvm_status
tvm_context_take_output(tvm_context *context, const char *name,
                        struct DLManagedTensorVersioned **tensor);
TVM_API tvm_status
tvm_context_take_output_at(tvm_context *context, int32_t index,
                           struct DLManagedTensorVersioned **tensor);

/*===-- Profiling -------------------------------------------------------===*/

/* Measurements of one kernel. Texts live as long as the module. */
typedef struct {
  size_t struct_size; /* sizeof(tvm_kernel_profile), as in tvm_tensor_info */
  const char *name;   /* of the kernel */
  const char *nodes;  /* names of the model's nodes in it, ", " between them */
  int64_t calls;
  double total, min, max; /* seconds, of all calls, of one call */
  int64_t flops, bytes;   /* per call, on average; -1 if not known */
} tvm_kernel_profile;

/* Starts (enabled != 0; removes previous measurements) or stops measuring
 * the kernels of each run. */
TVM_API tvm_status tvm_context_set_profiling(tvm_context *context, int enabled);

/* Number of kernels in the module, called or not. */
TVM_API int32_t tvm_context_num_kernels(const tvm_context *context);

/* The measurements of kernel `index`. TVM_INVALID_ARGUMENT (no such kernel, or
 * struct_size is not set). */
TVM_API tvm_status tvm_context_get_kernel_profile(const tvm_context *context,
                                                  int32_t index,
                                                  tvm_kernel_profile *profile);

/* A table of the kernels, slowest first, with time per run, share, GFLOP/s,
 * GB/s and the share of this machine's limit, which is measured now, in about
 * 0.1 s: f32 products in registers, or copies of memory,
 * whichever takes longer. Valid until the next call with this context. "" if
 * there is no memory for it. */
TVM_API const char *tvm_context_profile_table(tvm_context *context);

/* Writes the calls as Chrome trace JSON (chrome://tracing, Perfetto); only the
 * first 1,048,576 of them are kept. TVM_IO_ERROR. */
TVM_API tvm_status tvm_context_write_trace(const tvm_context *context,
                                           const char *path);

#ifdef __cplusplus
}
#endif

#endif /* TVM_MLIR_H */
