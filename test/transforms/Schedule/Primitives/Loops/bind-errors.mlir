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

// CASE: (P1) twice.
// expected-note at `affine.for %i` {{in the kernel, here}}
schedule.bind %i to "threadIdx.x"
// expected-error @below {{cannot bind to 'threadIdx.y': expected a serial loop, got one that is bound to 'threadIdx.x'}}
schedule.bind %i to "threadIdx.y"

// CASE: (P2) no thread at all.
// EDIT: `memref<10xf32>` -> `memref<0xf32>`
// EDIT: `to 10 {` -> `to 0 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot bind to 'threadIdx.x': expected at least 1 iteration, got 0}}
schedule.bind %i to "threadIdx.x"

// CASE: (P2) too many threads along z.
// EDIT: `memref<10xf32>` -> `memref<65xf32>`
// EDIT: `to 10 {` -> `to 65 {`
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot bind to 'threadIdx.z': expected at most 64 threads along z, got 65}}
schedule.bind %i to "threadIdx.z"

// CASE: Accesses that are unknown.
// BEFORE: `func.func @kernel`
//| func.func private @f()
// BEFORE: `te.block "C"`
//| func.call @f() : () -> ()
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `func.call` {{this operation}}
// expected-error @below {{cannot bind to 'threadIdx.x': no proof where an operation's accesses are unknown}}
schedule.bind %i to "threadIdx.x"

// CASE: (P5) another number of iterations than the axis has.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot bind to 'blockIdx.x': expected 32 iterations, got 10}}
schedule.bind %i to "blockIdx.x" extent 32

// PAYLOAD
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
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
// STEPS
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c

// CASE: (P2) a number of threads that is not known.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot bind to 'threadIdx.x': expected a constant number of threads}}
schedule.bind %i to "threadIdx.x"

// CASE: (P5) a number of iterations that is not known.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-error @below {{cannot bind to 'blockIdx.x': expected 32 iterations, got a number that is known at run time}}
schedule.bind %i to "blockIdx.x" extent 32

// PAYLOAD
func.func @kernel(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 8 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<10x8xf32>, memref<10x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<10x8xf32>, %y: memref<10x8xf32>):
        %0 = affine.load %x[%v, %w] : memref<10x8xf32>
        affine.store %0, %y[%v, %w] : memref<10x8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c

// CASE: (P2) one axis for two loops around a block.
// expected-note at `affine.for %i` {{the other loop}}
// expected-note at `affine.for %j` {{in the kernel, here}}
schedule.bind %i to "threadIdx.x"
// expected-error @below {{cannot bind to 'threadIdx.x': expected one loop around a statement on 'threadIdx.x', got two}}
schedule.bind %j to "threadIdx.x"

// CASE: (P2) a number of blocks that differs from block to block.
// EDIT: `memref<10x8xf32>` -> `memref<10x10xf32>`
// EDIT: `to 8 {` -> `to affine_map<(i) -> (i)>(%i) {`
// expected-note at `affine.for %i` {{the launch}}
// expected-note at `affine.for %j` {{in the kernel, here}}
schedule.bind %i to "blockIdx.y"
// expected-error @below {{cannot bind to 'blockIdx.x': expected a number of blocks that is known in front of the launch}}
schedule.bind %j to "blockIdx.x"

// CASE: (P2) threads of the CPU.
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `affine.for %j` {{this is one}}
schedule.parallel %j
// expected-error @below {{cannot bind to 'blockIdx.x': expected no parallel loop in a launch}}
schedule.bind %i to "blockIdx.x"

