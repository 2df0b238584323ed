// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%x: memref<16x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
      ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
        %0 = affine.load %m[%v, %w] : memref<16x16xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %m[%v, %w + 1] : memref<16x16xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P2) a read of what the lane before wrote.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `%0 = affine.load %m` {{'C' reads the same element later, here}}
// expected-note at `affine.store %1` {{'C' writes first, here}}
// expected-error @below {{cannot vectorize: it breaks a read-after-write dependence of block 'C' on block 'C'}}
schedule.vectorize %j

// CASE: (P1) a loop inside.
// EDIT: `%w + 1` -> `%w`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %j` {{a loop inside}}
// expected-error @below {{cannot vectorize: expected an innermost loop}}
schedule.vectorize %i

// CASE: (P2) Copies of an unrolled body run one after another: lanes would read what
// another one has yet to write.
// EDIT: `: memref<16x16xf32>)` -> `: memref<10x10xf32>)`
// EDIT: `%j = 0 to 8` -> `%j = 0 to 2`
// LINES: `%0 = affine.load %m` to `affine.store`
//| %0 = affine.load %m[%v, %w + 1] : memref<10x10xf32>
//| affine.store %0, %m[%v + 1, %w] : memref<10x10xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %m` {{'C' reads the same element later, here}}
// expected-note at `affine.store %0` {{'C' writes first, here}}
schedule.unroll %j
// expected-error @below {{cannot vectorize: it breaks a read-after-write dependence}}
schedule.vectorize %i

// PAYLOAD
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<10xf32>, memref<10xf32>) do {
    ^bb0(%v: index, %x: memref<10xf32>, %y: memref<10xf32>):
      %0 = affine.load %x[%v] : memref<10xf32>
      affine.store %0, %y[%v] : memref<10xf32>
      te.yield
    }
  } {te.kind = "parallel"}
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P1) a marked loop.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot vectorize: expected a serial loop, got one that is parallel}}
schedule.vectorize %i

// CASE: Accesses that are unknown.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `te.block "C"`
//| func.call @f() : () -> ()
// LINES: `} {te.kind = "parallel"}`
//| }
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot vectorize: no proof where an operation's accesses are unknown}}
schedule.vectorize %i

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

// CASE: (P3) lanes of a fused loop join in several elements.
// expected-note at `affine.for %j` {{in the kernel, here}}
// expected-note at `te.block "C"` {{this block}}
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
%f = schedule.fuse %j, %k
// expected-error @below {{cannot vectorize: expected a loop that does not fuse spatial and reduction axes of a block}}
schedule.vectorize %f

// PAYLOAD
func.func @kernel(%x: memref<8x2xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 2 {
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%x, %y : memref<8x2xf32>, memref<8xf32>) init {
      ^bb0(%v: index, %r: index, %m: memref<8x2xf32>, %n: memref<8xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %n[%v] : memref<8xf32>
        te.yield
      } do {
      ^bb0(%v: index, %r: index, %m: memref<8x2xf32>, %n: memref<8xf32>):
        %0 = affine.load %m[%v, %r] : memref<8x2xf32>
        %1 = affine.load %n[%v] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %n[%v] : memref<8xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P1) a reduction in an unrolled loop.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %k` {{a loop inside}}
%c = schedule.get_block "C" in %root
%i, %k = schedule.get_loops of %c
schedule.unroll %k
// expected-error @below {{cannot vectorize: expected an innermost loop, or one around a vectorized loop of an element-wise block, or around unrolled loops of a block without a reduction}}
schedule.vectorize %i
