// A module says what it is compiled for, and the distribution's own mlir-opt schedules
// it for that machine.
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(builtin.module(convert-te-to-loops,schedule-generate,schedule-apply,func.func(te-lower-blocks,canonicalize,vectorize-marked-loops)))' %s | FileCheck %s
// RUN: sed 's/512/128/; s/"cores" = 8/"cores" = 1/' %s > %t.mlir
// RUN: mlir-opt-22 --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(builtin.module(convert-te-to-loops,schedule-generate,schedule-apply,func.func(te-lower-blocks,canonicalize,vectorize-marked-loops)))' %t.mlir | FileCheck %s --check-prefix=NARROW

// CHECK: vector<16xf32>
// NARROW-NOT: vector<16xf32>
// NARROW: vector<4xf32>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "cores" = 8 : i64>>} {
  module @kernel {
    func.func @double(%x: tensor<4096xf32>) -> tensor<4096xf32> {
      %y = te.compute [4096] spatial 1 {
      ^bb0(%i: index):
        %a = te.read %x[%i] : tensor<4096xf32>
        %0 = arith.addf %a, %a : f32
        te.yield %0 : f32
      } : tensor<4096xf32>
      return %y : tensor<4096xf32>
    }
  }
}
