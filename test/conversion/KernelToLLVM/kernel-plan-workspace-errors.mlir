// RUN: tvm-opt %s -allow-unregistered-dialect -split-input-file --kernel-plan-workspace -verify-diagnostics

// A size that depends on data.
module @data {
  func.func @data(%a: memref<1xindex>) {
    %c0 = arith.constant 0 : index
    %n = memref.load %a[%c0] : memref<1xindex>
    // expected-error @+1 {{has a size that is no expression of the dims of the kernel's arguments}}
    %t = memref.alloc(%n) : memref<?xf32>
    "test.use"(%t) : (memref<?xf32>) -> ()
    return
  }
}

// -----

// A size that depends on a loop.
module @loop {
  func.func @loop(%a: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-error @+1 {{has a size that is no expression of the dims of the kernel's arguments}}
      %t = memref.alloc(%i) : memref<?xf32>
      "test.use"(%t) : (memref<?xf32>) -> ()
    }
    return
  }
}

// -----

// A layout.
module @layout {
  func.func @layout(%a: memref<8xf32>) {
    // expected-error @+1 {{expected identity layout, got 'memref<8xf32, strided<[2]>>'}}
    %t = memref.alloc() : memref<8xf32, strided<[2]>>
    "test.use"(%t) : (memref<8xf32, strided<[2]>>) -> ()
    return
  }
}

// -----

// Elements without a size.
module @element {
  func.func @element(%a: memref<8xf32>) {
    // expected-error @+1 {{has no size for elements of type 'complex<f32>'}}
    %t = memref.alloc() : memref<8xcomplex<f32>>
    "test.use"(%t) : (memref<8xcomplex<f32>>) -> ()
    return
  }
}
