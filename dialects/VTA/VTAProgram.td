// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAPROGRAM_TD
#define TVM_DIALECTS_VTA_VTAPROGRAM_TD

include "dialects/VTA/VTABase.td"
include "mlir/IR/RegionKindInterface.td"

class VTA_RegionOp<string mnemonic, list<Trait> traits = []>
    : VTA_Op<mnemonic, traits # [NoTerminator, NoRegionArguments,
                                 SingleBlock]> {
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def VTA_ProgramOp : VTA_RegionOp<"program", [
    Symbol, SymbolTable, IsolatedFromAbove]> {
  let summary = "A stream of instructions, and the buffers that it names";
  let description = [{
    Each module executes its own instructions, in this order. `title` is the
    first line of a listing. Without `config` the accelerator has all defaults.
    (C1) Addresses increase.
    (C2) There is at most one `vta.uops`.
    (C3) All operations are of this dialect.

    ```mlir
    vta.program @copy title "Pseudo-code" config <LOG_BATCH = 1> {
      vta.sram @BUFFER size 8
      vta.load_range @BUFFER[0 to 7] push_next
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$title,
                       OptionalAttr<VTA_ConfigAttr>:$config);
  let assemblyFormat = [{
    $sym_name (`title` $title^)? (`config` $config^)? attr-dict-with-keyword
    $body
  }];
  let extraClassDeclaration = [{
    ::tvm::runtime::vta::Configuration getConfiguration();
  }];
}

def VTA_SramOp : VTA_Op<"sram", [Symbol, HasParent<"ProgramOp">]> {
  let summary = "A named buffer on the chip";
  let description = [{
    `size` elements, from element `at` of a memory on; without `in`, of a memory
    of its own. Buffers of one memory may overlap.
    (C1) `size` is 1 or more, `at` 0 or more.
    (C2) There is an `at` exactly where there is an `in`.
    (C3) The memory is as large.

    ```mlir
    vta.program @example {
      vta.sram @LDBUF size 64 in acc at 0
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, I64Attr:$size,
                       OptionalAttr<VTA_MemoryAttr>:$memory,
                       OptionalAttr<I64Attr>:$base);
  let assemblyFormat = [{
    $sym_name `size` $size (`in` $memory^)? (`at` $base^)? attr-dict
  }];
  let hasVerifier = 1;
}

def VTA_DramOp : VTA_Op<"dram", [Symbol, HasParent<"ProgramOp">]> {
  let summary = "A buffer in the memory that the chip shares with the CPU";
  let description = [{
    `size` bytes. Where it lies is decided when the program is loaded; a
    program file has a relocation for each transfer.
    (C1) `size` is 0 or more.
    (C2) Constants have data of that size, others none.

    ```mlir
    vta.program @example {
      vta.dram @x input size 1024
      vta.dram @w constant size 4 data dense<[1, 2, 3, 4]> : tensor<4xi8>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, VTA_BufferKindAttr:$kind,
                       I64Attr:$size, OptionalAttr<VTA_Bytes>:$data);
  let assemblyFormat = [{
    $sym_name $kind `size` $size (`data` $data^)? attr-dict
  }];
  let hasVerifier = 1;
}

def VTA_UopsOp : VTA_Op<"uops", [HasParent<"ProgramOp">]> {
  let summary = "The micro-ops of a program, in DRAM";
  let description = [{
    For each the indices of destination, source and weights, which loop
    variables times factors are added to. `vta.load uop` brings them onto the
    chip.
    (C1) There are three indices for each.
    (C2) Indices fit into their fields, which are as wide as the memories are
         deep.

    ```mlir
    vta.program @example {
      vta.uops (0, 0, 0), (5, 7, 3)
    }
    ```
  }];
  let arguments = (ins DenseI32ArrayAttr:$indices);
  let assemblyFormat = "custom<MicroOps>($indices) attr-dict";
  let hasVerifier = 1;
}

def VTA_VirtualThreadsOp : VTA_RegionOp<"vthreads", [HasParent<"ProgramOp">]> {
  let summary = "Body of each of several virtual threads";
  let description = [{
    The body is one thread's program, without tokens. Thread `t` has context `t`
    modulo `contexts`, and uses that interval of each range. A load of a range
    with one interval is shared: the first thread of each round of contexts
    executes it. `vta-expand-vthreads` makes one stream of them.
    (C1) There are 1 or more threads and contexts.
    (C2) The body holds instructions on ranges, without dependency bits, thread
         and address.
    (C3) Ranges have one interval, or one per context.

    ```mlir
    vta.program @copy {
      vta.sram @BUFFER size 16
      vta.vthreads 4 contexts 2 {
        vta.load_range @BUFFER[0 to 7, 8 to 15]
      }
    }
    ```
  }];
  let arguments = (ins I64Attr:$threads, I64Attr:$contexts);
  let assemblyFormat = [{
    $threads `contexts` $contexts attr-dict-with-keyword $body
  }];
}

#endif
