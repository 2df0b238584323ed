/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The function that artefacts call at run time:
 * tvmc run --load-library=libblas_functions.so */

#include "runtime/include/tvm_abi.h"

#include <cblas.h>
#include <limits.h>

typedef struct {
  const int64_t *transposed; /* a, b */
  const float *a, *b;
  float *c;
  int64_t rows, columns, depth, block;
} Product;

static int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/* Distance of rows in elements, which must be positive for a BLAS. */
static int distance(int64_t n) { return n > 0 ? (int)n : 1; }

/* Computes blocks [begin, end) of rows of c. */
static void multiply(void *closure, int64_t begin, int64_t end) {
  const Product *p = closure;
  int64_t first = begin * p->block, last = min(end * p->block, p->rows);
  int lda = distance(p->transposed[0] ? p->rows : p->depth);
  int ldb = distance(p->transposed[1] ? p->depth : p->columns);
  const float *a = p->a + first * (p->transposed[0] ? 1 : p->depth);
  cblas_sgemm(CblasRowMajor, p->transposed[0] ? CblasTrans : CblasNoTrans,
              p->transposed[1] ? CblasTrans : CblasNoTrans, last - first,
              p->columns, p->depth, 1, a, lda, p->b, ldb, 0,
              p->c + first * p->columns, p->columns);
}

/* Multiplies matrices on the threads of the run. Arguments: constants (whether
 * a is transposed, whether b is), a, b, result. */
int32_t tvm_example_sgemm(const tvm_args *args) {
  const int64_t *a = args->dims + 1, *b = a + 2, *c = b + 2;
  Product p = {args->buffers[0], args->buffers[1], args->buffers[2],
               args->buffers[3], c[0],             c[1],
               0,                c[0]};
  p.depth = p.transposed[0] ? a[0] : a[1];
  if (p.depth != (p.transposed[1] ? b[1] : b[0]))
    return 1;
  if (p.rows > INT_MAX || p.columns > INT_MAX || p.depth > INT_MAX)
    return 2;
  if (p.rows == 0 || p.columns == 0)
    return 0;
  const tvm_parallel *parallel = args->parallel;
  int64_t threads = parallel ? parallel->num_threads : 1;
  p.block = (p.rows + threads - 1) / threads;
  int64_t blocks = (p.rows + p.block - 1) / p.block;
  if (blocks > 1)
    parallel->parallel_for(parallel, multiply, &p, blocks);
  else
    multiply(&p, 0, 1);
  return 0;
}
