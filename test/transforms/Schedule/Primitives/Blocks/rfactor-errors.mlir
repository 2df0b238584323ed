// RUN: %cases %s | tvm-opt --pass-pipeline='builtin.module(convert-te-to-loops,schedule-apply)' -split-input-file -verify-diagnostics

// PAYLOAD
func.func @kernel(%in: memref<4x8xf32>, %out: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "A" [false, true] affine_map<(d0, d1) -> (d0, d1)>(%i, %k)
          captures(%in, %out : memref<4x8xf32>, memref<4xf32>) init {
      ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %c = arith.constant 0.0 : f32
        affine.store %c, %y[%v0] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %a = affine.load %x[%v0, %v1] : memref<4x8xf32>
        %b = affine.load %y[%v0] : memref<4xf32>
        %s = arith.addf %b, %a : f32
        affine.store %s, %y[%v0] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P1) An initialisation.
// LINES: `captures` to `} do {`
//| captures(%in, %out : memref<4x8xf32>, memref<4xf32>) do {
// expected-note at `te.block "A"` {{in the kernel, here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a block with an initialisation}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) It starts elsewhere.
// EDIT: `0.0 : f32` -> `1.0 : f32`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Another combination.
// EDIT: `arith.addf` -> `arith.subf`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) What was there counts twice.
// EDIT: `, %a :` -> `, %b :`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) What was there is not used.
// LINES: `%b = affine.load %y` to `affine.store`
//| affine.store %a, %y[%v0] : memref<4xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %a` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a result that is combined with the previous value}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Results at the spatial axes.
// EDIT: `%s, %y[%v0` -> `%s, %y[-%v0 + 3`
// EDIT: `affine.load %y[%v0` -> `affine.load %y[-%v0 + 3`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected one store per result, at the spatial axes in order}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) One load.
// BEFORE: `%s = arith.addf %b`
//| %q = affine.load %y[%v0] : memref<4xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `%q = affine.load %y` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected one load and one store per result, under no condition}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Nothing else has effects.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `%s = arith.addf %b`
//| func.call @f() : () -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected only loads, and stores of results}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Nor in the initialisation.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `%c = arith.constant 0.0`
//| func.call @f() : () -> ()
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `func.call` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected an initialisation that stores constants}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Something else is initialised.
// EDIT: `%c, %y[%v0] : memref<4xf32` -> `%c, %x[%v0, %v0] : memref<4x8xf32`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %c` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected an initialisation of the results}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) Nothing is initialised.
// LINES: `affine.store %c`
// expected-note at `te.block "A"` {{in the kernel, here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected an initialisation of all results}}
%rf = schedule.rfactor %a, %k

// CASE: (P2) Alone in its nest.
// AFTER: `affine.store %s`
//|   te.yield
//| }
//| te.block "B" [false] affine_map<(d0) -> (d0)>(%i)
//|     captures(%out : memref<4xf32>) do {
//| ^bb0(%v0: index, %y: memref<4xf32>):
//|   %a = affine.load %y[%v0] : memref<4xf32>
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `te.block "B"` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected it to be alone in its nest}}
%rf = schedule.rfactor %a, %k

// CASE: (P2) Bounds that depend on each other.
// BEFORE: `affine.for %k`
//| affine.for %p = 0 to affine_map<(d0) -> (d0)>(%i) {
// BEFORE: `return`
//| }
// expected-note at `affine.for %p` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
%i, %p, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected loops whose bounds do not depend on each other}}
%rf = schedule.rfactor %a, %k

// CASE: (P4) The predicate ties another reduction axis to a spatial one.
// EDIT: `, %v1:` -> `, %v1: index, %v2:`
// EDIT: `%v1] :` -> `%v2] :`
// EDIT: `, true] affine_map<(d0, d1) -> (d0, d1)>(%i, %k)` -> `, true, true] affine_map<(d0, d1, d2) -> (d0, d1, d2)>(%i, %p, %k) if affine_set<(d0, d1, d2) : (d0 + d1 - 1 >= 0)>`
// BEFORE: `affine.for %k`
//| affine.for %p = 0 to 2 {
// BEFORE: `return`
//| }
// expected-note at `te.block "A"` {{in the kernel, here}}
%i, %p, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': the predicate of 'A' ties reduction axes to others}}
%rf = schedule.rfactor %a, %k

