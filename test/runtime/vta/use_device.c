/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The interface is C, and the shared library has all of it. */
#include "vta_device.h"

#include <stdio.h>

static int check(vta_status status) {
  if (status != VTA_OK)
    fprintf(stderr, "%s\n", vta_last_error());
  return status != VTA_OK;
}

int main(void) {
  static const uint64_t finish[2] = {3, 0};
  vta_device *device = NULL;
  vta_counters counters;
  uint64_t stream = 0;
  int failed =
      check(vta_device_create("{\"LOG_BLOCK\": 4}", 1 << 20, &device)) ||
      check(vta_memory_allocate(device, sizeof(finish), &stream)) ||
      check(vta_memory_write(device, stream, finish, sizeof(finish))) ||
      check(vta_device_seed(device, 1)) ||
      check(vta_device_run(device, stream, 1, 1000, &counters)) ||
      check(vta_memory_free(device, stream));
  vta_device_free(device);
  return failed;
}
