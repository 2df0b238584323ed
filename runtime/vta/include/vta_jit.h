/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds streams of instructions on the fly, for any device: transfers between
 * buffers and the chip, micro-kernels that are recorded once and kept on the
 * chip while there is room, tokens between the modules.
 *
 *   vta_jit *jit;
 *   vta_jit_create(driver, NULL, 1 << 30, &jit);
 *   vta_jit_buffer_allocate(jit, size, &x);
 *   vta_jit_buffer_write(jit, x, 0, data, size);
 *   vta_jit_load_buffer_2d(jit, &(vta_jit_transfer){.buffer = x, ...});
 *   vta_jit_dep_push(jit, VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
 *   vta_jit_dep_pop(jit, VTA_STAGE_LOAD, VTA_STAGE_COMPUTE);
 *   vta_jit_push_gemm(jit, NULL, 0, record, context);
 *   ...
 *   vta_jit_synchronize(jit, UINT64_MAX, &counters);
 *   vta_jit_buffer_read(jit, y, 0, results, size_of_y);
 *
 * Nothing runs before vta_jit_synchronize. The contents of the chip,
 * micro-kernels included, are lost with each run.
 *
 * Errors. A function that fails returns its vta_status, vta_jit_last_error()
 * (vta_driver.h) is the text, and nothing has changed unless said otherwise.
 * The text of an instruction that is refused begins with the index that it
 * would have had: LOAD UOP and instructions that only carry tokens count. A
 * handle of NULL gives VTA_INVALID_ARGUMENT, or does nothing in free.
 *
 * Units. Sizes and offsets of buffers are bytes, of transfers elements of the
 * memory type; indices on the chip are elements.
 *
 * Threads. A vta_jit belongs to one thread at a time. */
#ifndef VTA_JIT_H
#define VTA_JIT_H

#include "vta_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vta_jit vta_jit;
typedef struct vta_jit_buffer vta_jit_buffer;

/* Makes a device of `driver` (see vta_device_create for the other arguments)
 * and an empty stream for it. `driver` must remain loaded.
 * VTA_INVALID_ARGUMENT, VTA_OUT_OF_MEMORY. */
VTA_API vta_status vta_jit_create(const vta_driver *driver,
                                  const char *configuration, uint64_t memory,
                                  vta_jit **jit);

/* Frees `jit` with its device and all buffers. */
VTA_API void vta_jit_free(vta_jit *jit);

/* Sets the seed of the device: see vta_device_seed. */
VTA_API vta_status vta_jit_seed(vta_jit *jit, uint64_t seed);

/*===-- Buffers ---------------------------------------------------------===*/

/* Memory of the device, aligned to the largest element. VTA_OUT_OF_MEMORY. */
VTA_API vta_status vta_jit_buffer_allocate(vta_jit *jit, uint64_t size,
                                           vta_jit_buffer **buffer);

/* Frees a buffer. VTA_INVALID_ARGUMENT if `buffer` is not one of `jit`, or an
 * instruction that has not run uses it. */
VTA_API vta_status vta_jit_buffer_free(vta_jit *jit, vta_jit_buffer *buffer);

/* Copies at once, before all instructions that have not run.
 * VTA_INVALID_ARGUMENT if `size` bytes from `offset` on are not in `buffer`. */
VTA_API vta_status vta_jit_buffer_write(vta_jit *jit, vta_jit_buffer *buffer,
                                        uint64_t offset, const void *source,
                                        size_t size);
VTA_API vta_status vta_jit_buffer_read(vta_jit *jit, vta_jit_buffer *buffer,
                                       uint64_t offset, void *target,
                                       size_t size);
VTA_API vta_status vta_jit_buffer_copy(vta_jit *jit, vta_jit_buffer *from,
                                       uint64_t from_offset, vta_jit_buffer *to,
                                       uint64_t to_offset, size_t size);

/* Functions that keep the host's caches and the device's memory coherent:
 * `flush` is called after the host has written bytes that the device may read,
 * `invalidate` before the host reads bytes that the device may have written.
 * Devices with coherent memory, such as all devices here, need neither. */
typedef struct {
  void *context;
  void (*flush)(void *context, uint64_t address, uint64_t size);
  void (*invalidate)(void *context, uint64_t address, uint64_t size);
} vta_jit_caches;

/* Sets the functions for coherence. Nothing is called for NULL, the default, or
 * for a member that is NULL. */
VTA_API vta_status vta_jit_set_caches(vta_jit *jit,
                                      const vta_jit_caches *caches);

/*===-- Transfers -------------------------------------------------------===*/

/* Memory types, numbered as in instructions. A LOAD takes WGT, INP, ACC or
 * ACC_8BIT, a STORE takes OUT. */
typedef enum {
  VTA_MEMORY_WGT = 1,
  VTA_MEMORY_INP = 2,
  VTA_MEMORY_ACC = 3,
  VTA_MEMORY_OUT = 4,
  VTA_MEMORY_ACC_8BIT = 5
} vta_jit_memory;

/* A rectangle of `y_size` rows of `x_size` elements. Rows are `x_stride`
 * elements apart in the buffer, and consecutive on the chip, from `sram` on,
 * with padding of zeros around them (LOAD only). */
typedef struct {
  vta_jit_buffer *buffer;
  uint64_t offset; /* of the first element */
  uint32_t x_size, y_size, x_stride;
  uint32_t x_pad_before, y_pad_before, x_pad_after, y_pad_after;
  uint32_t sram;
  vta_jit_memory memory;
} vta_jit_transfer;

/* VTA_INVALID_ARGUMENT: the buffer is not one of `jit`; the rows are not
 * within it, or with their padding not within the scratchpad; the field of an
 * instruction is too narrow; the memory is none of those above. */
VTA_API vta_status vta_jit_load_buffer_2d(vta_jit *jit,
                                          const vta_jit_transfer *transfer);
VTA_API vta_status vta_jit_store_buffer_2d(vta_jit *jit,
                                           const vta_jit_transfer *transfer);

/*===-- Micro-kernels ---------------------------------------------------===*/

typedef enum { VTA_UOP_GEMM = 0, VTA_UOP_ALU = 1 } vta_jit_uop_mode;

typedef enum {
  VTA_ALU_MIN = 0,
  VTA_ALU_MAX = 1,
  VTA_ALU_ADD = 2,
  VTA_ALU_SHR = 3,
  VTA_ALU_MUL = 4
} vta_jit_alu_opcode;

/* A function that records a kernel: it calls vta_jit_uop_loop_begin at most
 * twice, then vta_jit_uop_push, then vta_jit_uop_loop_end once per loop, and
 * returns the first status that is not VTA_OK. */
typedef vta_status (*vta_jit_record)(vta_jit *jit, void *context);

/* Appends a GEMM or an ALU with the micro-ops that `record` records. If `key`
 * (of `key_size` bytes) is not NULL, a kernel that was recorded with it before
 * is taken instead, so the key must determine what `record` does. Kernels of a
 * GEMM and of an ALU do not share keys.
 *
 * Micro-ops that are not on the chip are loaded, in place of the oldest
 * ones; kernels with equal micro-ops share them.
 *
 * VTA_INVALID_ARGUMENT: `record` left a loop open or recorded no micro-op or
 * one of the other kind; there are more micro-ops than the scratchpad has; an
 * index leaves its scratchpad; a micro-op reads an element that another one
 * wrote less than ACC_WRITE_LATENCY micro-ops ago; or a field is too narrow.
 * The result of `record` is returned. */
VTA_API vta_status vta_jit_push_gemm(vta_jit *jit, const void *key,
                                     size_t key_size, vta_jit_record record,
                                     void *context);
VTA_API vta_status vta_jit_push_alu(vta_jit *jit, const void *key,
                                    size_t key_size, vta_jit_record record,
                                    void *context);

/* Begins a loop of the kernel that is recorded: the following micro-ops are
 * executed `extent` times, each time with the factors added to their indices
 * once more. `wgt_factor` is 0 for an ALU.
 * VTA_INVALID_ARGUMENT: a third level, or a loop behind a micro-op. */
VTA_API vta_status vta_jit_uop_loop_begin(vta_jit *jit, uint32_t extent,
                                          uint32_t dst_factor,
                                          uint32_t src_factor,
                                          uint32_t wgt_factor);
VTA_API vta_status vta_jit_uop_loop_end(vta_jit *jit);

/* Appends a micro-op to the kernel that is recorded:
 *   GEMM: acc[dst] += inp[src] * transposed wgt[wgt], or acc[dst] = 0 if
 *         `reset`; opcode, use_immediate and immediate are 0;
 *   ALU:  acc[dst] = acc[dst] OP (acc[src], or immediate if `use_immediate`);
 *         reset and wgt are 0.
 * VTA_INVALID_ARGUMENT: mode, reset, opcode or immediate differ from the
 * kernel's other micro-ops; an index is too large for its field; a loop has
 * ended. */
VTA_API vta_status vta_jit_uop_push(vta_jit *jit, vta_jit_uop_mode mode,
                                    uint32_t reset, uint32_t dst, uint32_t src,
                                    uint32_t wgt, vta_jit_alu_opcode opcode,
                                    uint32_t use_immediate, int32_t immediate);

/*===-- Tokens ----------------------------------------------------------===*/

/* The stages of the accelerator. The load stage executes LOAD INP and LOAD WGT,
 * the store stage STORE, the compute stage all other instructions. */
typedef enum {
  VTA_STAGE_LOAD = 1,
  VTA_STAGE_COMPUTE = 2,
  VTA_STAGE_STORE = 3
} vta_jit_stage;

/* Orders the previous instructions of `from` before the instructions of `to`
 * that follow the matching vta_jit_dep_pop. The n-th pop between two stages
 * matches the n-th push. Tokens become bits of instructions, or of an empty
 * instruction where the bit is already set. VTA_INVALID_ARGUMENT: no queue
 * leads from `from` to `to`. */
VTA_API vta_status vta_jit_dep_push(vta_jit *jit, vta_jit_stage from,
                                    vta_jit_stage to);
VTA_API vta_status vta_jit_dep_pop(vta_jit *jit, vta_jit_stage from,
                                   vta_jit_stage to);

/*===-- Runs ------------------------------------------------------------===*/

/* Appends FINISH, runs the stream, and waits (see vta_device_run). Afterwards
 * the stream is empty, whatever the result. The run ends when all stages have
 * finished, so FINISH needs no tokens; there must be as many pops as pushes. */
VTA_API vta_status vta_jit_synchronize(vta_jit *jit, uint64_t max_cycles,
                                       vta_counters *counters);

/* Timing of the last run: see vta_device_unit_cycles,
 * vta_device_write_trace. */
VTA_API vta_status vta_jit_unit_cycles(vta_jit *jit, vta_unit unit,
                                       vta_unit_cycles *cycles);
VTA_API vta_status vta_jit_write_trace(vta_jit *jit, const char *path);

/* Discards all instructions that have not run. */
VTA_API vta_status vta_jit_discard(vta_jit *jit);

typedef enum {
  /* Prints the instructions, or the micro-ops, of each run before it begins. */
  VTA_DEBUG_DUMP_INSTRUCTIONS = 2,
  VTA_DEBUG_DUMP_UOPS = 4,
  /* Does not call `flush`, or does not call `invalidate`. */
  VTA_DEBUG_SKIP_READ_BARRIER = 8,
  VTA_DEBUG_SKIP_WRITE_BARRIER = 16,
  /* Starts each instruction when all previous ones have ended. Tokens are
   * replaced by tokens for this order. */
  VTA_DEBUG_FORCE_SERIAL = 32
} vta_jit_debug_flag;

/* Sets `flags`, a sum of the above, which is 0 at first. `dump` gets the texts,
 * with newlines; for NULL they go to stderr. VTA_INVALID_ARGUMENT: an unknown
 * flag. */
VTA_API vta_status vta_jit_debug(vta_jit *jit, uint32_t flags,
                                 void (*dump)(void *context, const char *text),
                                 void *context);

#ifdef __cplusplus
}
#endif

#endif /* VTA_JIT_H */
