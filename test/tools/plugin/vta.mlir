// Programs of VTA in the distribution's own mlir-opt.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(vta.program(vta-insert-tokens,vta-fold-tokens,vta-check))' %s | FileCheck %s

// CHECK-LABEL: vta.program @copy {
// CHECK: vta.load acc sram 0 dram @x[0] size 1 by 4 stride 4 push_next
// CHECK-NEXT: vta.store out sram 0 dram @y[0] size 1 by 4 stride 4 pop_prev push_prev
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_next
// CHECK-NEXT: vta.finish
vta.program @copy {
  vta.dram @x input size 256
  vta.dram @y output size 64
  vta.load acc sram 0 dram @x[0] size 1 by 4 stride 4
  vta.store out sram 0 dram @y[0] size 1 by 4 stride 4
  vta.finish
}
