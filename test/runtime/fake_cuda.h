/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A library in the place of NVIDIA's libcuda.so.1: its device is the host's
 * memory, it writes down what it is asked for, and fails when told to. Kernels
 * are a function of the test's, found by dlsym, or run by the program that
 * FAKE_CUDA_INTERPRETER names: see fake_cuda_interpreter.h. */
#ifndef TEST_RUNTIME_FAKE_CUDA_H
#define TEST_RUNTIME_FAKE_CUDA_H

/* NOLINTBEGIN(readability-identifier-naming): names as CUDA has them */

#ifdef __cplusplus
extern "C" {
#endif

/* Calls since the last fake_cuda_reset, one per line. Device memory is written
 * as m0, m1, ... in the order of its allocation. */
const char *fake_cuda_log(void);

/* Forgets the log, failures and the kernel. */
void fake_cuda_reset(void);

/* Lets the next call of `function` return `result`. */
void fake_cuda_fail(const char *function, int result);

/* A function that launches call with the kernel's name, its text, blocks and
 * threads, and parameters. */
typedef void (*fake_cuda_kernel)(const char *name, const char *text,
                                 const unsigned *sizes, void **parameters);
void fake_cuda_set_kernel(fake_cuda_kernel kernel);

/* Returns the number of allocations that are not freed. If `addresses` is not
 * NULL, their addresses and sizes are written. */
int fake_cuda_get_memory(unsigned long long *addresses,
                         unsigned long long *sizes);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* TEST_RUNTIME_FAKE_CUDA_H */
