// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v] : memref<10xf32>
      affine.store %0, %y[%v] : memref<10xf32>
      te.yield
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: A factor of 0.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{expected a positive factor to partition by, got 0}}
%r = schedule.loop_partition %i by 0

// CASE: (P1) a marked loop.
// LINES: `}`#2
//| } {te.kind = "vectorized"}
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected a serial loop, got one that is vectorized}}
%r = schedule.loop_partition %i by 4

// CASE: (P1) a step.
// EDIT: `to 10 {` -> `to 10 step 2 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected a loop from 0 in steps of 1 to one bound}}
%r = schedule.loop_partition %i by 4

// CASE: (P3) too much.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, 10, got [4, 0, 8]}}
%r0, %r1 = schedule.loop_partition %i into [4, 0, 8]

// CASE: (P3) nothing is left.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, 10, got [4, 0, 6]}}
%r0, %r1 = schedule.loop_partition %i into [4, 0, 6]

// CASE: (P3) something is left.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, 10, got [4, 5]}}
%r0 = schedule.loop_partition %i into [4, 5]

// CASE: (P3) two zeros.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, 10, got [0, 4, 0]}}
%r0, %r1 = schedule.loop_partition %i into [0, 4, 0]

// CASE: (P3) a negative extent.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, 10, got [-1, 0]}}
%r0 = schedule.loop_partition %i into [-1, 0]

// PAYLOAD
func.func @kernel(%a: memref<16x8xf32>, %b: memref<8x12xf32>, %c: memref<16x12xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 8 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k)
            captures(%a, %b, %c : memref<16x8xf32>, memref<8x12xf32>, memref<16x12xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi, %vj] : memref<16x12xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %x: memref<16x8xf32>, %y: memref<8x12xf32>, %z: memref<16x12xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %y[%vk, %vj] : memref<8x12xf32>
          %2 = arith.mulf %0, %1 : f32
          %3 = affine.load %z[%vi, %vj] : memref<16x12xf32>
          %4 = arith.addf %3, %2 : f32
          affine.store %4, %z[%vi, %vj] : memref<16x12xf32>
          te.yield
        }
      }
    }
  }
  return
}

// CASE: (P2) the loop fuses a spatial and a reduction axis.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `te.block "C"` {{this block}}
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%f = schedule.fuse %j, %k
// expected-error @below {{cannot partition: expected loops that bind axes of one kind}}
%r = schedule.loop_partition %f by 5

// PAYLOAD
func.func @kernel(%a: memref<4x8xf32>, %b: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "B" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<4x8xf32>, memref<4xf32>) init {
      ^bb0(%v: index, %r: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %y[%v] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %0 = affine.load %x[%v, %r] : memref<4x8xf32>
        %1 = affine.load %y[%v] : memref<4xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %y[%v] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) The first nest would neither run nor initialise, the second one go on.
// expected-note at `te.block "B"` {{this block}}
// expected-note at `te.block "B"` {{in the kernel, here}}
%b = schedule.get_block "B" in %root
%u = schedule.add_unit_loop %b
// expected-error @below {{cannot partition: expected loops that bind axes of one kind, from where the block is initialised on}}
%rest = schedule.loop_partition %u by 4

// PAYLOAD
%x = memref.alloc() : memref<8xf32>
affine.for %i = 0 to 8 {
  te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
  ^bb0(%v: index, %d: memref<8xf32>):
    %0 = affine.load %d[%v] : memref<8xf32>
    affine.store %0, %d[%v] : memref<8xf32>
    te.yield
  }
}

// CASE: No function around it.
// expected-note at `affine.for %i` {{this operation}}
%i = transform.structured.match ops{["affine.for"]} in %root : (!transform.any_op) -> !transform.any_op
%l = transform.cast %i : !transform.any_op to !transform.any_op
// expected-error @below {{expected a function around 'affine.for'}}
%r = schedule.loop_partition %l by 3

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<?xf32>, memref<?xf32>) do {
    ^bb0(%v: index, %x: memref<?xf32>, %y: memref<?xf32>):
      %0 = affine.load %x[%v] : memref<?xf32>
      affine.store %0, %y[%v] : memref<?xf32>
      te.yield
    }
  }
  return
}

// CASE: (P3) an unknown trip count.
// expected-note at `affine.for %i` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{cannot partition: expected positive extents that add up to the trip count, which is unknown}}
%r0 = schedule.loop_partition %i into [1, 0]
