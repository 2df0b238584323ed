// RUN: tvm-opt %s --gpu-insert-barriers --split-input-file -verify-diagnostics

// Other threads read what the first one wrote to global memory.
func.func @first(%a: memref<8xf32>, %t: memref<1xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: threads of 'one' and of 'all' use the same element of a buffer that is not shared}}
  affine.for %o = 0 to 1 {
    te.block "one" [false] affine_map<(o) -> (o)>(%o) captures(%a, %t : memref<8xf32>, memref<1xf32>) do {
    ^bb0(%w: index, %x: memref<8xf32>, %y: memref<1xf32>):
      %0 = affine.load %x[%w] : memref<8xf32>
      // expected-note @+1 {{'one' writes here}}
      affine.store %0, %y[0] : memref<1xf32>
      te.yield
    }
    affine.for %i = 0 to 8 {
      te.block "all" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<1xf32>, memref<8xf32>) do {
      ^bb0(%w: index, %x: memref<1xf32>, %y: memref<8xf32>):
        // expected-note @+1 {{'all' reads here, on another thread}}
        %0 = affine.load %x[0] : memref<1xf32>
        affine.store %0, %y[%w] : memref<8xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// -----

// A thread's own memory is no place for what others write.
func.func @own(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: threads of 'fill' and of 'use' use the same element of a buffer that is not shared}}
  affine.for %o = 0 to 1 {
    %t = memref.alloca() : memref<8xf32, "local">
    affine.for %i = 0 to 8 {
      te.block "fill" [false] affine_map<(i) -> (i)>(%i) captures(%a, %t : memref<8xf32>, memref<8xf32, "local">) do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32, "local">):
        %0 = affine.load %x[%w] : memref<8xf32>
        // expected-note @+1 {{'fill' writes here}}
        affine.store %0, %y[%w] : memref<8xf32, "local">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
    affine.for %i = 0 to 8 {
      te.block "use" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<8xf32, "local">, memref<8xf32>) do {
      ^bb0(%w: index, %x: memref<8xf32, "local">, %y: memref<8xf32>):
        // expected-note @+1 {{'use' reads here, on another thread}}
        %0 = affine.load %x[-%w + 7] : memref<8xf32, "local">
        affine.store %0, %y[%w] : memref<8xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "blockIdx.x"}
  return
}

// -----

// A barrier in a loop that some threads run longer than others.
func.func @divergent(%a: memref<8x8x8xf32>, %b: memref<8x8x8xf32>, %t: memref<8x8xf32, "shared">) {
  // expected-error @+1 {{cannot run on a GPU: expected loops and conditions around a barrier to run alike on all threads of a block}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{this does not}}
    affine.for %s = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %j = 0 to 8 {
        te.block "fill" [false, false, false] affine_map<(i, s, j) -> (i, s, j)>(%i, %s, %j) captures(%a, %t : memref<8x8x8xf32>, memref<8x8xf32, "shared">) do {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<8x8x8xf32>, %y: memref<8x8xf32, "shared">):
          %0 = affine.load %x[%u, %v, %w] : memref<8x8x8xf32>
          affine.store %0, %y[%u, %w] : memref<8x8xf32, "shared">
          te.yield
        }
      } {te.kind = "threadIdx.y"}
      // expected-note @+1 {{the barrier is in front of this}}
      affine.for %j = 0 to 8 {
        te.block "use" [false, false, false] affine_map<(i, s, j) -> (i, s, j)>(%i, %s, %j) captures(%b, %t : memref<8x8x8xf32>, memref<8x8xf32, "shared">) do {
        ^bb0(%u: index, %v: index, %w: index, %x: memref<8x8x8xf32>, %y: memref<8x8xf32, "shared">):
          %0 = affine.load %y[%u, -%w + 7] : memref<8x8xf32, "shared">
          affine.store %0, %x[%u, %v, %w] : memref<8x8x8xf32>
          te.yield
        }
      } {te.kind = "threadIdx.y"}
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// A kind that nothing checked: a race.
func.func @sum(%a: memref<8xf32>, %c: memref<1xf32>) {
  // expected-error @+1 {{cannot run on a GPU: it breaks a write-after-read dependence of block 'C' on block 'C'}}
  affine.for %k = 0 to 8 {
    te.block "C" [true] affine_map<(k) -> (k)>(%k) captures(%a, %c : memref<8xf32>, memref<1xf32>) do {
    ^bb0(%vk: index, %x: memref<8xf32>, %z: memref<1xf32>):
      %0 = affine.load %x[%vk] : memref<8xf32>
      // expected-note @+1 {{'C' reads first, here}}
      %1 = affine.load %z[0] : memref<1xf32>
      %2 = arith.addf %1, %0 : f32
      // expected-note @+1 {{'C' writes the same element later, here}}
      affine.store %2, %z[0] : memref<1xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// A kind that nothing checked: no loop from 0 on.
func.func @from_one(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: expected a loop from 0 in steps of 1 to one bound, that carries no values}}
  affine.for %i = 1 to 8 {
    te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<8xf32>, memref<8xf32>) do {
    ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32>):
      %0 = affine.load %x[%w] : memref<8xf32>
      affine.store %0, %y[%w] : memref<8xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// Accesses that are unknown.
func.func private @f()
func.func @call(%a: memref<8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: no proof where an operation's accesses are unknown}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{this operation}}
    func.call @f() : () -> ()
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// Threads write together, each what depends on where it is in the loop around.
func.func @depends(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{this buffer}}
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %l = 0 to 8 {
      // expected-note @+1 {{'fetch' does not write the same to it in each iteration}}
      te.block "fetch" [false, false] affine_map<(i, l) -> (i, l)>(%i, %l) captures(%a, %t : memref<8x8xf32>, memref<8xf32, "shared">) do {
      ^bb0(%v: index, %w: index, %x: memref<8x8xf32>, %y: memref<8xf32, "shared">):
        %0 = affine.load %x[%v, %w] : memref<8x8xf32>
        affine.store %0, %y[%w] : memref<8xf32, "shared">
        te.yield
      }
    } {te.kind = "threadIdx.x"}
    affine.for %l = 0 to 8 {
      te.block "use" [false, false] affine_map<(i, l) -> (i, l)>(%i, %l) captures(%t, %b : memref<8xf32, "shared">, memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<8x8xf32>):
        %0 = affine.load %x[%w] : memref<8xf32, "shared">
        affine.store %0, %y[%v, %w] : memref<8x8xf32>
        te.yield
      }
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// The same through the bound of a loop in between.
func.func @bound(%a: memref<8xf32>, %b: memref<8x8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
  affine.for %i = 0 to 8 {
    // expected-note @+1 {{this buffer}}
    %t = memref.alloca() : memref<8xf32, "shared">
    affine.for %l = 0 to affine_map<(i) -> (i)>(%i) {
      // expected-note @+1 {{'fetch' does not write the same to it in each iteration}}
      te.block "fetch" [false] affine_map<(l) -> (l)>(%l) captures(%a, %t : memref<8xf32>, memref<8xf32, "shared">) do {
      ^bb0(%w: index, %x: memref<8xf32>, %y: memref<8xf32, "shared">):
        %0 = affine.load %x[%w] : memref<8xf32>
        affine.store %0, %y[%w] : memref<8xf32, "shared">
        te.yield
      }
      te.block "use" [false, false] affine_map<(i, l) -> (i, l)>(%i, %l) captures(%t, %b : memref<8xf32, "shared">, memref<8x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<8x8xf32>):
        %0 = affine.load %x[%w] : memref<8xf32, "shared">
        affine.store %0, %y[%v, %w] : memref<8x8xf32>
        te.yield
      }
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// A buffer of one thread is not visible to all of them.
func.func @own_data(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{cannot run on a GPU: threads of 'load' and of 'fetch' use the same element of a buffer that is not shared}}
  affine.for %i = 0 to 8 {
    %r = memref.alloca() : memref<1xf32, "local">
    %t = memref.alloca() : memref<1xf32, "shared">
    te.block "load" [false] affine_map<(i) -> (i)>(%i) captures(%a, %r : memref<8xf32>, memref<1xf32, "local">) do {
    ^bb0(%v: index, %x: memref<8xf32>, %y: memref<1xf32, "local">):
      %0 = affine.load %x[%v] : memref<8xf32>
      // expected-note @+1 {{'load' writes here}}
      affine.store %0, %y[0] : memref<1xf32, "local">
      te.yield
    }
    te.block "fetch" [] affine_map<() -> ()>() captures(%r, %t : memref<1xf32, "local">, memref<1xf32, "shared">) do {
    ^bb0(%x: memref<1xf32, "local">, %y: memref<1xf32, "shared">):
      // expected-note @+1 {{'fetch' reads here, on another thread}}
      %0 = affine.load %x[0] : memref<1xf32, "local">
      affine.store %0, %y[0] : memref<1xf32, "shared">
      te.yield
    }
    te.block "use" [false] affine_map<(i) -> (i)>(%i) captures(%t, %b : memref<1xf32, "shared">, memref<8xf32>) do {
    ^bb0(%v: index, %x: memref<1xf32, "shared">, %y: memref<8xf32>):
      %0 = affine.load %x[0] : memref<1xf32, "shared">
      affine.store %0, %y[%v] : memref<8xf32>
      te.yield
    }
  } {te.kind = "threadIdx.x"}
  return
}

// -----

// Threads that reduce together have no shared memory around.
func.func @no_blocks(%a: memref<16x8xf32>, %c: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    // expected-error @+1 {{cannot run on a GPU: expected a loop that is bound to blocks around the threads that reduce together}}
    affine.for %k = 0 to 8 {
      // expected-note @+1 {{here}}
      te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
      ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
        %zero = arith.constant 0.0 : f32
        affine.store %zero, %z[%vi] : memref<16xf32>
        te.yield
      } do {
      ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
        %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
        %1 = affine.load %z[%vi] : memref<16xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %z[%vi] : memref<16xf32>
        te.yield
      }
    } {te.kind = "threadIdx.x"}
  } {te.kind = "threadIdx.y"}
  return
}