// PAYLOAD
func.func @kernel(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 8 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<10x8xf32>, memref<10x8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<10x8xf32>, %y: memref<10x8xf32>):
        %0 = affine.load %x[%v, %w] : memref<10x8xf32>
        affine.store %0, %y[%v, %w] : memref<10x8xf32>
        te.yield
      }
    }
    affine.for %j = 0 to 8 {
      te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%b : memref<10x8xf32>) do {
      ^bb0(%v: index, %w: index, %y: memref<10x8xf32>):
        %0 = affine.load %y[%v, %w] : memref<10x8xf32>
        %1 = arith.negf %0 : f32
        affine.store %1, %y[%v, %w] : memref<10x8xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) blocks inside of a loop that does more.
// expected-note at `affine.for %i` {{this holds more}}
// expected-note at `affine.for %j`#1 {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %j = schedule.get_loops of %c
schedule.bind %i to "blockIdx.y"
// expected-error @below {{cannot bind to 'blockIdx.x': expected bound loops to nest perfectly around the loops of blocks, which do not wait for each other}}
schedule.bind %j to "blockIdx.x"

// CASE: (P2) the same, further out: blocks inside of threads inside of a loop that does more.
// AFTER: `affine.for %i`
//| affine.for %t = 0 to 1 {
// AFTER: `te.yield`#1
//| }
// expected-note at `affine.for %i` {{this holds more}}
// expected-note at `affine.for %j`#1 {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%i, %t, %j = schedule.get_loops of %c
schedule.bind %i to "blockIdx.y"
schedule.bind %t to "threadIdx.x"
// expected-error @below {{cannot bind to 'blockIdx.x': expected bound loops to nest perfectly around the loops of blocks, which do not wait for each other}}
schedule.bind %j to "blockIdx.x"

// CASE: (P4) a shared buffer that is one thread's.
// EDIT: `>, %y: memref<10x8xf32` -> `>, %y: memref<8xf32, "shared"`
// EDIT: `%0, %y[%v, %w] : memref<10x8xf32` -> `%0, %y[%w] : memref<8xf32, "shared"`
// EDIT: `"C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<10x8xf32>, memref<10x8xf32` -> `"A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<10x8xf32>, memref<8xf32, "shared"`
// AFTER: `affine.for %i`
//| %t = memref.alloca() : memref<8xf32, "shared">
// LINES: `te.block "D"` to `affine.store`
//| te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<8xf32, "shared">, memref<10x8xf32>) do {
//| ^bb0(%v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<10x8xf32>):
//|   %0 = affine.load %x[%w] : memref<8xf32, "shared">
//|   affine.store %0, %y[%v, %w] : memref<10x8xf32>
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `%t = memref.alloca() :` {{this buffer}}
// expected-note at `te.block "A"` {{'A' does not write the same to it in each iteration}}
%a = schedule.get_block "A" in %root
%i, %j = schedule.get_loops of %a
// expected-error @below {{cannot bind to 'threadIdx.x': expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
schedule.bind %i to "threadIdx.x"

// PAYLOAD
func.func @kernel(%a: memref<2x64x32xf32>, %b: memref<2x64x32xf32>) {
  affine.for %k = 0 to 2 {
    affine.for %i = 0 to 64 {
      te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%k, %i) captures(%a, %b : memref<2x64x32xf32>, memref<2x64x32xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<2x64x32xf32>, %y: memref<2x64x32xf32>):
        %0 = affine.load %x[%v, %w, 0] : memref<2x64x32xf32>
        affine.store %0, %y[%v, %w, 0] : memref<2x64x32xf32>
        te.yield
      }
    }
    affine.for %j = 0 to 31 {
      te.block "D" [false, false] affine_map<(i, j) -> (i, j)>(%k, %j) captures(%a, %b : memref<2x64x32xf32>, memref<2x64x32xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<2x64x32xf32>, %y: memref<2x64x32xf32>):
        %0 = affine.load %x[%v, 0, %w + 1] : memref<2x64x32xf32>
        affine.store %0, %y[%v, 0, %w + 1] : memref<2x64x32xf32>
        te.yield
      }
    }
  }
  return
}

