// RUN: tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-ptx | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s
// RUN: %if ptxas %{ tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-nvvm --gpu-module-to-binary='format=bin toolkit=%cuda' | FileCheck %s --check-prefix=CUBIN %}

// The threads of a block fetch a tile of each operand together, wait, and wait again before they fetch the next one.
// CHECK: .visible .entry matmul_kernel(
// CHECK: .maxntid 16, 16, 1
// CHECK-DAG: .shared .align 16 .b8 {{.*}}[1024];
// CHECK-DAG: .shared .align 16 .b8 {{.*}}[1024];
// CHECK: [[NEXT:\$L.*]]:
// CHECK-NOT: bar.sync
// CHECK: ld.global
// CHECK: st.shared
// CHECK: ld.global
// CHECK: st.shared
// CHECK: bar.sync 0;
// CHECK-NOT: st.shared
// CHECK: ld.shared
// CHECK: bar.sync 0;
// CHECK-NOT: bar.sync
// CHECK: bra [[NEXT]];
// CHECK-NOT: bar.sync
// CHECK: ret;

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
    %i, %j, %k = schedule.get_loops of %c
    %io, %jo, %il, %jl = schedule.tile %i, %j by [16, 16]
    %ko, %kl = schedule.split %k by [0, 16]
    schedule.reorder %io, %jo, %ko, %il, %jl, %kl
    %a = schedule.cache_read %c, 0 to "shared" at %ko
    %b = schedule.cache_read %c, 1 to "shared" at %ko
    %init = schedule.decompose_reduction %c, %ko
    %i0, %j0, %ii, %ij = schedule.get_loops of %init
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
    schedule.bind %il to "threadIdx.y"
    schedule.bind %jl to "threadIdx.x"
    transform.yield
  }
}
