// Folded micro-ops and instructions, a program per shape.
// RUN: tvm-opt %s --vta-fold-micro-ops | FileCheck %s

// Micro-ops that grow evenly are a loop.
// CHECK-LABEL: vta.program @one_loop
// CHECK: vta.uops (2, 0, 5)
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 1 stride 1
// CHECK-NEXT: vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 4 [1, 2, 0]
vta.program @one_loop {
  vta.uops (2, 0, 5), (3, 2, 5), (4, 4, 5), (5, 6, 5)
  vta.load uop sram 0 dram[0] size 1 by 4 stride 4
  vta.gemm uops 0 until 4 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
}

// Two loops, and a micro-op of each residue.
// CHECK-LABEL: vta.program @two_loops
// CHECK: vta.uops (0, 0, 0), (1, 7, 3)
// CHECK: vta.gemm uops 0 until 2 outer 2 [16, 0, 0] inner 3 [2, 1, 0]
vta.program @two_loops {
  vta.uops (0, 0, 0), (1, 7, 3), (2, 1, 0), (3, 8, 3), (4, 2, 0), (5, 9, 3), (16, 0, 0), (17, 7, 3), (18, 1, 0), (19, 8, 3), (20, 2, 0), (21, 9, 3)
  vta.load uop sram 0 dram[0] size 1 by 12 stride 12
  vta.gemm uops 0 until 12 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
}

// A loop that the instruction has already stays outside.
// CHECK-LABEL: vta.program @loop_around
// CHECK: vta.uops (0, 0, 0)
// CHECK: vta.gemm uops 0 until 1 outer 7 [10, 3, 0] inner 2 [1, 0, 1]
vta.program @loop_around {
  vta.uops (0, 0, 0), (1, 0, 1)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.gemm uops 0 until 2 outer 7 [10, 3, 0] inner 1 [0, 0, 0]
}

// Two loops that are one give way to another.
// CHECK-LABEL: vta.program @collapsed
// CHECK: vta.gemm uops 0 until 1 outer 12 [1, 0, 0] inner 2 [100, 0, 0]
vta.program @collapsed {
  vta.uops (0, 0, 0), (100, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.gemm uops 0 until 2 outer 4 [3, 0, 0] inner 3 [1, 0, 0]
}

// Instructions of one micro-op each: a loop of loops.
// CHECK-LABEL: vta.program @instructions
// CHECK: vta.uops (0, 1, 0){{$}}
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 1 stride 1
// CHECK-NEXT: vta.alu add uops 0 until 1 outer 2 [8, 16] inner 2 [1, 3] pop_prev push_next
// CHECK-NEXT: }
vta.program @instructions {
  vta.uops (0, 1, 0), (1, 4, 0), (8, 17, 0), (9, 20, 0)
  vta.load uop sram 0 dram[0] size 1 by 4 stride 4
  vta.alu add uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0] pop_prev
  vta.alu add uops 1 until 2 outer 1 [0, 0] inner 1 [0, 0]
  vta.alu add uops 2 until 3 outer 1 [0, 0] inner 1 [0, 0]
  vta.alu add uops 3 until 4 outer 1 [0, 0] inner 1 [0, 0] push_next
}

// An immediate has no source, a reset only a destination.
// CHECK-LABEL: vta.program @unused_indices
// CHECK: vta.gemm reset uops 0 until 1 outer 1 [0, 0, 0] inner 2 [1, 0, 0]
// CHECK-NEXT: vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 2 [1, 0]
vta.program @unused_indices {
  vta.uops (0, 5, 9), (1, 3, 1)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.gemm reset uops 0 until 2 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  vta.alu max use_imm uops 0 until 2 outer 1 [0, 0] inner 1 [0, 0]
}

// Falling indices are no loop; the instruction's own ones are two already.
// CHECK-LABEL: vta.program @no_loop
// CHECK: vta.uops (3, 0, 0), (2, 0, 0), (0, 0, 0), (100, 0, 0)
// CHECK: vta.gemm uops 0 until 2 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
// CHECK: vta.gemm uops 2 until 4 outer 2 [50, 0, 0] inner 3 [1, 0, 0]
vta.program @no_loop {
  vta.uops (3, 0, 0), (2, 0, 0), (0, 0, 0), (100, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 4 stride 4
  vta.gemm uops 0 until 2 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  vta.gemm uops 2 until 4 outer 2 [50, 0, 0] inner 3 [1, 0, 0]
}

// A token, or another operation, between instructions keeps them apart.
// CHECK-LABEL: vta.program @apart
// CHECK-COUNT-4: vta.alu
vta.program @apart {
  vta.uops (0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 4 stride 4
  vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 1 [0, 0] push_next
  vta.alu max use_imm uops 1 until 2 outer 1 [0, 0] inner 1 [0, 0]
  vta.alu max use_imm imm 1 uops 2 until 3 outer 1 [0, 0] inner 1 [0, 0]
  vta.alu min use_imm imm 1 uops 3 until 4 outer 1 [0, 0] inner 1 [0, 0]
}

// One instruction ends before the next begins; in a loop the accumulator would
// be read too early.
// CHECK-LABEL: vta.program @latency
// CHECK-COUNT-2: vta.gemm
vta.program @latency {
  vta.uops (0, 0, 0), (0, 1, 1)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  vta.gemm uops 1 until 2 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
}

// Where places are loaded twice, all micro-ops stay.
// CHECK-LABEL: vta.program @loaded_twice
// CHECK: vta.uops (0, 0, 0), (1, 0, 0), (5, 0, 0), (6, 0, 0)
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 2 stride 2
// CHECK-NEXT: vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 2 [1, 0]
// CHECK-NEXT: vta.load uop sram 0 dram[2] size 1 by 2 stride 2
// CHECK-NEXT: vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 2 [1, 0]
vta.program @loaded_twice {
  vta.uops (0, 0, 0), (1, 0, 0), (5, 0, 0), (6, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 2 stride 2
  vta.alu max use_imm uops 0 until 2 outer 1 [0, 0] inner 1 [0, 0]
  vta.load uop sram 0 dram[2] size 1 by 2 stride 2
  vta.alu max use_imm uops 0 until 2 outer 1 [0, 0] inner 1 [0, 0]
}

// A load of which nothing is used is gone, or carries its token only.
// CHECK-LABEL: vta.program @unused
// CHECK: vta.uops (7, 0, 0)
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_prev
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 1 by 1 stride 1
// CHECK-NEXT: vta.alu max use_imm uops 0 until 1
vta.program @unused {
  vta.uops (1, 0, 0), (2, 0, 0), (7, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1 pop_prev
  vta.load uop sram 1 dram[1] size 1 by 1 stride 1
  vta.load uop sram 2 dram[2] size 1 by 1 stride 1
  vta.alu max use_imm uops 2 until 3 outer 1 [0, 0] inner 1 [0, 0]
}
