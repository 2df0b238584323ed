// RUN: tvm-opt %s --vta-fold-tokens --split-input-file | FileCheck %s
// RUN: tvm-translate --listing-to-vta %S/../../conversion/VTAListing/published-repaired.txt | tvm-opt --vta-fold-tokens | FileCheck %s --check-prefix=LISTING

// The published listing: 42 lines become 18 instructions, none of them empty.
//      LISTING: vta.sram @STBUF size 40
// LISTING-NEXT: vta.load_range @PARAM[0 to 71] thread 0
// LISTING-NEXT: vta.load_range @ACTIV[0 to 24] thread 0
// LISTING-NEXT: vta.load_range @LDBUF[0 to 31] push_next thread 0
// LISTING-NEXT: vta.execute @ACTIV[0 to 24], @PARAM[0 to 71], @LDBUF[0 to 31] -> @STBUF[0 to 7] pop_prev push_prev push_next thread 0
// LISTING-NEXT: vta.store_range @STBUF[0 to 7] pop_prev push_prev thread 0
// LISTING-NEXT: vta.load_range @ACTIV[25 to 50] thread 1
// LISTING-NEXT: vta.load_range @LDBUF[32 to 63] push_next thread 1
// LISTING-NEXT: vta.execute @ACTIV[25 to 50], @PARAM[0 to 71], @LDBUF[32 to 63] -> @STBUF[32 to 39] pop_prev push_prev push_next thread 1
// LISTING-NEXT: vta.store_range @STBUF[32 to 39] pop_prev push_prev thread 1
// LISTING-NEXT: vta.load_range @PARAM[0 to 71] pop_next thread 2
// LISTING-NEXT: vta.load_range @ACTIV[0 to 24] thread 2
// LISTING-NEXT: vta.load_range @LDBUF[0 to 31] push_next thread 2
// LISTING-NEXT: vta.execute @ACTIV[0 to 24], @PARAM[0 to 71], @LDBUF[0 to 31] -> @STBUF[0 to 7] pop_prev pop_next push_next thread 2
// LISTING-NEXT: vta.store_range @STBUF[0 to 7] pop_prev thread 2
// LISTING-NEXT: vta.load_range @ACTIV[25 to 50] pop_next thread 3
// LISTING-NEXT: vta.load_range @LDBUF[32 to 63] push_next thread 3
// LISTING-NEXT: vta.execute @ACTIV[25 to 50], @PARAM[0 to 71], @LDBUF[32 to 63] -> @STBUF[32 to 39] pop_prev pop_next push_next thread 3
// LISTING-NEXT: vta.store_range @STBUF[32 to 39] pop_prev thread 3
// LISTING-NEXT: }

// A token of a module that has done nothing yet.
// CHECK-LABEL: @push_first
// CHECK-NEXT: vta.load inp sram 0 dram[0] size 0 by 0 stride 0 push_next
// CHECK-NEXT: vta.load uop sram 0 dram[0] size 0 by 0 stride 0 push_next thread 1
// CHECK-NEXT: vta.store out sram 0 dram[0] size 0 by 0 stride 0 push_prev
// CHECK-NEXT: }
vta.program @push_first {
  vta.push load -> compute
  vta.push compute -> store thread 1
  vta.push store -> compute
}

// -----

// Two of one queue: the first before an instruction, or behind it, is carried
// by a transfer of nothing.
// CHECK-LABEL: @twice
// CHECK-NEXT: vta.sram
// CHECK-NEXT: vta.load inp {{.*}} pop_next{{$}}
// CHECK-NEXT: vta.load_range @A[0 to 7] pop_next push_next
// CHECK-NEXT: vta.load inp {{.*}} push_next{{$}}
// CHECK-NEXT: }
vta.program @twice {
  vta.sram @A size 8
  vta.pop compute -> load
  vta.pop compute -> load
  vta.load_range @A[0 to 7]
  vta.push load -> compute
  vta.push load -> compute
}

// -----

// A push behind a pop waits for it.
// CHECK-LABEL: @behind_pop
// CHECK-NEXT: vta.gemm
// CHECK-NOT: push_next
// CHECK-NEXT: vta.load uop {{.*}} pop_prev push_next{{$}}
// CHECK-NEXT: }
vta.program @behind_pop {
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 0]
  vta.pop load -> compute
  vta.push compute -> store
}

// -----

// Bits that are there already stay; a pop of both neighbours is one
// instruction's.
// CHECK-LABEL: @bits
// CHECK-NEXT: vta.load uop {{.*}} pop_prev{{$}}
// CHECK-NEXT: vta.gemm {{.*}} pop_prev pop_next push_prev push_next{{$}}
// CHECK-NEXT: }
vta.program @bits {
  vta.pop load -> compute
  vta.gemm uops 0 until 1 outer 1 [0, 0, 0] inner 1 [0, 0, 0] pop_prev pop_next push_prev
  vta.push compute -> store
}

// -----

// vta.finish carries no token, and a pop at the end is not lost.
// CHECK-LABEL: @finish
// CHECK-NEXT: vta.load uop {{.*}} pop_prev pop_next{{$}}
// CHECK-NEXT: vta.finish
// CHECK-NEXT: vta.load inp {{.*}} pop_next{{$}}
// CHECK-NEXT: }
vta.program @finish {
  vta.pop compute -> load
  vta.pop load -> compute
  vta.pop store -> compute
  vta.finish
}

// -----

// Addresses of the listing are gone with its tokens.
// CHECK-LABEL: @addresses
// CHECK: vta.load_range @A[0 to 7] pop_next{{$}}
vta.program @addresses {
  vta.sram @A size 8
  vta.pop compute -> load at 3
  vta.load_range @A[0 to 7] at 7
}
