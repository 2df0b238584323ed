// RUN: tvm-opt %s | tvm-opt | FileCheck %s

// Instructions on ranges of named buffers, with explicit tokens and with bits.
// CHECK-LABEL: vta.program @ranges title "Pseudo-code" {
vta.program @ranges title "Pseudo-code" {
  // CHECK-NEXT: vta.sram @PARAM size 72
  // CHECK-NEXT: vta.sram @LDBUF size 64 in acc at 0
  // CHECK-NEXT: vta.sram @STBUF size 40 in acc at 2008
  vta.sram @PARAM size 72
  vta.sram @LDBUF size 64 in acc at 0
  vta.sram @STBUF size 40 in acc at 2008
  // CHECK-NEXT: vta.load_range @PARAM[0 to 71] thread 0
  // CHECK-NEXT: vta.load_range @LDBUF[0 to 31] push_next thread 0 at 7
  // CHECK-NEXT: vta.execute @PARAM[0 to 71], @LDBUF[0 to 31] -> @STBUF[0 to 7] pop_prev pop_next push_prev push_next
  // CHECK-NEXT: vta.store_range @STBUF[0 to 7] pop_prev push_prev
  vta.load_range @PARAM[0 to 71] thread 0
  vta.load_range @LDBUF[0 to 31] push_next thread 0 at 7
  vta.execute @PARAM[0 to 71], @LDBUF[0 to 31] -> @STBUF[0 to 7] pop_prev pop_next push_prev push_next
  vta.store_range @STBUF[0 to 7] pop_prev push_prev
  // CHECK-NEXT: vta.push store -> compute
  // CHECK-NEXT: vta.pop compute -> load thread 2 at 32
  vta.push store -> compute
  vta.pop compute -> load thread 2 at 0x20
}

// Instructions of the hardware.
// CHECK-LABEL: vta.program @hardware config <LOG_ACC_BUFF_SIZE = 18, LOG_BATCH = 1, LOG_INP_BUFF_SIZE = 16> {
vta.program @hardware config <LOG_ACC_BUFF_SIZE = 18, LOG_INP_BUFF_SIZE = 16, LOG_BATCH = 1> {
  // CHECK-NEXT: vta.dram @x input size 16384
  // CHECK-NEXT: vta.dram @w constant size 4 data dense<[1, 2, -1, 4]> : tensor<4xi8>
  // CHECK-NEXT: vta.dram @y output size 4096
  // CHECK-NEXT: vta.dram @t temporary size 0
  vta.dram @x input size 16384
  vta.dram @w constant size 4 data dense<[1, 2, -1, 4]> : tensor<4xi8>
  vta.dram @y output size 4096
  vta.dram @t temporary size 0
  // CHECK-NEXT: vta.uops (0, 0, 0), (5, 7, 3)
  vta.uops (0, 0, 0), (5, 7, 3)
  // CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  // CHECK-NEXT: vta.load inp sram 0 dram @x[16] size 4 by 4 stride 16 pad [1, 0, 1, 1] push_next
  // CHECK-NEXT: vta.load wgt sram 0 dram[0] size 0 by 0 stride 0 pop_next thread 1
  // CHECK-NEXT: vta.gemm uops 0 until 2 outer 7 [14, 16, 0] inner 14 [1, 1, 0] pop_prev
  // CHECK-NEXT: vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 98 [1, 0, 0] push_prev
  // CHECK-NEXT: vta.alu shr use_imm imm -8 uops 0 until 1 outer 1 [0, 0] inner 98 [1, 1]
  // CHECK-NEXT: vta.alu mul uops 0 until 1 outer 1 [0, 0] inner 98 [1, 1] push_next
  // CHECK-NEXT: vta.store out sram 32 dram @y[0] size 1 by 8 stride 8 pop_prev push_prev
  // CHECK-NEXT: vta.finish
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.load inp sram 0 dram @x[16] size 4 by 4 stride 16 pad [1, 0, 1, 1] push_next
  vta.load wgt sram 0 dram[0] size 0 by 0 stride 0 pop_next thread 1
  vta.gemm uops 0 until 2 outer 7 [14, 16, 0] inner 14 [1, 1, 0] pop_prev
  vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 98 [1, 0, 0] push_prev
  vta.alu shr use_imm imm -8 uops 0 until 1 outer 1 [0, 0] inner 98 [1, 1]
  vta.alu mul uops 0 until 1 outer 1 [0, 0] inner 98 [1, 1] push_next
  vta.store out sram 32 dram @y[0] size 1 by 8 stride 8 pop_prev push_prev
  vta.finish
}

// A parameter with its default is as one that is left out.
// CHECK-LABEL: vta.program @defaults config <> {
vta.program @defaults config <LOG_BLOCK = 4, TARGET = "sim"> {
}

// CHECK-LABEL: vta.program @texts config <HW_VER = "0.0.1", MEM_LATENCY = 100, TARGET = "pynq"> {
vta.program @texts config <TARGET = "pynq", HW_VER = "0.0.1", MEM_LATENCY = 100> {
}

// Virtual threads: intervals of contexts, and what they share.
// CHECK-LABEL: vta.program @threads
vta.program @threads {
  vta.sram @A size 51
  vta.sram @B size 51
  // CHECK: vta.vthreads 4 contexts 2 {
  vta.vthreads 4 contexts 2 {
    // CHECK-NEXT: vta.load_range @A[0 to 24, 25 to 50]
    // CHECK-NEXT: vta.load_range @B[0 to 50]
    vta.load_range @A[0 to 24, 25 to 50]
    vta.load_range @B[0 to 50]
  }
}
