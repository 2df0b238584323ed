// RUN: tvm-opt %s --vta-check --split-input-file --verify-diagnostics
// Programs in which nothing is wrong, and programs with one thing wrong each.

// Tokens order all that conflicts.
vta.program @ordered {
  vta.dram @x input size 64
  vta.dram @y output size 64
  vta.uops (0, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  vta.load acc sram 0 dram @x[0] size 1 by 1 stride 1
  vta.alu add use_imm imm 1 uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0] push_next
  vta.store out sram 0 dram @y[0] size 1 by 1 stride 1 pop_prev push_prev
  vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 0] pop_next
  vta.finish
}

// -----

// Deadlock: each waits for the other.
vta.program @deadlock {
  vta.sram @A size 8
  // expected-error @+1 {{deadlock: 0x00 LOAD waits forever for a token of EX->LD}}
  vta.load_range @A[0 to 7] pop_next push_next
  // expected-error @+1 {{deadlock: 0x01 EXE waits forever for a token of LD->EX}}
  vta.execute @A[0 to 7] -> @A[0 to 7] pop_prev push_prev
}

// -----

// A token that nothing takes, of a dependency bit.
vta.program @left {
  vta.sram @A size 8
  // expected-error @+1 {{token left over: nothing takes the token of 0x00 LOAD out of LD->EX}}
  vta.load_range @A[0 to 7] push_next
}

// -----

// The queue of tokens is full: load and compute wait for each other.
vta.program @full config <TOKEN_QUEUE_DEPTH = 2> {
  vta.push load -> compute
  vta.push load -> compute
  // expected-error @+1 {{deadlock: 0x02 PUSH (LD->EX) waits forever for room in LD->EX}}
  vta.push load -> compute
  vta.push load -> compute
  // expected-error @+1 {{deadlock: 0x04 POP (ST->EX) waits forever for a token of ST->EX}}
  vta.pop store -> compute
  vta.pop load -> compute
  vta.pop load -> compute
  vta.pop load -> compute
  vta.pop load -> compute
  // expected-error @+1 {{deadlock: 0x09 POP (EX->ST) waits forever for a token of EX->ST}}
  vta.pop compute -> store
}

// -----

// The queue of commands is full: what would give the token is not fetched.
vta.program @head_of_line config <COMMAND_QUEUE_DEPTH = 2> {
  // expected-error @+1 {{deadlock: 0x00 POP (LD->EX) waits forever for a token of LD->EX}}
  vta.pop load -> compute
  vta.pop load -> compute
  // expected-note @+1 {{the command queue of EX is full: nothing from 0x02 POP (LD->EX) on comes to its module}}
  vta.pop load -> compute
  vta.push load -> compute
  vta.push load -> compute
  vta.push load -> compute
}

// -----

// A queue of that depth is enough.
vta.program @enough config <COMMAND_QUEUE_DEPTH = 3> {
  vta.pop load -> compute
  vta.pop load -> compute
  vta.pop load -> compute
  vta.push load -> compute
  vta.push load -> compute
  vta.push load -> compute
}

// -----

// RAW, with a token that is there and is taken too late.
vta.program @raw {
  vta.sram @A size 8
  vta.sram @B size 8
  // expected-note @+1 {{here is 0x00 LOAD}}
  vta.load_range @A[0 to 7]
  vta.push load -> compute
  // expected-error @+2 {{RAW race on A[2-5]: 0x02 EXE does not wait for 0x00 LOAD}}
  // expected-note @+1 {{missing edge LD->EX: a POP (LD->EX) immediately before 0x02 EXE, in place of 0x03 POP (LD->EX)}}
  vta.execute @A[2 to 5] -> @B[0 to 7]
  vta.pop load -> compute
}

// -----

// WAW, without any token.
vta.program @waw {
  vta.sram @A size 8
  vta.sram @B size 8
  vta.load_range @B[0 to 7] push_next
  // expected-note @+1 {{here is 0x01 LOAD}}
  vta.load_range @A[0 to 5] push_next
  // expected-error @+2 {{WAW race on A[4-5]: 0x02 EXE does not wait for 0x01 LOAD}}
  // expected-note @+1 {{missing edge LD->EX: a POP (LD->EX) immediately before 0x02 EXE, in place of the pop of 0x03 EXE}}
  vta.execute @B[0 to 7] -> @A[4 to 7] pop_prev
  vta.execute @B[0 to 7] -> @B[0 to 7] pop_prev
}

// -----

// A token of the wrong instruction: that of the first load.
vta.program @too_early {
  vta.sram @A size 8
  vta.sram @B size 8
  vta.load_range @A[0 to 7] push_next
  // expected-note @+1 {{here is 0x01 LOAD}}
  vta.load_range @B[0 to 7]
  // expected-error @+2 {{RAW race on B[0-7]: 0x02 EXE does not wait for 0x01 LOAD}}
  // expected-note @+1 {{missing edge LD->EX: a POP (LD->EX) immediately before 0x02 EXE, and a PUSH behind 0x01 LOAD}}
  vta.execute @A[0 to 7], @B[0 to 7] -> @A[0 to 7] pop_prev
}

// -----