// PAYLOAD
func.func @kernel(%x: tensor<4x10xf32>) -> tensor<4xf32> {
  %0 = te.compute [4, 10] spatial 1 reduce sum tag "A" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<4x10xf32>
    te.yield %a : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// STEPS
%a = schedule.get_block "A" in %root

// CASE: (P2) A loop around the block.
// LINES: `return %0`
//| %1 = te.compute [4] spatial 1 tag "B" {
//| ^bb0(%i: index):
//|   %a = te.read %0[%i] : tensor<4xf32>
//|   te.yield %a : f32
//| } : tensor<4xf32>
//| return %1 : tensor<4xf32>
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
// expected-note at `%1 = te.compute [4` {{here}}
%b = schedule.get_block "B" in %root
%j = schedule.get_loops of %b
// expected-error @below {{cannot factor the reduction of 'A': expected a loop around it}}
%rf = schedule.rfactor %a, %j

// CASE: (P2) A reduction axis.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
// expected-note at `%0 = te.compute [4` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a loop that a reduction axis is bound to}}
%rf = schedule.rfactor %a, %i

// CASE: (P2) A constant trip count.
// EDIT: `10] spatial` -> `%n] spatial`
// EDIT: `] : tensor<4x10xf32` -> `] : tensor<4x?xf32`
// EDIT: `%x: tensor<4x10xf32` -> `%n: index, %x: tensor<4x?xf32`
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
// expected-note at `%0 = te.compute [4` {{here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a loop with a constant trip count}}
%rf = schedule.rfactor %a, %k

// CASE: (P2) Serial loops.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
// expected-note at `%0 = te.compute [4` {{here}}
%i, %k = schedule.get_loops of %a
schedule.parallel %i
// expected-error @below {{cannot factor the reduction of 'A': expected serial loops, from 0 in steps of 1}}
%rf = schedule.rfactor %a, %k

// CASE: (P3) A dimension that it can have.
// expected-note at `%0 = te.compute [4` {{in the kernel, here}}
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a factor axis in [-2, 1], got 2}}
%rf = schedule.rfactor %a, %k axis 2

// PAYLOAD
func.func @kernel(%in: memref<12x8xf32>, %out: memref<12xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "A" [false, true] affine_map<(d0, d1) -> (d0 + d1, d1)>(%i, %k)
          captures(%in, %out : memref<12x8xf32>, memref<12xf32>) init {
      ^bb0(%v0: index, %v1: index, %x: memref<12x8xf32>, %y: memref<12xf32>):
        %c = arith.constant 0.0 : f32
        affine.store %c, %y[%v0] : memref<12xf32>
        te.yield
      } do {
      ^bb0(%v0: index, %v1: index, %x: memref<12x8xf32>, %y: memref<12xf32>):
        %a = affine.load %x[%v0, %v1] : memref<12x8xf32>
        %b = affine.load %y[%v0] : memref<12xf32>
        %s = arith.addf %b, %a : f32
        affine.store %s, %y[%v0] : memref<12xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) Axes of both kinds: a diagonal.
// expected-note at `affine.for %k` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected no loop that axes of both kinds are bound to}}
%rf = schedule.rfactor %a, %k

// PAYLOAD
func.func @kernel(%in: memref<8xf32>) {
  affine.for %i = 0 to 4 {
    %out = memref.alloca() : memref<f32>
    affine.for %k = 0 to 8 {
      te.block "A" [true] affine_map<(d0) -> (d0)>(%k)
          captures(%in, %out : memref<8xf32>, memref<f32>) init {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<f32>):
        %c = arith.constant 0.0 : f32
        affine.store %c, %y[] : memref<f32>
        te.yield
      } do {
      ^bb0(%v0: index, %x: memref<8xf32>, %y: memref<f32>):
        %a = affine.load %x[%v0] : memref<8xf32>
        %b = affine.load %y[] : memref<f32>
        %s = arith.addf %b, %a : f32
        affine.store %s, %y[] : memref<f32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) Nothing in the nest that it uses: the sum would be needed outside.
// expected-note at `%out = memref.alloca() :` {{here}}
// expected-note at `te.block "A"` {{in the kernel, here}}
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected it to use buffers and values from outside of its nest}}
%rf = schedule.rfactor %a, %k

// PAYLOAD
func.func @kernel(%in: memref<4x8xf32>, %out: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      te.block "A" [false, true] affine_map<(d0, d1) -> (d0, d1)>(%i, %k)
          captures(%in, %out : memref<4x8xf32>, memref<4xf32>)
      combine [0.0 : f32] {
      ^bb0(%old: f32, %new: f32):
        %m = arith.maximumf %old, %new : f32
        %s = arith.addf %m, %new : f32
        te.yield %s : f32
      } init {
      ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %c = arith.constant 0.0 : f32
        affine.store %c, %y[%v0] : memref<4xf32>
        te.yield
      } do {
      ^bb0(%v0: index, %v1: index, %x: memref<4x8xf32>, %y: memref<4xf32>):
        %a = affine.load %x[%v0, %v1] : memref<4x8xf32>
        %b = affine.load %y[%v0] : memref<4xf32>
        %m = arith.maximumf %b, %a : f32
        %s = arith.addf %m, %b : f32
        affine.store %s, %y[%v0] : memref<4xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a

// CASE: (P1) What it declares starts elsewhere.
// EDIT: `, %b :` -> `, %a :`
// EDIT: `arith.constant 0.0` -> `arith.constant 1.0`
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity, or a commutative combination, without control flow, as the block declares it}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) It does another thing than it declares: the new value is added to itself.
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity, or a commutative combination, without control flow, as the block declares it}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) What it declares does not need the new value.
// LINES: `%m = arith.maximumf %old` to `%s = arith.addf`
//| %s = arith.addf %old, %old : f32
// LINES: `%m = arith.maximumf %b` to `%s = arith.addf`
//| %s = arith.addf %b, %b : f32
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity, or a commutative combination, without control flow, as the block declares it}}
%rf = schedule.rfactor %a, %k

