// The published listing in instructions of the hardware: four tiles, each a
// convolution with 3x3 taps and stride 2 of 5x5 pixels (25 tensors of ACTIV, 72
// of PARAM) onto 2x2 pixels of 8 blocks of channels (32 of LDBUF), of which
// max-pooling leaves one pixel (8 of STBUF). LDBUF and STBUF are parts of the
// accumulator. PARAM is loaded for two tiles at a time.
// RUN: tvm-opt %s --vta-insert-tokens --vta-fold-tokens --vta-check -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tvm-translate --vta-check --vta-to-binary %t.mlir -o %t.bin
// RUN: tvm-translate --binary-to-vta %t.bin | tvm-translate --vta-to-binary | cmp - %t.bin

vta.program @program {
  vta.dram @ACTIV input size 1600
  vta.dram @PARAM input size 36864
  vta.dram @LDBUF input size 8192
  vta.dram @STBUF output size 512
  vta.uops (0, 0, 0), (1, 0, 9), (2, 0, 18), (3, 0, 27), (4, 0, 36),
    (5, 0, 45), (6, 0, 54), (7, 0, 63), (0, 1, 1), (1, 1, 10), (2, 1, 19),
    (3, 1, 28), (4, 1, 37), (5, 1, 46), (6, 1, 55), (7, 1, 64), (0, 2, 2),
    (1, 2, 11), (2, 2, 20), (3, 2, 29), (4, 2, 38), (5, 2, 47), (6, 2, 56),
    (7, 2, 65), (0, 5, 3), (1, 5, 12), (2, 5, 21), (3, 5, 30), (4, 5, 39),
    (5, 5, 48), (6, 5, 57), (7, 5, 66), (0, 6, 4), (1, 6, 13), (2, 6, 22),
    (3, 6, 31), (4, 6, 40), (5, 6, 49), (6, 6, 58), (7, 6, 67), (0, 7, 5),
    (1, 7, 14), (2, 7, 23), (3, 7, 32), (4, 7, 41), (5, 7, 50), (6, 7, 59),
    (7, 7, 68), (0, 10, 6), (1, 10, 15), (2, 10, 24), (3, 10, 33), (4, 10, 42),
    (5, 10, 51), (6, 10, 60), (7, 10, 69), (0, 11, 7), (1, 11, 16),
    (2, 11, 25), (3, 11, 34), (4, 11, 43), (5, 11, 52), (6, 11, 61),
    (7, 11, 70), (0, 12, 8), (1, 12, 17), (2, 12, 26), (3, 12, 35),
    (4, 12, 44), (5, 12, 53), (6, 12, 62), (7, 12, 71), (32, 25, 0),
    (33, 25, 9), (34, 25, 18), (35, 25, 27), (36, 25, 36), (37, 25, 45),
    (38, 25, 54), (39, 25, 63), (32, 26, 1), (33, 26, 10), (34, 26, 19),
    (35, 26, 28), (36, 26, 37), (37, 26, 46), (38, 26, 55), (39, 26, 64),
    (32, 27, 2), (33, 27, 11), (34, 27, 20), (35, 27, 29), (36, 27, 38),
    (37, 27, 47), (38, 27, 56), (39, 27, 65), (32, 30, 3), (33, 30, 12),
    (34, 30, 21), (35, 30, 30), (36, 30, 39), (37, 30, 48), (38, 30, 57),
    (39, 30, 66), (32, 31, 4), (33, 31, 13), (34, 31, 22), (35, 31, 31),
    (36, 31, 40), (37, 31, 49), (38, 31, 58), (39, 31, 67), (32, 32, 5),
    (33, 32, 14), (34, 32, 23), (35, 32, 32), (36, 32, 41), (37, 32, 50),
    (38, 32, 59), (39, 32, 68), (32, 35, 6), (33, 35, 15), (34, 35, 24),
    (35, 35, 33), (36, 35, 42), (37, 35, 51), (38, 35, 60), (39, 35, 69),
    (32, 36, 7), (33, 36, 16), (34, 36, 25), (35, 36, 34), (36, 36, 43),
    (37, 36, 52), (38, 36, 61), (39, 36, 70), (32, 37, 8), (33, 37, 17),
    (34, 37, 26), (35, 37, 35), (36, 37, 44), (37, 37, 53), (38, 37, 62),
    (39, 37, 71), (0, 8, 0), (32, 40, 0)
  vta.load uop sram 0 dram[0] size 1 by 146 stride 146
  // Virtual Thread 0
  vta.load wgt sram 0 dram @PARAM[0] size 1 by 72 stride 72
  vta.load inp sram 0 dram @ACTIV[0] size 1 by 25 stride 25
  vta.load acc sram 0 dram @LDBUF[0] size 1 by 32 stride 32
  vta.gemm uops 0 until 72 outer 2 [16, 10, 0] inner 2 [8, 2, 0]
  vta.alu max uops 144 until 145 outer 3 [0, 8] inner 8 [1, 1]
  vta.store out sram 0 dram @STBUF[0] size 1 by 8 stride 8
  // Virtual Thread 1
  vta.load inp sram 25 dram @ACTIV[25] size 1 by 25 stride 25
  vta.load acc sram 32 dram @LDBUF[32] size 1 by 32 stride 32
  vta.gemm uops 72 until 144 outer 2 [16, 10, 0] inner 2 [8, 2, 0]
  vta.alu max uops 145 until 146 outer 3 [0, 8] inner 8 [1, 1]
  vta.store out sram 32 dram @STBUF[8] size 1 by 8 stride 8
  // Virtual Thread 2
  vta.load wgt sram 0 dram @PARAM[72] size 1 by 72 stride 72
  vta.load inp sram 0 dram @ACTIV[50] size 1 by 25 stride 25
  vta.load acc sram 0 dram @LDBUF[64] size 1 by 32 stride 32
  vta.gemm uops 0 until 72 outer 2 [16, 10, 0] inner 2 [8, 2, 0]
  vta.alu max uops 144 until 145 outer 3 [0, 8] inner 8 [1, 1]
  vta.store out sram 0 dram @STBUF[16] size 1 by 8 stride 8
  // Virtual Thread 3
  vta.load inp sram 25 dram @ACTIV[75] size 1 by 25 stride 25
  vta.load acc sram 32 dram @LDBUF[96] size 1 by 32 stride 32
  vta.gemm uops 72 until 144 outer 2 [16, 10, 0] inner 2 [8, 2, 0]
  vta.alu max uops 145 until 146 outer 3 [0, 8] inner 8 [1, 1]
  vta.store out sram 32 dram @STBUF[24] size 1 by 8 stride 8
  vta.finish
}

