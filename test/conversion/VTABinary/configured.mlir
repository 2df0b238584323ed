// The configuration goes with a program; fields are as wide as it says.
// RUN: tvm-translate --vta-to-words %s | FileCheck %s
// RUN: tvm-translate --vta-to-binary %s -o %t.bin
// RUN: tvm-translate --binary-to-vta %t.bin -o %t.mlir
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: tvm-translate --vta-to-binary %t.mlir | cmp - %t.bin

// IR: vta.program @program config <LOG_ACC_BUFF_SIZE = 15, LOG_BLOCK = 3, LOG_INP_BUFF_SIZE = 14, LOG_UOP_BUFF_SIZE = 8, LOG_WGT_BUFF_SIZE = 16> {
vta.program @small config <LOG_BLOCK = 3, LOG_UOP_BUFF_SIZE = 8, LOG_INP_BUFF_SIZE = 14, LOG_WGT_BUFF_SIZE = 16, LOG_ACC_BUFF_SIZE = 15> {
  // 1024 accumulators: the first index has 10 bits.
  // CHECK: {{^}}0x00001401{{$}}
  vta.uops (1, 5, 0)
  // CHECK-NEXT: 0x0000000100010001_0000000000000000
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  // 6 bits of the first micro-op's number, 7 of the last one's.
  // CHECK-NEXT: {{.*}}_0000000800204002
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  // CHECK-NEXT: 0x0000000000000000_0000000000000003
  vta.finish
}