// CASE: (P2) too many threads, of loops next to each other too.
// expected-note at `affine.for %k` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%k, %i = schedule.get_loops of %c
%d = schedule.get_block "D" in %root
%k1, %j = schedule.get_loops of %d
schedule.bind %i to "threadIdx.x"
schedule.bind %j to "threadIdx.y"
// expected-error @below {{cannot bind to 'blockIdx.x': expected at most 1024 threads in a block, got 64 x 31 x 1}}
schedule.bind %k to "blockIdx.x"

// PAYLOAD
func.func @kernel(%a: memref<16x8xf32>, %c: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %k = 0 to 8 {
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
    }
  }
  return
}
// STEPS
%c = schedule.get_block "C" in %root

// CASE: (P2) a reduction that would be initialised by other threads.
// BEFORE: `affine.for %i`
//| affine.for %k = 0 to 8 {
// LINES: `affine.for %k`#2
// expected-note at `affine.for %i` {{in the kernel, here}}
// expected-note at `te.block "C"` {{this block}}
%k, %i = schedule.get_loops of %c
%u = schedule.add_unit_loop %k
schedule.bind %u to "blockIdx.x"
// expected-error @below {{cannot bind to 'threadIdx.x': expected the reduction of 'C', which runs around it, to be decomposed}}
schedule.bind %i to "threadIdx.x"

