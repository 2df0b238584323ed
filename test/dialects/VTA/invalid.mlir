// RUN: tvm-opt %s --split-input-file --verify-diagnostics

// vta.program C1: addresses grow.
vta.program @program_c1 {
  vta.push load -> compute at 4
  vta.pop load -> compute
  // expected-error @+1 {{expected an address of 6 or above, got 5}}
  vta.push load -> compute at 5
}

// -----

// vta.program C2: one list of micro-ops.
vta.program @program_c2 {
  vta.uops (0, 0, 0)
  // expected-error @+1 {{expected one list of micro-ops, got 2}}
  vta.uops (0, 0, 0)
}

// -----

// vta.program C3: no other operations.
vta.program @program_c3 {
  // expected-error @+1 {{expected operations of vta in vta.program}}
  %0 = arith.constant 0 : i32
}

// -----

// vta.sram C1: it holds something.
vta.program @sram_c1 {
  // expected-error @+1 {{expected a size of 1 or more, got 0}}
  vta.sram @A size 0
}

// -----

// vta.sram C1: it begins in the memory.
vta.program @sram_c1_base {
  // expected-error @+1 {{expected a first element of 0 or more, got -1}}
  vta.sram @A size 1 in acc at -1
}

// -----

// vta.sram C2: a memory without a place in it.
vta.program @sram_c2 {
  // expected-error @+1 {{expected a memory and an element of it, got only a memory}}
  vta.sram @A size 1 in acc
}

// -----

// vta.sram C2: a place in no memory.
vta.program @sram_c2_place {
  // expected-error @+1 {{expected a memory and an element of it, got only an element}}
  vta.sram @A size 1 at 0
}

// -----

// vta.sram C3: too large for the memory.
vta.program @sram_c3 {
  // expected-error @+1 {{expected 2049 elements of memory acc, got 2048}}
  vta.sram @A size 40 in acc at 2009
}

// -----

// vta.dram C1: a size.
vta.program @dram_c1 {
  // expected-error @+1 {{expected a size of 0 or more, got -1}}
  vta.dram @x input size -1
}

// -----

// vta.dram C2: a constant without data.
vta.program @dram_c2 {
  // expected-error @+1 {{expected data of a constant}}
  vta.dram @x constant size 1
}

// -----

// vta.dram C2: data of an input.
vta.program @dram_c2_input {
  // expected-error @+1 {{expected no data but of a constant}}
  vta.dram @x input size 1 data dense<1> : tensor<1xi8>
}

// -----

// vta.dram C2: data of another size.
vta.program @dram_c2_size {
  // expected-error @+1 {{expected 2 bytes of data, got 1}}
  vta.dram @x constant size 2 data dense<1> : tensor<1xi8>
}

// -----

// vta.dram: data of other than bytes.
vta.program @dram_type {
  // expected-error @+1 {{attribute 'data' failed to satisfy constraint: bytes}}
  vta.dram @x constant size 1 data dense<1> : tensor<1xi16>
}

// -----

// vta.uops C1: three indices.
vta.program @uops_c1 {
  // expected-error @+1 {{expected three indices}}
  vta.uops (0, 0)
}

// -----

// vta.uops C1: three indices, in generic form.
vta.program @uops_c1_generic {
  // expected-error @+1 {{expected three indices per micro-op, got 4 indices}}
  "vta.uops"() <{indices = array<i32: 0, 0, 0, 0>}> : () -> ()
}

// -----

// vta.uops C2: as wide as the weights' memory is deep.
vta.program @uops_c2 {
  // expected-error @+1 {{micro-op 1: micro-op: wgt_idx: expected 0 to 1023, got 1024}}
  vta.uops (0, 0, 0), (0, 0, 1024)
}

// -----

// vta.push C1: load and store have no queue.
vta.program @push_c1 {
  // expected-error @+1 {{expected a queue between compute and load or store, got load to store}}
  vta.push load -> store
}

// -----

// vta.pop C1: nor has a module one to itself.
vta.program @pop_c1 {
  // expected-error @+1 {{expected a queue between compute and load or store, got compute to compute}}
  vta.pop compute -> compute
}

// -----