//      CHECK: vta.load uop sram 0 dram[0] size 1 by 146 stride 146{{$}}
// CHECK-NEXT: vta.load wgt sram 0 dram @PARAM[0] size 1 by 72 stride 72{{$}}
// CHECK-NEXT: vta.load inp sram 0 dram @ACTIV[0] size 1 by 25 stride 25 push_next{{$}}
// CHECK-NEXT: vta.load acc sram 0 dram @LDBUF[0] size 1 by 32 stride 32{{$}}
// CHECK-NEXT: vta.gemm uops 0 until 72 outer 2 [16, 10, 0] inner 2 [8, 2, 0] pop_prev{{$}}
// CHECK-NEXT: vta.alu max uops 144 until 145 outer 3 [0, 8] inner 8 [1, 1] push_next{{$}}
// CHECK-NEXT: vta.store out sram 0 dram @STBUF[0] size 1 by 8 stride 8 pop_prev push_prev{{$}}
// CHECK-NEXT: vta.load inp sram 25 dram @ACTIV[25] size 1 by 25 stride 25 push_next{{$}}
// CHECK-NEXT: vta.load acc sram 32 dram @LDBUF[32] size 1 by 32 stride 32{{$}}
// CHECK-NEXT: vta.gemm uops 72 until 144 outer 2 [16, 10, 0] inner 2 [8, 2, 0] pop_prev push_prev{{$}}
// CHECK-NEXT: vta.alu max uops 145 until 146 outer 3 [0, 8] inner 8 [1, 1] push_next{{$}}
// CHECK-NEXT: vta.store out sram 32 dram @STBUF[8] size 1 by 8 stride 8 pop_prev push_prev{{$}}
// CHECK-NEXT: vta.load wgt sram 0 dram @PARAM[72] size 1 by 72 stride 72 pop_next{{$}}
// CHECK-NEXT: vta.load inp sram 0 dram @ACTIV[50] size 1 by 25 stride 25 push_next{{$}}
// CHECK-NEXT: vta.load acc sram 0 dram @LDBUF[64] size 1 by 32 stride 32 pop_next{{$}}
// CHECK-NEXT: vta.gemm uops 0 until 72 outer 2 [16, 10, 0] inner 2 [8, 2, 0] pop_prev{{$}}
// CHECK-NEXT: vta.alu max uops 144 until 145 outer 3 [0, 8] inner 8 [1, 1] push_next{{$}}
// CHECK-NEXT: vta.store out sram 0 dram @STBUF[16] size 1 by 8 stride 8 pop_prev{{$}}
// CHECK-NEXT: vta.load inp sram 25 dram @ACTIV[75] size 1 by 25 stride 25 push_next{{$}}
// CHECK-NEXT: vta.load acc sram 32 dram @LDBUF[96] size 1 by 32 stride 32 pop_next{{$}}
// CHECK-NEXT: vta.gemm uops 72 until 144 outer 2 [16, 10, 0] inner 2 [8, 2, 0] pop_prev{{$}}
// CHECK-NEXT: vta.alu max uops 145 until 146 outer 3 [0, 8] inner 8 [1, 1] push_next{{$}}
// CHECK-NEXT: vta.store out sram 32 dram @STBUF[24] size 1 by 8 stride 8 pop_prev push_prev{{$}}
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_next{{$}}
// CHECK-NEXT: vta.finish{{$}}
// CHECK-NEXT: }
