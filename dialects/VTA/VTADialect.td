// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTADIALECT_TD
#define TVM_DIALECTS_VTA_VTADIALECT_TD

include "mlir/IR/OpBase.td"

def VTA_Dialect : Dialect {
  let name = "vta";
  let summary = "The VTA accelerator: instructions, tokens, programs";
  let description = [{
    A `vta.program` is one stream of instructions for three modules that run
    side by side: load, compute and store. Each executes its instructions in
    the stream's order; tokens in four queues between neighbours order them
    across modules. Instructions are symbolic, on ranges of named buffers, or
    of the hardware, with all fields of their 128-bit words.

    Above them are operations on tiles: memrefs in the chip's memories
    (`#vta.space`), anywhere in a function. `vta.config` on an operation around
    them says for which accelerator they are.
  }];
  let cppNamespace = "::tvm::vta";
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerProgramOps();
    void registerTokensOps();
    void registerRangesOps();
    void registerInstructionsOps();
    void registerTilesOps();
  }];
}

#endif
