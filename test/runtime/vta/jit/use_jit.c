/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* use_jit DEVICE: the interface is C, and the shared library has all of it. A
 * ReLU of one element. */
#include "vta_jit.h"

#include <stdio.h>

static int check(vta_status status) {
  if (status != VTA_OK)
    fprintf(stderr, "%s\n", vta_jit_last_error());
  return status != VTA_OK;
}

static vta_status record(vta_jit *jit, void *context) {
  (void)context;
  return vta_jit_uop_push(jit, VTA_UOP_ALU, 0, 0, 0, 0, VTA_ALU_MAX, 1, 0);
}

static int run(vta_jit *jit) {
  static const int8_t numbers[16] = {1, -2, 3, -4};
  int8_t results[16] = {0};
  vta_counters counters;
  vta_jit_buffer *x = NULL, *y = NULL;
  if (check(vta_jit_buffer_allocate(jit, 16, &x)) ||
      check(vta_jit_buffer_allocate(jit, 16, &y)) ||
      check(vta_jit_buffer_write(jit, x, 0, numbers, 16)))
    return 1;
  vta_jit_transfer load = {.buffer = x, .x_size = 1, .y_size = 1};
  vta_jit_transfer store = {.buffer = y, .x_size = 1, .y_size = 1};
  load.memory = VTA_MEMORY_ACC_8BIT;
  store.memory = VTA_MEMORY_OUT;
  return check(vta_jit_load_buffer_2d(jit, &load)) ||
         check(vta_jit_push_alu(jit, "relu", 4, record, NULL)) ||
         check(vta_jit_dep_push(jit, VTA_STAGE_COMPUTE, VTA_STAGE_STORE)) ||
         check(vta_jit_dep_pop(jit, VTA_STAGE_COMPUTE, VTA_STAGE_STORE)) ||
         check(vta_jit_store_buffer_2d(jit, &store)) ||
         check(vta_jit_synchronize(jit, 1000, &counters)) ||
         check(vta_jit_buffer_read(jit, y, 0, results, 16)) ||
         results[0] != 1 || results[1] != 0 || results[2] != 3 ||
         counters.alu_iterations != 1 || check(vta_jit_buffer_free(jit, x));
}

int main(int argc, char **argv) {
  const vta_driver *driver = NULL;
  vta_jit *jit = NULL;
  if (argc != 2 || check(vta_driver_load(argv[1], &driver)) ||
      check(vta_jit_create(driver, "{\"LOG_BLOCK\": 4}", 1 << 20, &jit)))
    return 1;
  int failed = run(jit);
  vta_jit_free(jit);
  vta_driver_unload(driver);
  return failed;
}
