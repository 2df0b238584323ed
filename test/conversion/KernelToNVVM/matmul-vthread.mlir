// RUN: tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-ptx | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s
// RUN: %if ptxas %{ tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-nvvm --gpu-module-to-binary='format=bin toolkit=%cuda' | FileCheck %s --check-prefix=CUBIN %}
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply,kernel-to-ptx{strict})' | FileCheck %s --check-prefix=STRICT

// Four virtual threads of 4 x 4 elements each: their statements alternate, the 64 accumulators are registers, and four
// neighbours in shared memory are one load.
// CHECK: .visible .entry matmul_kernel(
// CHECK-NOT: .local
// CHECK: bar.sync 0;
// CHECK: ld.shared.v4.b32
// CHECK-COUNT-512: fma.rn.f32
// CHECK-NOT: fma.rn.f32
// CHECK: bra
// CHECK-NOT: ld.shared
// CHECK-COUNT-64: st.global.b32
// CHECK-NOT: st.
// CHECK: ret;

// Every product and every sum is rounded.
// STRICT-NOT: fma.rn
// STRICT: add.rn.f32
// STRICT-NOT: fma.rn

// ptxas takes it.
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
    %io, %jo, %il, %jl = schedule.tile %i, %j by [32, 32]
    %t = schedule.compute_at %c, %jo
    schedule.set_scope %t to "local"
    %i0, %j0, %ti, %tj, %k = schedule.get_loops of %t
    %ko, %kl = schedule.split %k by [0, 8]
    %tvi, %tti, %tii = schedule.split %ti by [2, 4, 4]
    %tvj, %ttj, %tij = schedule.split %tj by [2, 4, 4]
    schedule.reorder %ko, %tti, %ttj, %kl, %tvi, %tvj, %tii, %tij
    %a = schedule.cache_read %t, 0 to "shared" at %ko
    %b = schedule.cache_read %t, 1 to "shared" at %ko
    %init = schedule.decompose_reduction %t, %ko
    schedule.bind %io to "blockIdx.y"
    schedule.bind %jo to "blockIdx.x"
    %i1, %j1, %iti, %itj, %ivi, %ivj, %iii, %iij = schedule.get_loops of %init
    schedule.bind %iti to "threadIdx.y"
    schedule.bind %itj to "threadIdx.x"
    %a0, %a1, %a2, %ai, %aj = schedule.get_loops of %a
    %b0, %b1, %b2, %bi, %bj = schedule.get_loops of %b
    %af = schedule.fuse %ai, %aj
    %afo, %afy, %afx = schedule.split %af by [0, 4, 4]
    %bf = schedule.fuse %bi, %bj
    %bfo, %bfy, %bfx = schedule.split %bf by [0, 4, 4]
    schedule.bind %afy to "threadIdx.y"
    schedule.bind %afx to "threadIdx.x"
    schedule.bind %bfy to "threadIdx.y"
    schedule.bind %bfx to "threadIdx.x"
    schedule.bind %tti to "threadIdx.y"
    schedule.bind %ttj to "threadIdx.x"
    schedule.virtual_thread %tvi
    schedule.virtual_thread %tvj
    schedule.unroll %tii
    schedule.unroll %tij
    schedule.unroll %kl
    %wvi, %wti, %wii = schedule.split %il by [2, 4, 4]
    %wvj, %wtj, %wij = schedule.split %jl by [2, 4, 4]
    schedule.reorder %wti, %wtj, %wvi, %wvj, %wii, %wij
    schedule.bind %wti to "threadIdx.y"
    schedule.bind %wtj to "threadIdx.x"
    schedule.virtual_thread %wvi
    schedule.virtual_thread %wvj
    schedule.unroll %wii
    schedule.unroll %wij
    schedule.unroll %iii
    schedule.unroll %iij
    schedule.virtual_thread %ivi
    schedule.virtual_thread %ivj
    transform.yield
  }
}
