// RUN: tvm-opt %s --te-lower-hardware-intrins | FileCheck %s

// An instruction that the module defines is called, on casts of its buffers;
// another one stays; declarations go.
// CHECK-NOT: te.tensor_intrin
// CHECK: func.func @f(%[[A:.*]]: memref<8xf32>, %[[B:.*]]: memref<8xf32, strided<[2]>>)
// CHECK: %[[CAST:.*]] = memref.cast %[[A]] : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK: call @known(%[[CAST]], %[[B]]) :
// CHECK: te.hardware_intrin "unknown"(w %[[A]] : memref<8xf32>)
// CHECK-NOT: te.tensor_intrin
func.func @f(%a: memref<8xf32>, %b: memref<8xf32, strided<[2]>>) {
  te.hardware_intrin "known"(r %a : memref<8xf32>, w %b : memref<8xf32, strided<[2]>>)
  te.hardware_intrin "unknown"(w %a : memref<8xf32>)
  return
}
func.func private @known(memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[2]>>)
te.tensor_intrin @i {
  %c = arith.constant 1.0 : f32
  %0 = te.compute [8] spatial 1 {
  ^bb0(%i: index):
    te.yield %c : f32
  } : tensor<8xf32>
  te.yield %0 : tensor<8xf32>
} compute {
^bb0(%y: memref<8xf32>):
  te.hardware_intrin "known"(w %y : memref<8xf32>)
  te.yield
}
