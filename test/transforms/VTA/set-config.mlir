// RUN: tvm-opt %s --vta-set-config=file=%S/batch2.json | FileCheck %s
// RUN: not tvm-opt %s --vta-set-config=file=%S/none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tvm-opt %s --vta-set-config=file=%S/small.json 2>&1 | FileCheck %s --check-prefix=SMALL

// The names are those of the JSON file.
// CHECK: vta.program @program config <LOG_ACC_BUFF_SIZE = 18, LOG_BATCH = 1, LOG_INP_BUFF_SIZE = 16, MEM_LATENCY = 100> {
// NONE: error: {{.*}}none.json
// A program that does not fit is an error.
// SMALL: error: 'vta.load' op expected elements below 64 of memory INP, got up to 99
vta.program @program {
  vta.dram @x input size 4096
  vta.load inp sram 0 dram @x[0] size 1 by 100 stride 100
  vta.finish
}
