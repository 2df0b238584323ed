// RUN: %cases %s | tvm-opt --transform-interpreter --split-input-file -verify-diagnostics

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

// CASE: (P2) a reduction.
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises first, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
%c = schedule.get_block "C" in %root
%i, %j, %k = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.parallel %k

// PAYLOAD
func.func @kernel(%x: memref<16x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%x : memref<16x16xf32>) do {
      ^bb0(%v: index, %w: index, %m: memref<16x16xf32>):
        %0 = affine.load %m[%v, %w] : memref<16x16xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %m[%v + 1, %w] : memref<16x16xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) a read of what the iteration before wrote.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%0 = affine.load %m` {{'C' reads the same element later, here}}
// expected-note at `affine.store %1` {{'C' writes first, here}}
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
// expected-error @below {{cannot parallelize: it breaks a read-after-write dependence of block 'C' on block 'C'}}
schedule.parallel %i

// PAYLOAD
func.func private @f()
func.func @kernel(%a: memref<10xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    func.call @f() : () -> ()
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

// CASE: (P1) twice.
// LINES: `func.func private`
// LINES: `func.call`
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.parallel %i
// expected-error @below {{cannot parallelize: expected a serial loop, got one that is parallel}}
schedule.parallel %i

// CASE: Accesses that are unknown.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot parallelize: no proof where an operation's accesses are unknown}}
schedule.parallel %i
