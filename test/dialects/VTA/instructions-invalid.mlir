// RUN: tvm-opt %s --split-input-file --verify-diagnostics

// vta.load C1: the memory is not out.
vta.program @load_c1 {
  // expected-error @+1 {{LOAD OUT: memory_type: expected UOP, WGT, INP, ACC or ACC_8BIT, got OUT}}
  vta.load out sram 0 dram[0] size 0 by 0 stride 0
}

// -----

// vta.load C2: a field that is too narrow.
vta.program @load_c2 {
  vta.dram @x input size 4096
  // expected-error @+1 {{LOAD INP: y_pad_0: expected 0 to 15, got 16}}
  vta.load inp sram 0 dram @x[0] size 1 by 1 stride 1 pad [16, 0, 0, 0]
}

// -----

// vta.load C2: a number that no field takes.
vta.program @load_number {
  // expected-error @+1 {{attribute 'x_stride' failed to satisfy constraint}}
  vta.load inp sram 0 dram[0] size 0 by 0 stride -1
}

// -----

// vta.load C3: with its border it is too large for the memory.
vta.program @load_c3 {
  vta.dram @x input size 4096
  // expected-error @+1 {{expected elements below 2048 of memory INP, got up to 2049}}
  vta.load inp sram 2041 dram @x[0] size 1 by 1 stride 1 pad [1, 1, 1, 1]
}

// -----

// vta.load C3: the configuration says how large it is.
vta.program @load_config config <LOG_INP_BUFF_SIZE = 10> {
  vta.dram @x input size 4096
  // expected-error @+1 {{expected elements below 64 of memory INP, got up to 64}}
  vta.load inp sram 0 dram @x[0] size 1 by 65 stride 65
}

// -----

// vta.load C4: nothing says where it comes from.
vta.program @load_c4 {
  // expected-error @+1 {{expected a buffer in DRAM}}
  vta.load inp sram 0 dram[0] size 1 by 1 stride 1
}

// -----

// vta.load C4: nothing is moved.
vta.program @load_c4_nothing {
  vta.dram @x input size 4096
  // expected-error @+1 {{expected no buffer in DRAM}}
  vta.load inp sram 0 dram @x[0] size 1 by 0 stride 1
}

// -----

// vta.load C4: micro-ops come out of vta.uops.
vta.program @load_c4_uop {
  // expected-error @+1 {{expected a vta.uops to load from}}
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
}

// -----

// vta.load C4: not a buffer in DRAM.
vta.program @load_c4_sram {
  vta.sram @x size 4
  // expected-error @+1 {{expected a vta.dram, got @x}}
  vta.load inp sram 0 dram @x[0] size 1 by 1 stride 1
}

// -----

// vta.load C5: the last of two rows ends behind the buffer.
vta.program @load_c5 {
  vta.dram @x input size 128
  // expected-error @+1 {{expected elements below 8 in DRAM, got up to 8}}
  vta.load inp sram 0 dram @x[1] size 2 by 4 stride 4
}

// -----

// vta.load C5: behind the last micro-op.
vta.program @load_c5_uop {
  vta.uops (0, 0, 0)
  // expected-error @+1 {{expected elements below 1 in DRAM, got up to 1}}
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
}

// -----

// vta.store C1: the memory is out.
vta.program @store_c1 {
  vta.dram @y output size 4096
  // expected-error @+1 {{STORE ACC: memory_type: expected OUT, got ACC}}
  vta.store acc sram 0 dram @y[0] size 1 by 1 stride 1
}

// -----

// vta.store C2: a field that is too narrow.
vta.program @store_c2 {
  // expected-error @+1 {{STORE OUT: x_stride: expected 0 to 65535, got 65536}}
  vta.store out sram 0 dram[0] size 0 by 0 stride 65536
}

// -----

// vta.store C3: behind the accumulator.
vta.program @store_c3 {
  vta.dram @y output size 4096
  // expected-error @+1 {{expected elements below 2048 of memory OUT, got up to 2048}}
  vta.store out sram 2047 dram @y[0] size 2 by 1 stride 1
}

// -----

// vta.store C4: nothing says where it goes.
vta.program @store_c4 {
  // expected-error @+1 {{expected a buffer in DRAM}}
  vta.store out sram 0 dram[0] size 1 by 1 stride 1
}

// -----

// vta.store C5: behind the buffer.
vta.program @store_c5 {
  vta.dram @y output size 16
  // expected-error @+1 {{expected elements below 1 in DRAM, got up to 1}}
  vta.store out sram 0 dram @y[1] size 1 by 1 stride 1
}

// -----

// vta.gemm C1: as wide as the weights' memory is deep.
vta.program @gemm_c1 {
  // expected-error @+1 {{GEMM: wgt_factor_in: expected 0 to 1023, got 1024}}
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 1024]
}

// -----

// vta.gemm C1: of the loops.
vta.program @gemm_iterations {
  // expected-error @+1 {{GEMM: iter_out: expected 0 to 16383, got 16384}}
  vta.gemm uops 0 until 1 outer 16384 [0, 0, 0] inner 1 [0, 0, 0]
}

// -----

// vta.gemm C1: three factors per loop.
vta.program @gemm_factors {
  // expected-error @+1 {{attribute 'factors_out' failed to satisfy constraint}}
  vta.gemm uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0, 0]
}

// -----

// vta.alu C1: the immediate has 16 bits.
vta.program @alu_c1 {
  // expected-error @+1 {{ALU ADD: imm: expected -32768 to 32767, got 32768}}
  vta.alu add use_imm imm 32768 uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0]
}

// -----

// vta.finish C1: what it waits for is taken before.
vta.program @finish_c1 {
  // expected-error @+1 {{FINISH: pop_prev: expected 0, got 1}}
  vta.finish pop_prev
}

// -----

// Dependency bits: load has no previous module.
vta.program @load_pop_prev {
  // expected-error @+1 {{expected no pop_prev at module load}}
  vta.load inp sram 0 dram[0] size 0 by 0 stride 0 pop_prev
}

// -----

// Dependency bits: store has no next module.
vta.program @store_push_next {
  // expected-error @+1 {{expected no push_next at module store}}
  vta.store out sram 0 dram[0] size 0 by 0 stride 0 push_next
}
