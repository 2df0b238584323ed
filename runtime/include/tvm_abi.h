/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The contract of generated code and the runtime: the parts of an artefact and
 * the calling convention of the code in it. C, 64-bit targets. Users of a
 * model need tvm_mlir.h instead; this is for code generators, for hosts
 * that bring their own thread pool and for other loaders.
 *
 * An artefact is one ELF shared object with these sections, which are not
 * loaded by the dynamic linker:
 *
 *   .tvm.manifest  UTF-8 JSON: see runtime/README.md.
 *   .tvm.weights   raw bytes of all weights. Its file offset is a multiple of
 *                  4096, so that the runtime maps it. Absent or empty if the
 *                  model has none.
 *   .tvm.checksum  8 bytes, little-endian: tvm_checksum_update over all bytes
 *                  of the file in order, without the contents of the sections
 *                  .tvm.weights and .tvm.checksum. Verified before anything
 *                  of the file is executed.
 */
#ifndef TVM_ABI_H
#define TVM_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The manifest's "format" that this header describes. */
#define TVM_ARTEFACT_FORMAT 1

#define TVM_MANIFEST_SECTION ".tvm.manifest"
#define TVM_WEIGHTS_SECTION ".tvm.weights"
#define TVM_CHECKSUM_SECTION ".tvm.checksum"

/* Alignment in bytes of weights, arena, pool memory and outputs that the
 * runtime allocates. */
#define TVM_ALIGNMENT 64

/* A string: any bytes, without a zero at the end. An element of a tensor of
 * strings is the address of one, NULL for the empty string. In DLPack, these
 * addresses are opaque handles of 64 bits (kDLOpaqueHandle). Strings of inputs
 * are the caller's and are not changed while a run may read them; strings of
 * outputs live as long as the output's elements. */
typedef struct tvm_string {
  const char *bytes;
  int64_t size;
} tvm_string;

/* The code of the DLDataType of sequences, which DLPack does not use; such
 * types have 64 bits. A sequence is a tensor of one dim whose elements are
 * addresses of DLTensors on the CPU. An optional is a sequence of at most one
 * element; the element of an optional sequence is a tensor of addresses again.
 * See tvm_mlir.h. */
#define TVM_TENSOR_HANDLE 128

/* The threads on which kernels run parallel loops. */
typedef struct tvm_parallel {
  void *pool;          /* the implementation's own */
  int32_t num_threads; /* at least 1 */

  /* Calls body(closure, begin, end) for disjoint ranges that cover [0, n) and
   * returns when all are done. There are T = min(num_threads, n) ranges;
   * range t begins at q*t + min(t, r) for q = n / T, r = n % T. Ranges thus
   * depend on n and num_threads only, and for n <= num_threads every call gets
   * one index (by which a body finds its share of a workspace). Ranges may run
   * one after another: a body never waits for another. For n <= 0 nothing is
   * called. Nested calls run serially. */
  void (*parallel_for)(const struct tvm_parallel *parallel,
                       void (*body)(void *closure, int64_t begin, int64_t end),
                       void *closure, int64_t n);
} tvm_parallel;

/* The arguments of one call of a kernel. */
typedef struct tvm_args {
  void *const *buffers; /* operands, then results */
  const int64_t *dims;  /* values of the kernel's symbolic dims */
  void *workspace;      /* TVM_ALIGNMENT-aligned, or NULL if it needs none */
  const tvm_parallel *parallel;
} tvm_args;

/* A kernel is reentrant, allocates nothing and returns 0 for success. */
typedef int32_t (*tvm_kernel)(const tvm_args *args);

/* The prefix of slots for functions that an artefact calls and does not contain
 * (te.extern): the manifest's "externs". For each `name` the code has a symbol
 * TVM_EXTERN_SLOT_PREFIX name, a `tvm_kernel` that the loader fills before it
 * calls anything, with a function of the process. The function gets all
 * buffers, inputs and then results, row-major without gaps; a result overlaps
 * no other buffer and inputs are not to be written. `dims` are all dims of all
 * buffers in order, static ones too; `workspace` is NULL; `parallel` may be
 * NULL. It is called outside of parallel_for, by several runs at once. */
#define TVM_EXTERN_SLOT_PREFIX "tvm_extern_"

/* One more slot, in artefacts with such functions. The code calls the function
 * in it, on the run's thread, when an external function has returned a status
 * other than 0. The kernel and the entry then return that status. */
#define TVM_FAILED_EXTERN_SLOT "tvm_failed_extern"
typedef void (*tvm_failed_extern)(const char *name, int32_t status);