// CASE: (P3) a sum without a start value: threads race for an element.
// LINES: `te.block "C"` to `} do {`
//| te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) do {
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `%1 = affine.load %z` {{'C' reads first, here}}
// expected-note at `affine.store %2` {{'C' writes the same element later, here}}
%i, %k = schedule.get_loops of %c
schedule.bind %i to "blockIdx.x"
// expected-error @below {{cannot bind to 'threadIdx.x': it breaks a write-after-read dependence of block 'C' on block 'C'}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a loop of another axis between the threads and the block.
// BEFORE: `affine.for %i`
//| affine.for %k = 0 to 8 {
// LINES: `affine.for %k`#2
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.for %i` {{here}}
%k, %i = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected a loop of reduction axes only}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) regions that are declared.
// EDIT: `init {` -> `reads [#te.region<0, (d0, d1) -> (d0, d1), [1, 1]>, #te.region<1, (d0, d1) -> (d0), [1]>] writes [#te.region<1, (d0, d1) -> (d0), [1]>] init {`
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected a reduction that declares no regions}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a loop that another axis is bound to, too.
// EDIT: `to 16 {` -> `to 2 {`
// EDIT: `i, k)>` -> `i * 8 + k, k)>`
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.for %k` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected a loop of reduction axes only}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a second loop of threads that is reduced over.
// LINES: `affine.for %k` to `te.block`
//| affine.for %o = 0 to 2 {
//|   affine.for %k = 0 to 4 {
//|     te.block "C" [false, true] affine_map<(i, o, k) -> (i, o * 4 + k)>(%i, %o, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
// BEFORE: `return`
//| }
// expected-note at `affine.for %o` {{here}}
// expected-note at `affine.for %k` {{in the kernel, here}}
%i, %o, %k = schedule.get_loops of %c
schedule.bind %o to "threadIdx.y"
// expected-error @below {{cannot bind to 'threadIdx.x': expected one loop of threads that 'C' reduces over}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a loop that is not serial.
// LINES: `affine.for %k` to `te.block`
//| affine.for %o = 0 to 2 {
//|   affine.for %k = 0 to 4 {
//|     te.block "C" [false, true] affine_map<(i, o, k) -> (i, o * 4 + k)>(%i, %o, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
// BEFORE: `return`
//| }
// expected-note at `affine.for %o` {{in the kernel, here}}
// expected-note at `affine.for %k` {{here}}
%i, %o, %k = schedule.get_loops of %c
schedule.vectorize %k
// expected-error @below {{cannot bind to 'threadIdx.x': expected serial loops that 'C' reduces over}}
schedule.bind %o to "threadIdx.x"

// CASE: (P6) an axis that is bound to what is computed in the loop.
// EDIT: `to 16 {` -> `to 15 {`
// LINES: `te.block "C"`
//| %j = affine.apply affine_map<(i) -> (i + 1)>(%i)
//| te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%j, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `te.block "C"` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected axes that are bound to loops}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a result that each thread has for itself.
// EDIT: `, %c: memref<16xf32>` -> ``
// LINES: `te.block "C"`
//| %t = memref.alloca() : memref<16xf32>
//| te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %t : memref<16x8xf32>, memref<16xf32>) init {
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `%t = memref.alloca() :` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected a result that is made outside of the reduction}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a use of what is not complete.
// EDIT: `16xf32>) {` -> `16xf32>, %d: memref<16x8xf32>) {`
// AFTER: `affine.store %2`
//|   te.yield
//| }
//| te.block "D" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c, %d : memref<16xf32>, memref<16x8xf32>) do {
//| ^bb0(%v: index, %w: index, %x: memref<16xf32>, %y: memref<16x8xf32>):
//|   %0 = affine.load %x[%v] : memref<16xf32>
//|   affine.store %0, %y[%v, %w] : memref<16x8xf32>
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `te.block "D"` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected nothing else in the reduction to use the result of 'C'}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a start value that is no identity.
// EDIT: `0.0 : f32` -> `1.0 : f32`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %2` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) a predicate that ties the threads to rows.
// EDIT: `) captures` -> `) if affine_set<(i, k) : (i - k >= 0, k - i + 4 >= 0)> captures`
// expected-note at `te.block "C"` {{in the kernel, here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': the predicate of 'C' ties reduction axes to others}}
schedule.bind %k to "threadIdx.x"

// CASE: (P6) blocks do not wait for each other.
// expected-note at `affine.for %k` {{in the kernel, here}}
// expected-note at `affine.store %zero` {{'C' initialises first, here}}
// expected-note at `affine.store %zero` {{'C' initialises the same element later, here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'blockIdx.x': it breaks a write-after-write dependence of block 'C' on block 'C'}}
schedule.bind %k to "blockIdx.x"

// CASE: (P6) a result that each value has of its own.
// EDIT: `: memref<16xf32>)` -> `: memref<16x8xf32>)`
// EDIT: `] : memref<16xf32` -> `, %vk] : memref<16x8xf32`
// EDIT: `16xf32>) init` -> `16x8xf32>) init`
// expected-note at `te.block "C"` {{in the kernel, here}}
// expected-note at `affine.store %2` {{here}}
%i, %k = schedule.get_loops of %c
// expected-error @below {{cannot bind to 'threadIdx.x': expected one store per result, at subscripts of the spatial axes}}
schedule.bind %k to "threadIdx.x"

// PAYLOAD
func.func @kernel(%a: memref<4x8xf32>, %n: memref<8xindex>, %b: memref<4x8xf32>) {
  affine.for %o = 0 to 4 {
    %t = memref.alloca() : memref<8xf32>
    affine.for %i = 0 to 8 {
      te.block "A" [false, false] affine_map<(o, i) -> (o, i)>(%o, %i) captures(%a, %t : memref<4x8xf32>, memref<8xf32>) do {
      ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<8xf32>):
        %0 = affine.load %x[%v, %w] : memref<4x8xf32>
        affine.store %0, %y[%w] : memref<8xf32>
        te.yield
      }
    }
    affine.for %j = 0 to 8 {
      te.block "B" [false, false] affine_map<(o, i) -> (o, i)>(%o, %j) captures(%t, %b, %n : memref<8xf32>, memref<4x8xf32>, memref<8xindex>) do {
      ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4x8xf32>, %m: memref<8xindex>):
        %at = affine.load %m[%w] : memref<8xindex>
        %0 = memref.load %x[%at] : memref<8xf32>
        affine.store %0, %y[%v, %w] : memref<4x8xf32>
        te.yield
      }
    }
  }
  return
}
// STEPS
%a = schedule.get_block "A" in %root
%o, %i = schedule.get_loops of %a
%b = schedule.get_block "B" in %root
%o1, %j = schedule.get_loops of %b

