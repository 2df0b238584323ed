// RUN: tvm-opt %s --te-widen-floats -split-input-file | FileCheck %s

// Inputs keep their type; buffers, outputs and arithmetic are f64.
// CHECK-LABEL: func @softmax_part(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf64>, %{{.*}}: memref<4xi32>)
func.func @softmax_part(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xi32>) {
  // CHECK: memref.alloc() : memref<4xf64>
  %t = memref.alloc() : memref<4xf32>
  affine.for %i = 0 to 4 {
    // CHECK: captures({{.*}} : memref<4xf32>, memref<4xf64>)
    te.block "a" [true] affine_map<(i) -> (i)>(%i)
        captures(%x, %t : memref<4xf32>, memref<4xf32>)
        // CHECK: combine [0.000000e+00]
        combine [0.0 : f32] {
    // CHECK: ^bb0(%{{.*}}: f64, %{{.*}}: f64):
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      te.yield %s : f32
    } init {
    ^bb0(%vi: index, %a: memref<4xf32>, %b: memref<4xf32>):
      // CHECK: arith.constant 0.10000000149011612 : f64
      %c = arith.constant 0.1 : f32
      affine.store %c, %b[0] : memref<4xf32>
      te.yield
    } do {
    ^bb0(%vi: index, %a: memref<4xf32>, %b: memref<4xf32>):
      // CHECK: %[[X:.*]] = affine.load %{{.*}} : memref<4xf32>
      // CHECK: %[[WIDE:.*]] = arith.extf %[[X]] : f32 to f64
      // CHECK: math.exp %[[WIDE]] : f64
      %0 = affine.load %a[%vi] : memref<4xf32>
      %1 = math.exp %0 : f32
      %2 = affine.load %b[0] : memref<4xf32>
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %b[0] : memref<4xf32>
      te.yield
    }
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %t[0] : memref<4xf32>
    affine.store %0, %y[%i] : memref<4xf32>
    // CHECK: arith.fptosi %{{.*}} : f64 to i32
    %1 = arith.fptosi %0 : f32 to i32
    affine.store %1, %z[%i] : memref<4xi32>
  }
  return
}

// -----

// Conversions between floats disappear. Values of loops and branches are f64.
// CHECK-LABEL: func @conversions(%{{.*}}: memref<4xf16>, %{{.*}}: memref<f64>)
func.func @conversions(%x: memref<4xf16>, %y: memref<f16>) {
  %zero = arith.constant 0.0 : f32
  // CHECK: affine.for {{.*}} -> (f64)
  %sum = affine.for %i = 0 to 4 iter_args(%old = %zero) -> (f32) {
    // CHECK: arith.extf %{{.*}} : f16 to f64
    // CHECK-NEXT: arith.addf %{{.*}} : f64
    %0 = affine.load %x[%i] : memref<4xf16>
    %1 = arith.extf %0 : f16 to f32
    %2 = arith.addf %old, %1 : f32
    affine.yield %2 : f32
  }
  // CHECK-NOT: arith.truncf
  %narrow = arith.truncf %sum : f32 to f16
  affine.store %narrow, %y[] : memref<f16>
  return
}

// -----

// Elements of a constant table are widened when they are loaded.
memref.global "private" constant @table : memref<2xf32> = dense<[0.5, 1.5]>
// CHECK-LABEL: func @table_of_constants(
func.func @table_of_constants(%y: memref<2xf32>) {
  // CHECK: memref.get_global @table : memref<2xf32>
  %t = memref.get_global @table : memref<2xf32>
  affine.for %i = 0 to 2 {
    // CHECK: arith.extf %{{.*}} : f32 to f64
    %0 = memref.load %t[%i] : memref<2xf32>
    affine.store %0, %y[%i] : memref<2xf32>
  }
  return
}

// -----

// A buffer that is read and written is f64.
// CHECK-LABEL: func @in_place(%{{.*}}: memref<4xf64>)
func.func @in_place(%x: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    // CHECK-NOT: arith.extf
    %0 = affine.load %x[%i] : memref<4xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %x[%i] : memref<4xf32>
  }
  return
}