// Through DRAM, where load and store have no queue.
vta.program @dram {
  vta.dram @x input size 64
  vta.dram @t temporary size 64
  vta.load acc sram 0 dram @x[0] size 1 by 1 stride 1 push_next
  // expected-note @+1 {{here is 0x01 STORE OUT}}
  vta.store out sram 0 dram @t[0] size 1 by 1 stride 1 pop_prev
  // expected-error @+2 {{RAW race on t[0-15]: 0x02 LOAD INP does not wait for 0x01 STORE OUT}}
  // expected-note @+1 {{missing edge ST->LD: tokens through EX, from behind 0x01 STORE OUT to before 0x02 LOAD INP}}
  vta.load inp sram 0 dram @t[0] size 1 by 1 stride 1
  vta.finish
}

// -----

// Rows that interleave in DRAM do not meet.
vta.program @interleaved {
  vta.dram @x input size 64
  vta.dram @y input size 256
  vta.load acc sram 0 dram @x[0] size 1 by 1 stride 0 pad [0, 0, 0, 3] push_next
  vta.store out sram 0 dram @y[0] size 4 by 1 stride 4 pop_prev
  vta.load inp sram 0 dram @y[2] size 3 by 1 stride 4
  vta.finish
}

// -----

// A read of cells that nothing has written: the second half of a range.
vta.program @unwritten {
  vta.sram @A size 8
  vta.sram @B size 8
  vta.load_range @A[0 to 3] push_next
  // expected-error @+1 {{0x01 EXE reads A[4-6], which nothing has written}}
  vta.execute @A[1 to 6] -> @B[0 to 7] pop_prev
}

// -----

// A read of cells that nothing has written: micro-ops.
vta.program @no_uops {
  // expected-error @+1 {{0x00 GEMM reads uop[0-1], which nothing has written}}
  vta.gemm reset uops 0 until 2 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  vta.finish
}

// -----

// Loops that reach behind the accumulator.
vta.program @outside {
  vta.uops (2000, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  // expected-error @+1 {{0x01 GEMM expects elements of acc[0-2047], got 2052}}
  vta.gemm reset uops 0 until 1 outer 14 [4, 0, 0] inner 1 [0, 0, 0]
  vta.finish
}

// -----

// The accumulator is read and written there; it is said once.
vta.program @outside_both {
  vta.dram @x input size 131072
  vta.uops (2040, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  vta.load acc sram 0 dram @x[0] size 1 by 2048 stride 2048
  // expected-error @+1 {{0x02 ALU ADD expects elements of acc[0-2047], got 2049}}
  vta.alu add use_imm imm 1 uops 0 until 1 outer 1 [0, 0] inner 10 [1, 1]
  vta.finish
}

// -----

// Micro-ops that make no progression: 0, 1, 3 and 7 are written, 2 is read.
vta.program @irregular {
  vta.uops (0, 0, 0), (7, 0, 0), (3, 0, 0), (1, 0, 0), (3, 0, 0), (2, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 6 stride 6
  vta.gemm reset uops 0 until 5 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  // expected-error @+1 {{0x02 ALU ADD reads acc[2-2], which nothing has written}}
  vta.alu add use_imm imm 1 uops 1 until 6 outer 1 [0, 0] inner 1 [0, 0]
  vta.finish
}

// -----

// Taps one after the other sum up in one accumulator, which is not written yet.
vta.program @latency {
  vta.dram @x input size 4096
  vta.dram @w input size 4096
  vta.uops (0, 0, 0), (0, 1, 1)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.load inp sram 0 dram @x[0] size 1 by 9 stride 9
  vta.load wgt sram 0 dram @w[0] size 1 by 2 stride 2 push_next
  vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 8 [1, 0, 0] pop_prev
  // expected-error @+1 {{0x04 GEMM reads acc[0] 1 micro-ops behind its write, expected 2 or more}}
  vta.gemm uops 0 until 2 outer 1 [0, 0, 0] inner 8 [1, 1, 0]
  // One tap after the other pixel by pixel: it is.
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 8 [1, 1, 0]
  // The last of one iteration of the outer loop is the first of the next.
  // expected-error @+1 {{0x06 GEMM reads acc[1] 1 micro-ops behind its write, expected 2 or more}}
  vta.gemm uops 0 until 1 outer 2 [1, 0, 0] inner 2 [1, 0, 0]
  // A source that is what was written before.
  // expected-error @+1 {{0x07 ALU ADD reads acc[0] 1 micro-ops behind its write, expected 2 or more}}
  vta.alu add uops 0 until 1 outer 1 [0, 0] inner 4 [1, 0]
  vta.finish
}

// -----

// A configuration with a longer pipeline.
vta.program @longer config <ACC_WRITE_LATENCY = 5> {
  vta.uops (0, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 8 [1, 0, 0]
  // expected-error @+1 {{0x02 ALU ADD reads acc[0] 4 micro-ops behind its write, expected 5 or more}}
  vta.alu add use_imm imm 1 uops 0 until 1 outer 2 [0, 0] inner 4 [1, 1]
  vta.finish
}

// -----

// Virtual threads are expanded first.
vta.program @threads {
  // expected-error @+1 {{expected a stream, run vta-expand-vthreads}}
  vta.vthreads 1 contexts 1 {
  }
}
