// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTARANGES_TD
#define TVM_DIALECTS_VTA_VTARANGES_TD

include "dialects/VTA/VTABase.td"

class VTA_RangeOp<string mnemonic, dag ranges, string format>
    : VTA_InstructionOp<mnemonic, "ProgramOp, VirtualThreadsOp", ranges, format, [
        DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<VTA_RangeUserOpInterface>]>;

def VTA_LoadRangeOp : VTA_RangeOp<"load_range",
    (ins VTA_RangeAttr:$destination), "custom<Range>($destination)"> {
  let summary = "Fills a range of a buffer from memory";
  let description = [{
    `LOAD` of a listing, executed by the load module.
    (C1) The range lies in its buffer.
    (C2) It has one interval, but in `vta.vthreads`.
    (C3) There is no previous module: neither `pop_prev` nor `push_prev`.

    ```mlir
    vta.program @example {
      vta.sram @PARAM size 72
      vta.load_range @PARAM[0 to 71] push_next
    }
    ```
  }];
}

def VTA_ExecuteOp : VTA_RangeOp<"execute",
    (ins VTA_RangeArrayAttr:$sources, VTA_RangeAttr:$destination),
    "custom<Ranges>($sources) `->` custom<Range>($destination)"> {
  let summary = "Computes a range of a buffer from ranges of others";
  let description = [{
    `EXE` of a listing, executed by the compute module. It reads its sources and
    writes its destination, the last in the listing.
    (C1) Ranges lie in their buffers.
    (C2) They have one interval, but in `vta.vthreads`.

    ```mlir
    vta.program @example {
      vta.sram @ACTIV size 51
      vta.sram @STBUF size 40
      vta.execute @ACTIV[0 to 24] -> @STBUF[0 to 7] pop_prev push_next
    }
    ```
  }];
}

def VTA_StoreRangeOp : VTA_RangeOp<"store_range",
    (ins VTA_RangeAttr:$source), "custom<Range>($source)"> {
  let summary = "Writes a range of a buffer to memory";
  let description = [{
    `STOR` of a listing, executed by the store module.
    (C1) The range lies in its buffer.
    (C2) It has one interval, but in `vta.vthreads`.
    (C3) There is no next module: neither `pop_next` nor `push_next`.

    ```mlir
    vta.program @example {
      vta.sram @STBUF size 40
      vta.store_range @STBUF[32 to 39] pop_prev push_prev
    }
    ```
  }];
}

#endif