// vta.load_range C1: behind the buffer's end.
vta.program @load_range_c1 {
  vta.sram @A size 8
  // expected-error @+1 {{expected elements below 8 of @A, got 8}}
  vta.load_range @A[0 to 8]
}

// -----

// vta.load_range C1: no buffer on the chip.
vta.program @load_range_c1_dram {
  vta.dram @A input size 8
  // expected-error @+1 {{expected a vta.sram, got @A}}
  vta.load_range @A[0 to 7]
}

// -----

// vta.load_range C2: one interval.
vta.program @load_range_c2 {
  vta.sram @A size 8
  // expected-error @+1 {{expected one interval of @A, got 2}}
  vta.load_range @A[0 to 3, 4 to 7]
}

// -----

// vta.load_range C3: there is no previous module.
vta.program @load_range_c3 {
  vta.sram @A size 8
  // expected-error @+1 {{expected no push_prev at module load}}
  vta.load_range @A[0 to 3] push_prev
}

// -----

// vta.execute C1: each of the ranges.
vta.program @execute_c1 {
  vta.sram @A size 8
  // expected-error @+1 {{expected elements below 8 of @A, got 9}}
  vta.execute @A[0 to 1], @A[2 to 9] -> @A[0 to 0]
}

// -----

// vta.execute C2: the destination, too.
vta.program @execute_c2 {
  vta.sram @A size 8
  // expected-error @+1 {{expected one interval of @A, got 2}}
  vta.execute @A[0 to 1] -> @A[0 to 0, 1 to 1]
}

// -----

// vta.store_range C1: no buffer at all.
vta.program @store_range_c1 {
  // expected-error @+1 {{expected a vta.sram, got @A}}
  vta.store_range @A[0 to 0]
}

// -----

// vta.store_range C2: one interval.
vta.program @store_range_c2 {
  vta.sram @A size 8
  // expected-error @+1 {{expected one interval of @A, got 2}}
  vta.store_range @A[0 to 3, 4 to 7]
}

// -----

// vta.store_range C3: there is no next module.
vta.program @store_range_c3 {
  vta.sram @A size 8
  // expected-error @+1 {{expected no pop_next at module store}}
  vta.store_range @A[0 to 3] pop_next
}

// -----

// #vta.range C1: its end is not in front of its beginning.
vta.program @range_c1 {
  vta.sram @A size 8
  // expected-error @+1 {{expected an interval from 0 or above to its last element, got 3 to 2}}
  vta.load_range @A[3 to 2]
}

// -----

// #vta.range C1: there is an interval.
vta.program @range_c1_empty {
  vta.sram @A size 8
  // expected-error @+1 {{expected a first and a last element per interval, got 0 numbers}}
  vta.load_range @A[]
}

// -----

// vta.vthreads C1: threads.
vta.program @vthreads_c1 {
  // expected-error @+1 {{expected 1 or more threads and contexts, got 0}}
  vta.vthreads 0 contexts 1 {
  }
}

// -----

// vta.vthreads C2: no other operations.
vta.program @vthreads_c2 {
  vta.vthreads 2 contexts 1 {
    // expected-error @+1 {{expected instructions on ranges in vta.vthreads}}
    %0 = arith.constant 0 : i32
  }
}

// -----

// vta.vthreads C2: no instructions of the hardware.
vta.program @vthreads_c2_hardware {
  vta.vthreads 2 contexts 1 {
    // expected-error @+1 {{expects parent op 'vta.program'}}
    vta.finish
  }
}

// -----

// vta.vthreads C2: bits come later.
vta.program @vthreads_c2_bits {
  vta.sram @A size 8
  vta.vthreads 2 contexts 1 {
    // expected-error @+1 {{expected no dependency bits, thread and address in vta.vthreads}}
    vta.load_range @A[0 to 3] push_next
  }
}

// -----

// vta.vthreads C3: an interval per context.
vta.program @vthreads_c3 {
  vta.sram @A size 8
  vta.vthreads 3 contexts 3 {
    // expected-error @+1 {{expected one interval of @A, or one per context, 3, got 2}}
    vta.load_range @A[0 to 3, 4 to 7]
  }
}
