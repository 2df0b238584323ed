/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tvm_tuner.h is C. */
#include "tuner/include/tvm_tuner.h"

int main(void) {
  tvm_tuner_options options = {sizeof(options)};
  tvm_tuner *tuner = NULL;
  if (tvm_tuner_open("", &options, &tuner) != TVM_TUNER_WRONG_USE)
    return 1;
  tvm_tuner_close(tuner);
  return tvm_tuner_last_error()[0] == '\0' || tvm_tuner_num_tasks(tuner) != 0;
}
