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

// CASE: No such block.
// expected-error @below {{expected one block 'D', got 0}}
%c = schedule.get_block "D" in %root

// CASE: No such function.
// expected-error @below {{expected one function 'f', got 0}}
%c = schedule.get_kernel "f" in %root

// CASE: Another number of loops.
// expected-note at `te.block "C"` {{the block}}
%c = schedule.get_block "C" in %root
// expected-error @below {{expected 2 loops around 'C', got 1}}
%i, %j = schedule.get_loops of %c

// PAYLOAD
func.func @kernel(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
      %0 = affine.load %y[%v + 8] : memref<16xf32>
      affine.store %0, %x[%v] : memref<16xf32>
      te.yield
    }
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<16xf32>, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32>, %y: memref<16xf32>):
      %0 = affine.load %x[%v] : memref<16xf32>
      affine.store %0, %y[%v] : memref<16xf32>
      te.yield
    }
  }
  return
}

// CASE: Two blocks of one name.
// expected-note at `te.block "C"`#1 {{one of them}}
// expected-note at `te.block "C"`#2 {{one of them}}
// expected-error @below {{expected one block 'C', got 2}}
%c = schedule.get_block "C" in %root
