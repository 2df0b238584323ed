// The program of the published listing, as one thread.
// RUN: tvm-opt %s --vta-expand-vthreads=published-pattern | tvm-translate --vta-to-listing | diff - %S/../../conversion/VTAListing/published-repaired.txt
// RUN: tvm-opt %s --vta-expand-vthreads | tvm-translate --vta-to-listing | diff - %S/../../conversion/VTAListing/race-free.txt
// RUN: tvm-opt %s --vta-expand-vthreads --vta-check -o /dev/null

vta.program @program title "Pseudo-code for convolution program for the VTA accelerator" {
  vta.sram @PARAM size 72
  vta.sram @ACTIV size 51
  vta.sram @LDBUF size 64
  vta.sram @STBUF size 40
  vta.vthreads 4 contexts 2 {
    vta.load_range @PARAM[0 to 71]
    vta.load_range @ACTIV[0 to 24, 25 to 50]
    vta.load_range @LDBUF[0 to 31, 32 to 63]
    vta.execute @ACTIV[0 to 24, 25 to 50], @PARAM[0 to 71], @LDBUF[0 to 31, 32 to 63] -> @STBUF[0 to 7, 32 to 39]
    vta.store_range @STBUF[0 to 7, 32 to 39]
  }
}
