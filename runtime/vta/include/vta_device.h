/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C interface of VTA devices: allocate memory, copy, run a stream of
 * instructions, read counters. Each device is a library with these functions:
 * libvta_fsim.so, the functional simulator, libvta_cycle.so, the cycle model,
 * and libvta_rtl.so, the core in SystemVerilog (hardware/), for configurations
 * that it was built for.
 *
 *   vta_device *device;
 *   uint64_t x, stream;
 *   vta_counters counters;
 *   vta_device_create("{\"LOG_BLOCK\": 4}", 1 << 30, &device);
 *   vta_memory_allocate(device, size, &x);
 *   vta_memory_write(device, x, data, size);
 *   ...
 *   vta_device_run(device, stream, num_instructions, UINT64_MAX, &counters);
 *   vta_memory_read(device, y, results, size_of_y);
 *   vta_device_free(device);
 *
 * Errors. A function that can fail returns a vta_status; if it is not VTA_OK,
 * vta_last_error() is its text and results are unchanged unless said
 * otherwise. No call aborts, throws or runs forever because of its input. A
 * handle of NULL gives VTA_INVALID_ARGUMENT, or does nothing in free.
 *
 * Threads. A device belongs to one thread at a time.
 *
 * Addresses belong to the device's own memory and count bytes; instructions
 * count elements (dram_base). runtime/vta/README.md describes instructions and
 * configurations for all devices. */
#ifndef VTA_DEVICE_H
#define VTA_DEVICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VTA_API __attribute__((visibility("default")))

/* Numbered as tvm_status is. */
typedef enum {
  VTA_OK = 0,
  /* The caller's mistake: a configuration, address or stream that is wrong
   * before anything is run. */
  VTA_INVALID_ARGUMENT = 1,
  /* A file cannot be written. */
  VTA_IO_ERROR = 2,
  /* The device does not record where its time goes. */
  VTA_UNSUPPORTED = 4,
  VTA_OUT_OF_MEMORY = 5,
  /* A program deadlocked, left tokens, reached beyond a memory, or needed too
   * many cycles. */
  VTA_RUN_FAILED = 6
} vta_status;

/* Text of the last error on this thread: lower case, one line, "" if none.
 * Valid until the next failing call on this thread. */
VTA_API const char *vta_last_error(void);

typedef struct vta_device vta_device;

/* Makes a device. `configuration` is JSON (NULL: all defaults). `memory` is
 * the size of its memory in bytes, of which unused parts cost nothing.
 * VTA_INVALID_ARGUMENT, VTA_OUT_OF_MEMORY. */
VTA_API vta_status vta_device_create(const char *configuration, uint64_t memory,
                                     vta_device **device);

/* Frees the device and its memory. `device` may be NULL. */
VTA_API void vta_device_free(vta_device *device);

/* The name of the device: "fsim", "cycle" or "rtl". */
VTA_API const char *vta_device_name(void);

/*===-- Memory ----------------------------------------------------------===*/

/* Allocates `size` bytes, aligned to the largest element and to a page of
 * 4096. Address 0 is never allocated. VTA_OUT_OF_MEMORY. */
VTA_API vta_status vta_memory_allocate(vta_device *device, uint64_t size,
                                       uint64_t *address);

/* Frees an allocation. VTA_INVALID_ARGUMENT if vta_memory_allocate has not
 * returned `address`. */
VTA_API vta_status vta_memory_free(vta_device *device, uint64_t address);

/* Copies to and from `size` bytes that lie within one allocation.
 * VTA_INVALID_ARGUMENT. */
VTA_API vta_status vta_memory_write(vta_device *device, uint64_t address,
                                    const void *source, size_t size);
VTA_API vta_status vta_memory_read(vta_device *device, uint64_t address,
                                   void *target, size_t size);

/*===-- Runs ------------------------------------------------------------===*/

/* Counts of the work of a run. Bytes are bytes of DRAM, without padding;
 * iterations are executed micro-ops, except of a GEMM that resets. */
typedef struct {
  uint64_t uop_load_bytes, inp_load_bytes, wgt_load_bytes, acc_load_bytes;
  uint64_t out_store_bytes;
  uint64_t gemm_iterations, alu_iterations;
  /* Number of cycles; 0 on devices without a notion of time. */
  uint64_t cycles;
} vta_counters;

/* Sets the seed of random choices in the following runs: the order in which
 * modules continue, as far as tokens permit, and the initial contents of the
 * chip. 0 at first. */
VTA_API vta_status vta_device_seed(vta_device *device, uint64_t seed);

/* Runs the `count` instructions of 16 bytes at address `stream`, of which the
 * last must be FINISH. It fails after `max_cycles`; a device without a model
 * of time adds up the least cycles of each instruction. `counters` may be NULL;
 * they are written also if the run fails.
 * VTA_INVALID_ARGUMENT: nothing was run. VTA_RUN_FAILED: the text names the
 * instruction, outputs are undefined, and the device can run again. */
VTA_API vta_status vta_device_run(vta_device *device, uint64_t stream,
                                  uint32_t count, uint64_t max_cycles,
                                  vta_counters *counters);

/*===-- Timing ----------------------------------------------------------===*/

/* The modules, and the unit that fetches their instructions. */
typedef enum {
  VTA_UNIT_LOAD = 0,
  VTA_UNIT_COMPUTE = 1,
  VTA_UNIT_STORE = 2,
  VTA_UNIT_FETCH = 3
} vta_unit;

/* Queues of tokens, in arrays of vta_unit_cycles. */
enum {
  VTA_LOAD_TO_COMPUTE = 0,
  VTA_COMPUTE_TO_LOAD = 1,
  VTA_COMPUTE_TO_STORE = 2,
  VTA_STORE_TO_COMPUTE = 3
};

/* The cycles of a run by a unit's activities. The sum of all members except
 * `channel` is the number of cycles of the run. */
typedef struct {
  uint64_t busy;
  /* Cycles without an instruction for the unit. */
  uint64_t idle;
  /* Cycles of waiting for a token, or for room for one, by queue. */
  uint64_t token[4], token_room[4];
  /* Cycles in which fetch waited for room in the command queue of load,
   * compute, store. */
  uint64_t command_room[3];
  /* The part of `busy` in which other units had the channel to memory. */
  uint64_t channel;
} vta_unit_cycles;

/* Returns the cycles of `unit` in the last run, also if it failed; zeros before
 * the first run. VTA_INVALID_ARGUMENT: no such unit. VTA_UNSUPPORTED. */
VTA_API vta_status vta_device_unit_cycles(vta_device *device, vta_unit unit,
                                          vta_unit_cycles *cycles);

/* Writes the last run's timeline as JSON in the trace event format
 * (chrome://tracing, Perfetto): a thread per module, an event per instruction,
 * a microsecond for a cycle. VTA_IO_ERROR, VTA_UNSUPPORTED. */
VTA_API vta_status vta_device_write_trace(vta_device *device, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* VTA_DEVICE_H */
