// Kernels of a model are in modules of their own, beside the function that
// launches them. Each is listed for its own machine.
// RUN: tvm-opt %s --schedule-list-strategies="best=0" -o /dev/null | FileCheck %s

// CHECK-NOT: 'main'
// CHECK: kernel 'first'
// CHECK-NEXT: block 'copy'
// CHECK-NEXT: rule elementwise: {{[0-9]+}} strategies
// CHECK-NOT: 'main'
// CHECK: kernel 'second'
// CHECK-NEXT: block 'copy'
// CHECK-NEXT: rule elementwise: {{[0-9]+}} strategies
// CHECK-NOT: 'main'
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cores" = 2 : i64>>} {
  module @first {
    func.func @first(%a: memref<64xf32>, %b: memref<64xf32>) {
      affine.for %i = 0 to 64 {
        te.block "copy" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<64xf32>, memref<64xf32>) do {
        ^bb0(%vi: index, %ma: memref<64xf32>, %mb: memref<64xf32>):
          %x = affine.load %ma[%vi] : memref<64xf32>
          affine.store %x, %mb[%vi] : memref<64xf32>
          te.yield
        }
      }
      return
    }
  }
  module @second {
    func.func @second(%a: memref<8xf32>, %b: memref<8xf32>) {
      affine.for %i = 0 to 8 {
        te.block "copy" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
        ^bb0(%vi: index, %ma: memref<8xf32>, %mb: memref<8xf32>):
          %x = affine.load %ma[%vi] : memref<8xf32>
          affine.store %x, %mb[%vi] : memref<8xf32>
          te.yield
        }
      }
      return
    }
  }
  func.func @main(%a: memref<64xf32>) -> memref<64xf32> {
    return %a : memref<64xf32>
  }
}
