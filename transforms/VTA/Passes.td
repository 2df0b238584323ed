#ifndef TVM_TRANSFORMS_VTA_PASSES_TD
#define TVM_TRANSFORMS_VTA_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckPass : Pass<"vta-check", "::tvm::vta::ProgramOp"> {
  let summary = "Prove that a program has no deadlock and no race";
  let description = [{
    Reports, each as an error: modules that wait forever for a token or for room
    for one; tokens that nothing takes; accesses of two modules to the same
    elements, at least one a write, that no chain of tokens orders (RAW, WAR,
    WAW), on the chip and in DRAM, with the edge that is missing; reads of what
    has not been written; elements outside of their memory; accumulators that are
    read before the micro-op that writes them is through (`ACC_WRITE_LATENCY`).
    What it finds does not depend on timing.
  }];
  let options = [
    Option<"maxFindings", "max-findings", "unsigned", "100",
           "stop after as many">
  ];
}

def ExpandVirtualThreadsPass
    : Pass<"vta-expand-vthreads", "::tvm::vta::ProgramOp"> {
  let summary = "Make one stream of virtual threads";
  let description = [{
    Puts what each thread of `vta.vthreads` does one after the other, each on
    the intervals of its context, and inserts tokens so that all that conflicts
    is ordered (`vta-insert-tokens`). With `published-pattern` the tokens are
    those of VTA's published listing: between the modules of a thread, and
    between threads of one context; that leaves what contexts share unordered.
    Then a thread loads, computes and stores, in this order.
  }];
  let options = [
    Option<"publishedPattern", "published-pattern", "bool", "false",
           "insert the tokens of the published listing">
  ];
}

def FoldMicroOpsPass : Pass<"vta-fold-micro-ops", "::tvm::vta::ProgramOp"> {
  let summary = "Fold micro-ops and instructions into loops";
  let description = [{
    Micro-ops whose indices grow evenly become one of the two loops of their
    instruction, or both; so do instructions that follow each other in compute
    without a token between. The order of what is executed stays the same.
    Where instructions become one, no accumulator may be read within its write
    latency. Micro-ops that are not used any more are not loaded, and leave the
    program.
  }];
}

def FoldTokensPass : Pass<"vta-fold-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Make dependency bits of explicit tokens";
  let description = [{
    A `vta.pop` becomes a bit of its module's next instruction, a `vta.push` one
    of the instruction before it. Where that has the bit already, or takes a
    token only behind the push, a transfer of nothing carries it. `vta.finish`
    carries none.
  }];
}

def InsertTokensPass : Pass<"vta-insert-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Order what conflicts by tokens";
  let description = [{
    Of a stream without tokens. Accesses of two modules to the same elements, at
    least one a write, keep the order that they have in the stream; only what
    tokens before do not order yet gets a `vta.push` and a `vta.pop`. Load and
    store have no queue between them: their tokens go through compute.
    `vta.finish` waits for all modules.
  }];
}

def LowerTilesPass : Pass<"vta-lower-tiles", "::mlir::ModuleOp"> {
  let summary = "Make programs of functions on tiles";
  let description = [{
    A function with tile operations becomes a `vta.program` of its name, without
    tokens; its arguments become buffers in DRAM. Tiles (`memref.alloc` in a
    `#vta.space`) get places in their memories, one behind the other. Of the
    loops of a product or of an ALU operation two become the hardware's, so that
    few micro-ops are left; these are ordered so that no accumulator is used
    before it is written. Loops around tile operations are unrolled before.

    ```mlir
    func.func @relu(%x: memref<32x1x16xi32>, %y: memref<32x1x16xi8>) {
      %t = memref.alloc() : memref<32x1x16xi32, #vta.space<acc>>
      vta.tile_load %x, %t : memref<32x1x16xi32> to memref<32x1x16xi32, #vta.space<acc>>
      vta.tile_alu max %t imm 0 over [32] maps [affine_map<(i) -> (i)>] : memref<32x1x16xi32, #vta.space<acc>>
      vta.tile_store %t, %y : memref<32x1x16xi32, #vta.space<acc>> to memref<32x1x16xi8>
      return
    }
    ```
  }];
  let dependentDialects = ["::tvm::vta::VTADialect"];
}

def RemoveRedundantTokensPass
    : Pass<"vta-remove-redundant-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Remove tokens that no order of what conflicts needs";
  let description = [{
    Explicit ones and dependency bits, with the transfers of nothing that only
    carried them. Accesses of two modules to the same elements, at least one a
    write, that were ordered stay ordered, and `vta.finish` stays behind all. A
    program without deadlock has none. For each pair that a token ordered
    `vta.removed_tokens` has a `#vta.removed_token`, which names the tokens that
    order it now; `vta-verify-removed-tokens` proves these.
  }];
}

def VerifyRemovedTokensPass
    : Pass<"vta-verify-removed-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Prove that tokens that were removed are not needed";
  let description = [{
    Follows the path of each `#vta.removed_token` in `vta.removed_tokens`
    through the tokens that the program has now.
  }];
}

def SetConfigPass : Pass<"vta-set-config", "::tvm::vta::ProgramOp"> {
  let summary = "Give a program the configuration of a JSON file";
  let description = [{
    With the public names of parameters, see `runtime/vta/README.md`. The
    program has to fit into that accelerator.
  }];
  let options = [
    Option<"file", "file", "std::string", "",
           "the JSON file">
  ];
}

#endif
