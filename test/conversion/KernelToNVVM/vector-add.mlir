// RUN: tvm-opt %s --convert-te-to-loops --schedule-apply --kernel-to-ptx | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s
// RUN: tvm-opt %s --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply,kernel-to-ptx{chip=sm_90})' | sed -e 's/\\0A/\n/g' -e 's/\\09/ /g' | FileCheck %s --check-prefix=SM90

// The host launches nothing where there is nothing; a thread beyond the end jumps over everything.
// SM90: .target sm_90
// CHECK-LABEL: func.func @vadd(
// CHECK: scf.if
// CHECK: gpu.launch_func @vadd_kernel::@vadd_kernel blocks in (%{{.*}}, %c1, %c1) threads in (%c32, %c1, %c1)
// CHECK: gpu.binary @vadd_kernel [#gpu.object<#nvvm.target<chip = "sm_80">
// CHECK: .target sm_80
// CHECK: .visible .entry vadd_kernel(
// CHECK: .maxntid 32, 1, 1
// CHECK: mov.u32 [[BLOCK:.*]], %ctaid.x;
// CHECK: mov.u32 [[THREAD:.*]], %tid.x;
// CHECK: setp.{{.*}} [[BEYOND:%p[0-9]+]]
// CHECK: @[[BEYOND]] bra [[END:.*]];
// CHECK: ld.global.b32
// CHECK: ld.global.b32
// CHECK: add.f32
// CHECK: st.global.b32
// CHECK: [[END]]:
// CHECK: ret;
module attributes {transform.with_named_sequence} {
  func.func @vadd(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %c = te.compute [%n] spatial 1 tag "C" {
    ^bb0(%i: index):
      %0 = te.read %a[%i] : tensor<?xf32>
      %1 = te.read %b[%i] : tensor<?xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    } : tensor<?xf32>
    return %c : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    %xo, %xi = schedule.split %i by [0, 32]
    schedule.reorder %xi, %xo
    schedule.bind %xo to "blockIdx.x"
    schedule.bind %xi to "threadIdx.x"
    transform.yield
  }
}
