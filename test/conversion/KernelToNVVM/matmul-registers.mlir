// RUN: tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-ptx | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s
// RUN: %if ptxas %{ tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-nvvm --gpu-module-to-binary='format=bin toolkit=%cuda' | FileCheck %s --check-prefix=CUBIN %}

// A tile of accumulators in local scope: a thread keeps its own one in a register, and stores it once.
// CHECK: .visible .entry matmul_kernel(
// CHECK-NOT: .local
// CHECK: [[NEXT:\$L.*]]:
// CHECK-NOT: st.global
// CHECK: bar.sync 0;
// CHECK-NOT: st.global
// CHECK: bar.sync 0;
// CHECK-NOT: st.global
// CHECK: bra [[NEXT]];
// CHECK: st.global
// CHECK-NOT: st.global
// CHECK: ret;
// CUBIN: gpu.binary @matmul_kernel [#gpu.object<{{.*}}\7FELF
module attributes {transform.with_named_sequence} {
  func.func @matmul(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = te.compute [64, 64, 64] spatial 2 reduce sum tag "C" {
    ^bb0(%i: index, %j: index, %k: index):
      %x = te.read %a[%i, %k] : tensor<64x64xf32>
      %y = te.read %b[%k, %j] : tensor<64x64xf32>
      %z = arith.mulf %x, %y : f32
      te.yield %z : f32
    } : tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %w = schedule.cache_write %c
    %i, %j = schedule.get_loops of %w
    %io, %jo, %il, %jl = schedule.tile %i, %j by [16, 16]
    %t = schedule.compute_at %c, %jo
    schedule.set_scope %t to "local"
    %i0, %j0, %ti, %tj, %k = schedule.get_loops of %t
    %ko, %kl = schedule.split %k by [0, 16]
    schedule.reorder %ko, %ti, %tj, %kl
    %a = schedule.cache_read %t, 0 to "shared" at %ko
    %b = schedule.cache_read %t, 1 to "shared" at %ko
    %init = schedule.decompose_reduction %t, %ko
    %i1, %j1, %ii, %ij = schedule.get_loops of %init
    %a0, %a1, %a2, %ai, %aj = schedule.get_loops of %a
    %b0, %b1, %b2, %bi, %bj = schedule.get_loops of %b
    schedule.bind %io to "blockIdx.y"
    schedule.bind %jo to "blockIdx.x"
    schedule.bind %ii to "threadIdx.y"
    schedule.bind %ij to "threadIdx.x"
    schedule.bind %ai to "threadIdx.y"
    schedule.bind %aj to "threadIdx.x"
    schedule.bind %bi to "threadIdx.y"
    schedule.bind %bj to "threadIdx.x"
    schedule.bind %ti to "threadIdx.y"
    schedule.bind %tj to "threadIdx.x"
    schedule.bind %il to "threadIdx.y"
    schedule.bind %jl to "threadIdx.x"
    transform.yield
  }
}
