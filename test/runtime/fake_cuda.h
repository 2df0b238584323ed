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

/* The next call of `function` returns `result`. */
void fake_cuda_fail(const char *function, int result);

/* What launches call: the kernel's name, the text that it is in, blocks and
 * threads, parameters. */
typedef void (*fake_cuda_kernel)(const char *name, const char *text,
                                 const unsigned *sizes, void **parameters);
void fake_cuda_set_kernel(fake_cuda_kernel kernel);

/* How many allocations are not freed. Where `addresses` is not NULL, addresses
 * and sizes of all are written. */
int fake_cuda_get_memory(unsigned long long *addresses,
                         unsigned long long *sizes);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(readability-identifier-naming) */

#endif /* TEST_RUNTIME_FAKE_CUDA_H */
