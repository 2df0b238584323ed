// RUN: tvm-opt %s --transform-interpreter -split-input-file -verify-diagnostics

// (P1) Callers do not know of another layout of what they pass at run time.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32>, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected a buffer that the kernel allocates, or a constant}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// (P1) Sizes that are not known.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<?x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<?x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<?x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<?x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{cannot transform the layout of a buffer of 'B': expected a buffer of static shape, of rank 1 at least}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// (P1) A layout over other dimensions.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected a layout over 2 dimensions, got one over 1}}
    schedule.transform_layout %b capture 0 to affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

// (P2) Something else than a block uses it.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    // expected-note @+1 {{here}}
    memref.dealloc %w : memref<3x6xf32>
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected only blocks to use it}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// (P2) Subscripts that data decides.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          // expected-note @+1 {{here}}
          %0 = memref.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected affine accesses only}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// (P3) Two elements at one place.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected a layout with a place for every element}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (i + j)>
    transform.yield
  }
}

// -----

// (P3) Places in front of the buffer.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected places that are not negative}}
    schedule.transform_layout %b capture 0 to affine_map<(i, j) -> (i, j - 1)>
    transform.yield
  }
}

// -----

// There is no such capture.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected one of 2 captures, got #7}}
    schedule.transform_layout %b capture 7 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// There is no such capture.
module attributes {transform.with_named_sequence} {
  func.func @f(%w: memref<3x6xf32> {graph.constant}, %y: memref<3x6xf32>) {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 6 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%w, %y : memref<3x6xf32>, memref<3x6xf32>) do {
        ^bb0(%vi: index, %vj: index, %x: memref<3x6xf32>, %z: memref<3x6xf32>):
          %0 = affine.load %x[%vi, %vj] : memref<3x6xf32>
          affine.store %0, %z[%vi, %vj] : memref<3x6xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = schedule.get_block "B" in %root
    // expected-error @+1 {{expected one of 2 captures, got #-1}}
    schedule.transform_layout %b capture -1 to affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

// Places that are too many.
module attributes {transform.with_named_sequence} {
  func.func @far(%x: memref<8xf32> {graph.constant}, %y: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        %0 = affine.load %s[%v] : memref<8xf32>
        affine.store %0, %d[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @below {{expected places that are not negative, at most 2147483648 of them}}
    schedule.transform_layout %c capture 0 to affine_map<(i) -> (i * 4611686018427387904, i)>
    transform.yield
  }
}

// -----

// Vectors of it are loaded.
module attributes {transform.with_named_sequence} {
  func.func @vectors(%x: memref<8xf32> {graph.constant}, %y: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      // expected-note @below {{in the kernel, here}}
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x, %y : memref<8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %s: memref<8xf32>, %d: memref<8xf32>):
        // expected-note @below {{here}}
        %0 = vector.load %s[%v] : memref<8xf32>, vector<1xf32>
        %1 = vector.extract %0[0] : f32 from vector<1xf32>
        affine.store %1, %d[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    // expected-error @below {{expected affine accesses only}}
    schedule.transform_layout %c capture 0 to affine_map<(i) -> (7 - i)>
    transform.yield
  }
}