// CASE: (P4) a thread reads what another one wrote, in global memory.
// EDIT: `8xf32>) do` -> `4x8xf32>) do`
// EDIT: `: memref<8xf32>)` -> `: memref<4x8xf32>)`
// EDIT: `%n: memref<8xindex` -> `%t: memref<4x8xf32`
// EDIT: `%w] : memref<8xf32` -> `%v, %w] : memref<4x8xf32`
// LINES: `%t = memref.alloca() :`
// LINES: `te.block "B"` to `%0 = memref.load`
//| te.block "B" [false, false] affine_map<(o, i) -> (o, i)>(%o, %j) captures(%t, %b : memref<4x8xf32>, memref<4x8xf32>) do {
//| ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
//|   %0 = affine.load %x[%v, -%w + 7] : memref<4x8xf32>
// expected-note at `affine.for %o` {{in the kernel, here}}
// expected-note at `affine.store %0`#1 {{'A' writes here}}
// expected-note at `%0 = affine.load %x[%v, -` {{'B' reads here, on another thread}}
schedule.bind %o to "blockIdx.x"
schedule.bind %i to "threadIdx.x"
// expected-error @below {{cannot bind to 'threadIdx.x': threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
schedule.bind %j to "threadIdx.x"

// CASE: (P4) no proof where data decides.
// expected-note at `affine.for %o` {{in the kernel, here}}
// expected-note at `affine.store %0, %y[%w` {{'A' writes here}}
// expected-note at `%0 = memref.load %x` {{'B' reads here, on another thread}}
schedule.bind %i to "threadIdx.x"
schedule.bind %j to "threadIdx.x"
// expected-error @below {{cannot bind to 'blockIdx.x': no proof that no threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
schedule.bind %o to "blockIdx.x"

// PAYLOAD

// CASE: (C1) an axis that does not exist.
%c = schedule.get_block "C" in %root
%i = schedule.get_loops of %c
// expected-error @below {{expected one of 'blockIdx.x', 'blockIdx.y', 'blockIdx.z', 'threadIdx.x', 'threadIdx.y' and 'threadIdx.z', got 'threadIdx.w'}}
schedule.bind %i to "threadIdx.w"

// PAYLOAD
func.func @kernel(%a: memref<16x8xf32>, %b: memref<16xf32>) {
  affine.for %t = 0 to 16 {
    %s = memref.alloca() : memref<16xf32, "shared">
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %s : memref<16x8xf32>, memref<16xf32, "shared">) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32, "shared">):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi] : memref<16xf32, "shared">
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32, "shared">):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %z[%vi] : memref<16xf32, "shared">
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %z[%vi] : memref<16xf32, "shared">
          te.yield
        }
      }
    }
    te.block "D" [false] affine_map<(t) -> (t)>(%t) captures(%s, %b : memref<16xf32, "shared">, memref<16xf32>) do {
    ^bb0(%v: index, %x: memref<16xf32, "shared">, %y: memref<16xf32>):
      %0 = affine.load %x[%v] : memref<16xf32, "shared">
      affine.store %0, %y[%v] : memref<16xf32>
      te.yield
    }
  }
  return
}

// CASE: (P6) a sum over the same data that threads of another loop write together.
// expected-note at `affine.for %t` {{here}}
// expected-note at `affine.for %k` {{in the kernel, here}}
%c = schedule.get_block "C" in %root
%t, %i, %k = schedule.get_loops of %c
schedule.bind %t to "threadIdx.y"
// expected-error @below {{cannot bind to 'threadIdx.x': expected a reduction of each thread of the other loops}}
schedule.bind %k to "threadIdx.x"
