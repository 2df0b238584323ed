// RUN: tvm-opt %s --schedule-apply=on-cpu --split-input-file --verify-diagnostics

// A loop of a kernel for a CPU is not bound to threads of a GPU. The step says so.
// expected-note @below {{the schedule of kernel 'bound'}}
module @bound attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
      ^bb0(%v: index, %y: memref<8xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    %o, %l = schedule.split %i by [0, 4]
    schedule.parallel %o
    // expected-error @below {{cannot bind to 'threadIdx.x': the kernel is compiled for a CPU}}
    schedule.bind %l to "threadIdx.x"
    transform.yield
  }
}

// -----

// One function is called. Steps of others may make more.
// expected-note @below {{the schedule of kernel 'outlined'}}
module @outlined attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8xf32>) {
    affine.for %i = 0 to 8 {
      te.block "A" [false] affine_map<(i) -> (i)>(%i) captures(%x : memref<8xf32>) do {
      ^bb0(%v: index, %y: memref<8xf32>):
        %0 = arith.constant 1.0 : f32
        affine.store %0, %y[%v] : memref<8xf32>
        te.yield
      }
    }
    return
  }
  // expected-error @below {{the schedule makes a function 'part', expected the kernel's function alone}}
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %a = schedule.get_block "A" in %root
    %i = schedule.get_loops of %a
    %function, %call = transform.loop.outline %i {func_name = "part"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