// CASE: (P1) It declares control flow.
// LINES: `%m = arith.maximumf %old` to `%s = arith.addf`
//| %d = arith.cmpf ogt, %old, %new : f32
//| %s = scf.if %d -> f32 {
//|   scf.yield %old : f32
//| } else {
//|   scf.yield %new : f32
//| }
// LINES: `%m = arith.maximumf %b` to `%s = arith.addf`
//| %d = arith.cmpf ogt, %b, %a : f32
//| %s = scf.if %d -> f32 {
//|   scf.yield %b : f32
//| } else {
//|   scf.yield %a : f32
//| }
// expected-note at `te.block "A"` {{in the kernel, here}}
// expected-note at `affine.store %s` {{here}}
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity, or a commutative combination, without control flow, as the block declares it}}
%rf = schedule.rfactor %a, %k

// PAYLOAD
func.func @kernel(%x: tensor<6x20xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %low = arith.constant -1.0 : f32
  %zero = arith.constant 0.0 : f32
  %0:2 = te.compute [6, 20] spatial 1 combine(%low, %zero : f32, f32) {
  ^bb0(%a0: f32, %a1: f32, %b0: f32, %b1: f32):
    %one = arith.constant 1.0 : f32
    %c = arith.cmpf oge, %a0, %b0 : f32
    %m = arith.select %c, %a0, %b0 : f32
    %n = arith.negf %b1 : f32
    %s = arith.subf %a1, %n : f32
    te.yield %m, %s : f32, f32
  } tag "A" {
  ^bb0(%i: index, %k: index):
    %a = te.read %x[%i, %k] : tensor<6x20xf32>
    %b = arith.mulf %a, %a : f32
    te.yield %a, %b : f32, f32
  } : tensor<6xf32>, tensor<6xf32>
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xf32>
}

// CASE: (P1) A combination of values that is not said to be commutative.
// expected-note at `%0:2 = te.compute` {{in the kernel, here}}
// expected-note at `%0:2 = te.compute` {{here}}
%a = schedule.get_block "A" in %root
%i, %k = schedule.get_loops of %a
// expected-error @below {{cannot factor the reduction of 'A': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity, or a commutative combination, without control flow, as the block declares it}}
%rf = schedule.rfactor %a, %k

// PAYLOAD
func.func @kernel(%a: memref<10x6xf32>, %b: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %k = 0 to 6 {
      affine.for %t = 0 to 3 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %b : memref<10x6xf32>, memref<10xf32>) init {
        ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
          %z = arith.constant 0.0 : f32
          affine.store %z, %y[%v0] : memref<10xf32>
          te.yield
        } do {
        ^bb0(%v0: index, %v1: index, %x: memref<10x6xf32>, %y: memref<10xf32>):
          %0 = affine.load %x[%v0, %v1] : memref<10x6xf32>
          %1 = affine.load %y[%v0] : memref<10xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%v0] : memref<10xf32>
          te.yield
        }
      }
    }
  }
  return
}

// CASE: (P2) Iterations of a loop that binds no axis: each adds the value again.
// expected-note at `affine.for %t` {{here}}
// expected-note at `te.block "C"` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %k, %t = schedule.get_loops of %c
// expected-error @below {{cannot factor the reduction of 'C': expected a loop inside of the reduction that comes to each result once}}
%rf = schedule.rfactor %c, %k
