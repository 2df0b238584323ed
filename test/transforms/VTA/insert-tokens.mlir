// RUN: tvm-opt %s --vta-insert-tokens --split-input-file | FileCheck %s
// RUN: tvm-opt %s --vta-insert-tokens --vta-check --split-input-file -o /dev/null
// RUN: tvm-opt %s --vta-insert-tokens --vta-fold-tokens --vta-check --split-input-file -o /dev/null

// A buffer that is written, read and written again keeps this order.
// CHECK-LABEL: @chain
// CHECK: vta.load_range @A[0 to 7]
// CHECK-NEXT: vta.push load -> compute
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.execute @A[0 to 7] -> @B[0 to 7]
// CHECK-NEXT: vta.push compute -> load
// CHECK-NEXT: vta.push compute -> store
// CHECK-NEXT: vta.pop compute -> store
// CHECK-NEXT: vta.store_range @B[0 to 7]
// CHECK-NEXT: vta.pop compute -> load
// CHECK-NEXT: vta.load_range @A[4 to 7]
// CHECK-NEXT: }
vta.program @chain {
  vta.sram @A size 8
  vta.sram @B size 8
  vta.load_range @A[0 to 7]
  vta.execute @A[0 to 7] -> @B[0 to 7]
  vta.store_range @B[0 to 7]
  vta.load_range @A[4 to 7]
}

// -----

// One token orders all that stands before it; what does not conflict is not
// ordered.
// CHECK-LABEL: @few
// CHECK: vta.load_range @A[0 to 7]
// CHECK-NEXT: vta.load_range @B[0 to 7]
// CHECK-NEXT: vta.push load -> compute
// CHECK-NEXT: vta.load_range @B[8 to 15]
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.execute @A[0 to 7], @B[0 to 7] -> @C[0 to 7]
// CHECK-NEXT: vta.execute @A[0 to 7], @B[0 to 7] -> @C[8 to 15]
// CHECK-NEXT: }
vta.program @few {
  vta.sram @A size 8
  vta.sram @B size 16
  vta.sram @C size 16
  vta.load_range @A[0 to 7]
  vta.load_range @B[0 to 7]
  vta.load_range @B[8 to 15]
  vta.execute @A[0 to 7], @B[0 to 7] -> @C[0 to 7]
  vta.execute @A[0 to 7], @B[0 to 7] -> @C[8 to 15]
}

// -----

// Buffers of one memory are the same where they overlap.
// CHECK-LABEL: @alias
// CHECK: vta.load_range @A[0 to 7]
// CHECK-NEXT: vta.push load -> compute
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.execute @B[0 to 3] -> @C[0 to 3]
vta.program @alias {
  vta.sram @A size 8 in inp at 0
  vta.sram @B size 8 in inp at 4
  vta.sram @C size 8 in acc at 0
  vta.load_range @A[0 to 7]
  vta.execute @B[0 to 3] -> @C[0 to 3]
}

// -----

// Through DRAM: load waits for store by way of compute. At the end compute
// waits for all.
// CHECK-LABEL: @dram
// CHECK: vta.alu
// CHECK-NEXT: vta.push compute -> store
// CHECK-NEXT: vta.pop compute -> store
// CHECK-NEXT: vta.store out
// CHECK-NEXT: vta.push store -> compute
// CHECK-NEXT: vta.pop store -> compute
// CHECK-NEXT: vta.push compute -> load
// CHECK-NEXT: vta.pop compute -> load
// CHECK-NEXT: vta.load inp
// CHECK-NEXT: vta.push load -> compute
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.finish
vta.program @dram {
  vta.dram @x input size 64
  vta.dram @t temporary size 16
  vta.uops (0, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  vta.load acc sram 0 dram @x[0] size 1 by 1 stride 1
  vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0]
  vta.store out sram 0 dram @t[0] size 1 by 1 stride 1
  vta.load inp sram 0 dram @t[0] size 1 by 1 stride 1
  vta.finish
}

// -----

// Elements that loops and micro-ops reach: 2, 4, 6, 8 are stored in part;
// 1, 3, 5, 7 are not, and wait for nothing but the loads.
// CHECK-LABEL: @strided
// CHECK: vta.load wgt
// CHECK-NEXT: vta.push load -> compute
// CHECK: vta.alu
// CHECK-NEXT: vta.push compute -> store
// CHECK-NEXT: vta.pop compute -> store
// CHECK-NEXT: vta.store out sram 2
// CHECK-NEXT: vta.push store -> compute
// CHECK-NEXT: vta.gemm reset uops 0 until 1
// CHECK-NEXT: vta.pop load -> compute
// CHECK-NEXT: vta.gemm uops 0 until 1
// CHECK-NEXT: vta.pop store -> compute
// CHECK-NEXT: vta.finish
vta.program @strided {
  vta.dram @x input size 1024
  vta.dram @w input size 1024
  vta.dram @y output size 1024
  vta.uops (1, 0, 0), (2, 0, 0)
  vta.load inp sram 0 dram @x[0] size 1 by 1 stride 1
  vta.load inp sram 1 dram @x[0] size 1 by 1 stride 1
  vta.load wgt sram 0 dram @w[0] size 1 by 1 stride 1
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.gemm reset uops 1 until 2 outer 4 [2, 0, 0] inner 1 [0, 0, 0]
  vta.alu add use_imm imm 1 uops 1 until 2 outer 1 [0, 0] inner 1 [0, 0]
  vta.store out sram 2 dram @y[0] size 1 by 1 stride 1
  vta.gemm reset uops 0 until 1 outer 4 [2, 0, 0] inner 1 [0, 0, 0]
  vta.gemm uops 0 until 1 outer 4 [2, 0, 0] inner 1 [0, 0, 0]
  vta.finish
}
