// RUN: tvm-opt %s --transform-interpreter --split-input-file -verify-diagnostics

// (P1) twice.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    schedule.bind %i to "threadIdx.x"
    // expected-error @+1 {{cannot bind to 'threadIdx.y': expected a serial loop, got one that is bound to 'threadIdx.x'}}
    schedule.bind %i to "threadIdx.y"
    transform.yield
  }
}

// -----

// (P2) a number of threads that is not known.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a constant number of threads}}
    schedule.bind %i to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P2) no thread at all.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<0xf32>, %b: memref<0xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 0 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<0xf32>, memref<0xf32>) do {
      ^bb0(%v: index, %x: memref<0xf32>, %y: memref<0xf32>):
        %0 = affine.load %x[%v] : memref<0xf32>
        affine.store %0, %y[%v] : memref<0xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected at least 1 iteration, got 0}}
    schedule.bind %i to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P2) one axis for two loops around a block.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
    // expected-note @+1 {{the other loop}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.bind %i to "threadIdx.x"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected one loop around a statement on 'threadIdx.x', got two}}
    schedule.bind %j to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P2) blocks inside of a loop that does more.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
    // expected-note @+1 {{this holds more}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.bind %i to "blockIdx.y"
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected bound loops to nest perfectly around those of blocks, which do not wait for each other}}
    schedule.bind %j to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P2) the same, further out: blocks inside of threads inside of a loop that does more.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
    // expected-note @+1 {{this holds more}}
    affine.for %i = 0 to 10 {
      affine.for %t = 0 to 1 {
        // expected-note @+1 {{in the kernel, here}}
        affine.for %j = 0 to 8 {
          te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<10x8xf32>, memref<10x8xf32>) do {
          ^bb0(%v: index, %w: index, %x: memref<10x8xf32>, %y: memref<10x8xf32>):
            %0 = affine.load %x[%v, %w] : memref<10x8xf32>
            affine.store %0, %y[%v, %w] : memref<10x8xf32>
            te.yield
          }
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %t, %j = schedule.get_loops of %c
    schedule.bind %i to "blockIdx.y"
    schedule.bind %t to "threadIdx.x"
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected bound loops to nest perfectly around those of blocks, which do not wait for each other}}
    schedule.bind %j to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P2) a number of blocks that differs from block to block.
module attributes {transform.with_named_sequence} {
  func.func @triangle(%a: memref<10x10xf32>, %b: memref<10x10xf32>) {
    // expected-note @+1 {{the launch}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
        te.block "C" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %b : memref<10x10xf32>, memref<10x10xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<10x10xf32>, %y: memref<10x10xf32>):
          %0 = affine.load %x[%v, %w] : memref<10x10xf32>
          affine.store %0, %y[%v, %w] : memref<10x10xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.bind %i to "blockIdx.y"
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected a number of blocks that is known in front of the launch}}
    schedule.bind %j to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P2) too many threads, of loops next to each other too.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<2x64x32xf32>, %b: memref<2x64x32xf32>) {
    // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %k, %i = schedule.get_loops of %c
    %d = schedule.get_block "D" in %root
    %k1, %j = schedule.get_loops of %d
    schedule.bind %i to "threadIdx.x"
    schedule.bind %j to "threadIdx.y"
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected at most 1024 threads in a block, got 64 x 31 x 1}}
    schedule.bind %k to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P2) too many threads along z.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<65xf32>, %b: memref<65xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 65 {
      te.block "C" [false] affine_map<(i) -> (i)>(%i) captures(%a, %b : memref<65xf32>, memref<65xf32>) do {
      ^bb0(%v: index, %x: memref<65xf32>, %y: memref<65xf32>):
        %0 = affine.load %x[%v] : memref<65xf32>
        affine.store %0, %y[%v] : memref<65xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.z': expected at most 64 threads along z, got 65}}
    schedule.bind %i to "threadIdx.z"
    transform.yield
  }
}