/* Kernels on a device. Code for a GPU calls three functions that the runtime
 * itself provides as if they were external ones (above). Buffers are known by
 * their addresses on the host; the device has copies.
 *
 *   TVM_DEVICE_BEGIN   operands, then the buffers: a call of the kernel begins.
 *                      The device gets copies of the buffers.
 *   TVM_DEVICE_LAUNCH  PTX text, the name of the function in it, operands,
 *                      numbers, the buffers among the operands: starts the
 *                      function.
 *   TVM_DEVICE_END     operands, then the buffers: waits, and copies the
 *                      buffers back.
 *
 * The numbers are int64_t: blocks along x, y, z, threads of a block along x, y,
 * z, then the operands that are not buffers. A buffer that TVM_DEVICE_BEGIN did
 * not get has undefined contents at its first launch.
 *
 * Texts have one dim, their length, and no zero at the end. Operands are
 * TVM_DEVICE_OPERAND_FIELDS int64_t each. The parameters of the function for a
 * buffer are its address (twice), 0, its dims and its strides in elements; for
 * a number, its value of at most 8 bytes. All return a tvm_status. */
#define TVM_DEVICE_BEGIN "tvm_device_begin"
#define TVM_DEVICE_LAUNCH "tvm_device_launch"
#define TVM_DEVICE_END "tvm_device_end"
#define TVM_DEVICE_OPERAND_FIELDS 2
typedef struct tvm_device_operand {
  int64_t rank;  /* number of dims; -1: no buffer, a number */
  int64_t bytes; /* of an element */
} tvm_device_operand;

/* One run of a model. The callbacks are called on the thread that called the
 * entry, never from within parallel_for. */
typedef struct tvm_frame {
  /* First element of every input, in the manifest's order: row-major without
   * gaps, aligned to the element size at least; memory of the caller, not to
   * be written. Not NULL, even for tensors without elements. */
  void *const *inputs;

  /* The dims of all inputs, static ones too, concatenated. They agree with the
   * manifest: static dims are equal and a symbol has one value. */
  const int64_t *input_dims;

  /* First byte of .tvm.weights; NULL if there are none. Read-only memory. */
  const void *weights;

  /* First argument of the callbacks below. */
  void *context;

  /* The memory of this run, TVM_ALIGNMENT-aligned with undefined contents, at
   * most once per run. NULL: out of memory or negative; return non-zero. */
  void *(*allocate_arena)(void *context, int64_t bytes);

  /* Memory whose size depends on data, TVM_ALIGNMENT-aligned with undefined
   * contents, valid until the entry returns. NULL: as above. */
  void *(*allocate_pool)(void *context, int64_t bytes);

  /* Sets the dims of output `index` (as many as the manifest has) and returns
   * the memory for its elements, row-major, aligned to the element size at
   * least. Called exactly once per output and run. NULL: out of memory, or the
   * dims differ from the manifest or the caller's buffer; return non-zero. */
  void *(*allocate_output)(void *context, int32_t index, const int64_t *dims);

  /* Calls fn(args) and returns its result; measures it when profiling.
   * `kernel` is an index into the manifest's "kernels". */
  int32_t (*launch)(void *context, int32_t kernel, tvm_kernel fn,
                    const tvm_args *args);

  /* Records the error text "checks"[check], in which {0} to {3} become
   * values[0] to values[3], and returns non-zero for the entry to return.
   * `values` has as many elements as the text needs, or is NULL. */
  int32_t (*fail)(void *context, int32_t check, const int64_t *values);

  const tvm_parallel *parallel;

  /* Memory number `slot`, of at least `bytes` bytes, TVM_ALIGNMENT-aligned. The
   * first `kept` bytes are as before, others undefined; kept <= `bytes` of
   * the call before. Valid until the next call for the slot, or the entry's
   * end. Slots are few and small numbers: a model has a fixed number of them.
   * NULL: out of memory or negative; return non-zero. */
  void *(*grow_slot)(void *context, int64_t slot, int64_t bytes, int64_t kept);
} tvm_frame;

/* An entry of the manifest, which is an exported symbol. It returns 0 for
 * success, and non-zero after `fail`, after a callback returned NULL, or if a
 * kernel returned non-zero. Entries are reentrant: several threads run one at
 * once, each with its own frame. */
typedef int32_t (*tvm_entry)(const tvm_frame *frame);

/* Checksum of no bytes. */
#define TVM_CHECKSUM_START UINT64_C(0xcbf29ce484222325)

/* Checksum (64-bit FNV-1a) of the bytes of `checksum` followed by `bytes`. */
static inline uint64_t tvm_checksum_update(uint64_t checksum, const void *bytes,
                                           size_t size) {
  const unsigned char *byte = (const unsigned char *)bytes;
  for (size_t i = 0; i < size; ++i)
    checksum = (checksum ^ byte[i]) * UINT64_C(0x100000001b3);
  return checksum;
}

#ifdef __cplusplus
}
#endif

#endif /* TVM_ABI_H */
