// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_VTA_PASSES_TD
#define TVM_TRANSFORMS_VTA_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckPass : Pass<"vta-check", "::tvm::vta::ProgramOp"> {
  let summary = "Prove that a program has no deadlock and no race";
  let description = [{
    Reports as errors: modules that wait forever for a token or for room for
    one; tokens that are never taken; accesses of two modules to the same
    elements, at least one a write, that no chain of tokens orders (RAW, WAR,
    WAW), on the chip and in DRAM, with the missing edge; reads of unwritten
    elements; accesses outside of a memory; accumulators that are read before
    the micro-op that writes them has finished (`ACC_WRITE_LATENCY`). The
    findings do not depend on timing.
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
    Writes the instructions of the threads of `vta.vthreads` one thread after
    the other, each on the intervals of its context, and inserts tokens that
    order all conflicts (`vta-insert-tokens`). With `published-pattern`, it
    inserts the tokens of VTA's published listing: between the modules of a
    thread, and between threads of one context. These do not order accesses to
    elements that contexts share. A thread then has to load, compute and store,
    in this order.
  }];
  let options = [
    Option<"publishedPattern", "published-pattern", "bool", "false",
           "insert the tokens of the published listing">
  ];
}

def FoldMicroOpsPass : Pass<"vta-fold-micro-ops", "::tvm::vta::ProgramOp"> {
  let summary = "Fold micro-ops and instructions into loops";
  let description = [{
    Micro-ops whose indices increase evenly become one or both of the loops of
    their instruction; so do consecutive instructions of compute without a token
    between them. The order of execution stays the same. Instructions are only
    joined if no accumulator is read within its write latency. Unused micro-ops
    are removed from transfers and from the program.
  }];
}

def FoldTokensPass : Pass<"vta-fold-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Make dependency bits of explicit tokens";
  let description = [{
    A `vta.pop` becomes a bit of its module's next instruction, and a `vta.push`
    a bit of the instruction before it. If that instruction already has the bit,
    or takes a token behind the push, an empty transfer carries the bit.
    `vta.finish` carries none.
  }];
}

def InsertTokensPass : Pass<"vta-insert-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Order conflicting accesses by tokens";
  let description = [{
    Inserts tokens into a stream without tokens. Accesses of two modules to the
    same elements, at least one a write, keep the order that they have in the
    stream; a `vta.push` and a `vta.pop` are added only where earlier tokens do
    not order them. Load and store have no queue between them: their tokens pass
    through compute. `vta.finish` waits for all modules.
  }];
}

def LowerTilesPass : Pass<"vta-lower-tiles", "::mlir::ModuleOp"> {
  let summary = "Convert functions on tiles to programs";
  let description = [{
    A function with tile operations becomes a `vta.program` of its name, without
    tokens; its arguments become buffers in DRAM. Tiles (`memref.alloc` in a
    `#vta.space`) get consecutive places in their memories. Two of the loops of
    a product or of an ALU operation become hardware loops, such that few
    micro-ops are left; these are ordered such that no accumulator is used
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
  let summary = "Remove tokens that no conflict needs";
  let description = [{
    Removes explicit tokens and dependency bits, and the empty transfers that
    only carried them. Ordered accesses of two modules to the same elements, at
    least one a write, stay ordered, and `vta.finish` still waits for all
    instructions. A program without deadlock stays without deadlock. For each
    pair that a removed token ordered, `vta.removed_tokens` has a
    `#vta.removed_token`, which names the tokens that order it now;
    `vta-verify-removed-tokens` checks these.
  }];
}

def VerifyRemovedTokensPass
    : Pass<"vta-verify-removed-tokens", "::tvm::vta::ProgramOp"> {
  let summary = "Prove that removed tokens are not needed";
  let description = [{
    Follows the path of each `#vta.removed_token` in `vta.removed_tokens`
    through the tokens that the program has now.
  }];
}

def SetConfigPass : Pass<"vta-set-config", "::tvm::vta::ProgramOp"> {
  let summary = "Give a program the configuration of a JSON file";
  let description = [{
    The file uses the public names of parameters, see `runtime/vta/README.md`.
    The program has to fit that accelerator.
  }];
  let options = [
    Option<"file", "file", "std::string", "",
           "the JSON file">
  ];
}

#endif
