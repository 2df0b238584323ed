// The words of instructions and micro-ops, and both ways through a file.
// RUN: tvm-translate --vta-to-words %s | FileCheck %s
// RUN: tvm-translate --vta-to-binary %s -o %t.bin
// RUN: tvm-translate --binary-to-vta %t.bin -o %t.mlir
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: tvm-translate --vta-to-binary %t.mlir | cmp - %t.bin

vta.program @golden {
  vta.dram @x input size 16384
  vta.dram @w constant size 8 data dense<[1, 2, 3, 4, 5, 6, 7, -8]> : tensor<8xi8>
  vta.dram @weights temporary size 32768
  vta.dram @bias input size 8192
  vta.dram @y output size 4096
  // CHECK: 0x00000000
  // CHECK-NEXT: 0x00c03805
  vta.uops (0, 0, 0), (5, 7, 3), (2047, 2047, 1023), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)
  // CHECK-NEXT: 0xffffffff
  // CHECK-COUNT-6: 0x00000000

  // CHECK-NEXT: 0x1111001000040004_0000000400000140
  vta.load inp sram 0 dram @x[0x100] size 4 by 4 stride 16 pad [1, 1, 1, 1] push_next
  // CHECK-NEXT: 0x0000004800480001_0000000080000090
  vta.load wgt sram 0 dram @weights[0x20] size 1 by 72 stride 72 pop_next
  // CHECK-NEXT: 0x0000002000200001_0000000100008180
  vta.load acc sram 32 dram @bias[0x40] size 1 by 32 stride 32
  // CHECK-NEXT: 0x0000000900090001_0000000000000000
  vta.load uop sram 0 dram[0] size 1 by 9 stride 9
  // CHECK-NEXT: 0x0000000800080001_0000000200008229
  vta.store out sram 32 dram @y[0x80] size 1 by 8 stride 8 pop_prev push_prev
  // CHECK-NEXT: 0x000000020400080e_001c00380120006a
  vta.gemm uops 0 until 9 outer 7 [14, 16, 0] inner 14 [1, 1, 0] pop_prev push_prev push_next
  // CHECK-NEXT: 0x0000000000000800_00c4000800200082
  vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 98 [1, 0, 0]
  // CHECK-NEXT: 0x0008b00200000800_00c4000801400904
  vta.alu shr use_imm imm 8 uops 9 until 10 outer 1 [0, 0] inner 98 [1, 1]
  // CHECK-NEXT: 0xffff900200000800_00c4000801400944
  vta.alu max use_imm imm -1 uops 9 until 10 outer 1 [0, 0] inner 98 [1, 1] push_next
  // An immediate that is not used is kept.
  // CHECK-NEXT: 0x00052{{.*}}
  vta.alu add imm 5 uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0]
  // Nothing but tokens.
  // CHECK-NEXT: 0x0000000000000000_0000000000000110
  vta.load inp sram 0 dram[0] size 0 by 0 stride 0 pop_next
  // CHECK-NEXT: 0x0000000000000000_0000000000000003
  vta.finish
}

// IR: vta.program @program {
// IR-NEXT: vta.dram @x input size 16384
// IR-NEXT: vta.dram @w constant size 8 data dense<[1, 2, 3, 4, 5, 6, 7, -8]> : tensor<8xi8>
// IR-NEXT: vta.dram @weights temporary size 32768
// IR-NEXT: vta.dram @bias input size 8192
// IR-NEXT: vta.dram @y output size 4096
// IR-NEXT: vta.uops (0, 0, 0), (5, 7, 3), (2047, 2047, 1023), (0, 0, 0)
// IR-NEXT: vta.load inp sram 0 dram @x[256] size 4 by 4 stride 16 pad [1, 1, 1, 1] push_next
// IR-NEXT: vta.load wgt sram 0 dram @weights[32] size 1 by 72 stride 72 pop_next
// IR-NEXT: vta.load acc sram 32 dram @bias[64] size 1 by 32 stride 32
// IR-NEXT: vta.load uop sram 0 dram[0] size 1 by 9 stride 9
// IR-NEXT: vta.store out sram 32 dram @y[128] size 1 by 8 stride 8 pop_prev push_prev
// IR-NEXT: vta.gemm uops 0 until 9 outer 7 [14, 16, 0] inner 14 [1, 1, 0] pop_prev push_prev push_next
// IR-NEXT: vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 98 [1, 0, 0]
// IR-NEXT: vta.alu shr use_imm imm 8 uops 9 until 10 outer 1 [0, 0] inner 98 [1, 1]
// IR-NEXT: vta.alu max use_imm imm -1 uops 9 until 10 outer 1 [0, 0] inner 98 [1, 1] push_next
// IR-NEXT: vta.alu add imm 5 uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0]
// IR-NEXT: vta.load inp sram 0 dram[0] size 0 by 0 stride 0 pop_next
// IR-NEXT: vta.finish