// -----

// (P2) threads of the CPU.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{this is one}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %j = schedule.get_loops of %c
    schedule.parallel %j
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected no parallel loop in a launch}}
    schedule.bind %i to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P2) a reduction that would be initialised by other threads.
module attributes {transform.with_named_sequence} {
  func.func @rows(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %k = 0 to 8 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %i = 0 to 16 {
        // expected-note @+1 {{this block}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %k, %i = schedule.get_loops of %c
    %u = schedule.add_unit_loop %k
    schedule.bind %u to "blockIdx.x"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected the reduction of 'C', which runs around it, to be decomposed}}
    schedule.bind %i to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P3) a sum without a start value: threads race for an element.
module attributes {transform.with_named_sequence} {
  func.func @sum(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          // expected-note @+1 {{'C' reads first, here}}
          %1 = affine.load %z[%vi] : memref<16xf32>
          %2 = arith.addf %1, %0 : f32
          // expected-note @+1 {{'C' writes the same element later, here}}
          affine.store %2, %z[%vi] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    schedule.bind %i to "blockIdx.x"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': it breaks a write-after-read dependence of block 'C' on block 'C'}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P4) a thread reads what another one wrote, in global memory.
module attributes {transform.with_named_sequence} {
  func.func @reverse(%a: memref<4x8xf32>, %t: memref<4x8xf32>, %b: memref<4x8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %o = 0 to 4 {
      affine.for %i = 0 to 8 {
        te.block "A" [false, false] affine_map<(o, i) -> (o, i)>(%o, %i) captures(%a, %t : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          // expected-note @+1 {{'A' writes here}}
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(o, i) -> (o, i)>(%o, %j) captures(%t, %b : memref<4x8xf32>, memref<4x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<4x8xf32>):
          // expected-note @+1 {{'B' reads here, on another thread}}
          %0 = affine.load %x[%v, -%w + 7] : memref<4x8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %o, %i = schedule.get_loops of %a
    %b = schedule.get_block "B" in %root
    %o1, %j = schedule.get_loops of %b
    schedule.bind %o to "blockIdx.x"
    schedule.bind %i to "threadIdx.x"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
    schedule.bind %j to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P4) no proof where data decides.
module attributes {transform.with_named_sequence} {
  func.func @gather(%a: memref<4x8xf32>, %n: memref<8xindex>, %b: memref<4x8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %o = 0 to 4 {
      %t = memref.alloca() : memref<8xf32>
      affine.for %i = 0 to 8 {
        te.block "A" [false, false] affine_map<(o, i) -> (o, i)>(%o, %i) captures(%a, %t : memref<4x8xf32>, memref<8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<4x8xf32>, %y: memref<8xf32>):
          %0 = affine.load %x[%v, %w] : memref<4x8xf32>
          // expected-note @+1 {{'A' writes here}}
          affine.store %0, %y[%w] : memref<8xf32>
          te.yield
        }
      }
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(o, i) -> (o, i)>(%o, %j) captures(%t, %b, %n : memref<8xf32>, memref<4x8xf32>, memref<8xindex>) do {
        ^bb0(%v: index, %w: index, %x: memref<8xf32>, %y: memref<4x8xf32>, %m: memref<8xindex>):
          %at = affine.load %m[%w] : memref<8xindex>
          // expected-note @+1 {{'B' reads here, on another thread}}
          %0 = memref.load %x[%at] : memref<8xf32>
          affine.store %0, %y[%v, %w] : memref<4x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %o, %i = schedule.get_loops of %a
    %b = schedule.get_block "B" in %root
    %o1, %j = schedule.get_loops of %b
    schedule.bind %i to "threadIdx.x"
    schedule.bind %j to "threadIdx.x"
    // expected-error @+1 {{cannot bind to 'blockIdx.x': no proof that no threads of 'A' and of 'B' use the same element of a buffer that is not shared}}
    schedule.bind %o to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P4) a shared buffer that is one thread's.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10x8xf32>, %b: memref<10x8xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{this buffer}}
      %t = memref.alloca() : memref<8xf32, "shared">
      affine.for %j = 0 to 8 {
        // expected-note @+1 {{'A' does not write the same to it in each iteration}}
        te.block "A" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%a, %t : memref<10x8xf32>, memref<8xf32, "shared">) do {
        ^bb0(%v: index, %w: index, %x: memref<10x8xf32>, %y: memref<8xf32, "shared">):
          %0 = affine.load %x[%v, %w] : memref<10x8xf32>
          affine.store %0, %y[%w] : memref<8xf32, "shared">
          te.yield
        }
      }
      affine.for %j = 0 to 8 {
        te.block "B" [false, false] affine_map<(i, j) -> (i, j)>(%i, %j) captures(%t, %b : memref<8xf32, "shared">, memref<10x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<8xf32, "shared">, %y: memref<10x8xf32>):
          %0 = affine.load %x[%w] : memref<8xf32, "shared">
          affine.store %0, %y[%v, %w] : memref<10x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i, %j = schedule.get_loops of %a
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a shared buffer to be outside of the loops of threads, which share it, or to get the same from all of them}}
    schedule.bind %i to "threadIdx.x"
    transform.yield
  }
}

// -----

// Accesses that are unknown.
module attributes {transform.with_named_sequence} {
  func.func private @f()

  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %i = 0 to 10 {
      // expected-note @+1 {{this operation}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': no proof where an operation's accesses are unknown}}
    schedule.bind %i to "threadIdx.x"
    transform.yield
  }
}

// -----

// (C1) an axis that does not exist.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{expected one of 'blockIdx.x', 'blockIdx.y', 'blockIdx.z', 'threadIdx.x', 'threadIdx.y' and 'threadIdx.z', got 'threadIdx.w'}}
    schedule.bind %i to "threadIdx.w"
    transform.yield
  }
}

// -----

// (P6) a loop of another axis between the threads and the block.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    // expected-note @+1 {{in the kernel, here}}
    affine.for %k = 0 to 8 {
      // expected-note @+1 {{here}}
      affine.for %i = 0 to 16 {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %k, %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a loop of reduction axes only}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) regions that are declared.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) reads [#te.region<0, (d0, d1) -> (d0, d1), [1, 1]>, #te.region<1, (d0, d1) -> (d0), [1]>] writes [#te.region<1, (d0, d1) -> (d0), [1]>] init {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a reduction that declares no regions}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a loop that another axis is bound to, too.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 2 {
      // expected-note @+2 {{in the kernel, here}}
      // expected-note @+1 {{here}}
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i * 8 + k, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a loop of reduction axes only}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a second loop of threads that is reduced over.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{here}}
      affine.for %o = 0 to 2 {
        // expected-note @+1 {{in the kernel, here}}
        affine.for %k = 0 to 4 {
          te.block "C" [false, true] affine_map<(i, o, k) -> (i, o * 4 + k)>(%i, %o, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
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
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %o, %k = schedule.get_loops of %c
    schedule.bind %o to "threadIdx.y"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected one loop of threads that 'C' reduces over}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a loop that is not serial.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %o = 0 to 2 {
        // expected-note @+1 {{here}}
        affine.for %k = 0 to 4 {
          te.block "C" [false, true] affine_map<(i, o, k) -> (i, o * 4 + k)>(%i, %o, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
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
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %o, %k = schedule.get_loops of %c
    schedule.vectorize %k
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected serial loops that 'C' reduces over}}
    schedule.bind %o to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) an axis that is bound to what is computed in the loop.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 15 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 8 {
        %j = affine.apply affine_map<(i) -> (i + 1)>(%i)
        // expected-note @+1 {{here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%j, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected axes that are bound to loops}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a result that each thread has for itself.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{here}}
        %t = memref.alloca() : memref<16xf32>
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %t : memref<16x8xf32>, memref<16xf32>) init {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a result that is made outside of the reduction}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a use of what is not complete.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>, %d: memref<16x8xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
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
        // expected-note @+1 {{here}}
        te.block "D" [false, false] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%c, %d : memref<16xf32>, memref<16x8xf32>) do {
        ^bb0(%v: index, %w: index, %x: memref<16xf32>, %y: memref<16x8xf32>):
          %0 = affine.load %x[%v] : memref<16xf32>
          affine.store %0, %y[%v, %w] : memref<16x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected nothing else in the reduction to use the result of 'C'}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a start value that is no identity.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %zero = arith.constant 1.0 : f32
          affine.store %zero, %z[%vi] : memref<16xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %z[%vi] : memref<16xf32>
          %2 = arith.addf %1, %0 : f32
          // expected-note @+1 {{here}}
          affine.store %2, %z[%vi] : memref<16xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a sum, product, minimum, maximum, argmin or argmax that starts at its identity}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a sum over the same data that threads of another loop write together.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %b: memref<16xf32>) {
    // expected-note @+1 {{here}}
    affine.for %t = 0 to 16 {
      %s = memref.alloca() : memref<16xf32, "shared">
      affine.for %i = 0 to 16 {
        // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %t, %i, %k = schedule.get_loops of %c
    schedule.bind %t to "threadIdx.y"
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected a reduction of each thread of the other loops}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}

// -----

// (P6) a predicate that ties the threads to rows.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) if affine_set<(i, k) : (i - k >= 0, k - i + 4 >= 0)> captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': the predicate of 'C' ties reduction axes to others}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}


// -----

// (P6) blocks do not wait for each other.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16xf32>) {
    affine.for %i = 0 to 16 {
      // expected-note @+1 {{in the kernel, here}}
      affine.for %k = 0 to 8 {
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16xf32>):
          %zero = arith.constant 0.0 : f32
          // expected-note @+2 {{'C' initialises first, here}}
          // expected-note @+1 {{'C' initialises the same element later, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'blockIdx.x': it breaks a write-after-write dependence of block 'C' on block 'C'}}
    schedule.bind %k to "blockIdx.x"
    transform.yield
  }
}

// -----

// (P5) another number of iterations than the axis has.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<10xf32>, %b: memref<10xf32>) {
    // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected 32 iterations, got 10}}
    schedule.bind %i to "blockIdx.x" extent 32
    transform.yield
  }
}

// -----

// (P5) a number of iterations that is not known.
module attributes {transform.with_named_sequence} {
  func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    // expected-note @+1 {{in the kernel, here}}
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
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'blockIdx.x': expected 32 iterations, got a number that is known at run time}}
    schedule.bind %i to "blockIdx.x" extent 32
    transform.yield
  }
}

// -----

// (P6) a result that each value has of its own.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<16x8xf32>, %c: memref<16x8xf32>) {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 8 {
        // expected-note @+1 {{in the kernel, here}}
        te.block "C" [false, true] affine_map<(i, k) -> (i, k)>(%i, %k) captures(%a, %c : memref<16x8xf32>, memref<16x8xf32>) init {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16x8xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %z[%vi, %vk] : memref<16x8xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vk: index, %x: memref<16x8xf32>, %z: memref<16x8xf32>):
          %0 = affine.load %x[%vi, %vk] : memref<16x8xf32>
          %1 = affine.load %z[%vi, %vk] : memref<16x8xf32>
          %2 = arith.addf %1, %0 : f32
          // expected-note @+1 {{here}}
          affine.store %2, %z[%vi, %vk] : memref<16x8xf32>
          te.yield
        }
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %c = schedule.get_block "C" in %root
    %i, %k = schedule.get_loops of %c
    // expected-error @+1 {{cannot bind to 'threadIdx.x': expected one store per result, at subscripts of the spatial axes}}
    schedule.bind %k to "threadIdx.x"
    transform.yield
  }
}
