// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTAINSTRUCTIONS_TD
#define TVM_DIALECTS_VTA_VTAINSTRUCTIONS_TD

include "dialects/VTA/VTABase.td"

class VTA_Factors<int count> : ConfinedAttr<DenseI32ArrayAttr, [
    DenseArrayCount<count>, DenseArrayNonNegative<DenseI32ArrayAttr>]>;

class VTA_HardwareOp<string mnemonic, dag fields, string format,
                     list<Trait> traits = []>
    : VTA_InstructionOp<mnemonic, "ProgramOp", fields, format, traits # [
        DeclareOpInterfaceMethods<VTA_HardwareOpInterface>]>;

class VTA_TransferOp<string mnemonic, dag pads, string format>
    : VTA_HardwareOp<mnemonic,
        !con((ins VTA_MemoryAttr:$memory, VTA_Field:$sram_base,
                  OptionalAttr<FlatSymbolRefAttr>:$buffer,
                  VTA_Field:$dram_base, VTA_Field:$y_size, VTA_Field:$x_size,
                  VTA_Field:$x_stride), pads),
        "$memory `sram` $sram_base `dram` ($buffer^)? `[` $dram_base `]` "
        "`size` $y_size `by` $x_size `stride` $x_stride " # format,
        [DeclareOpInterfaceMethods<SymbolUserOpInterface>]>;

def VTA_LoadOp : VTA_TransferOp<"load", (ins OptionalAttr<VTA_Pads>:$pad),
    "(`pad` $pad^)? "> {
  let summary = "A rectangle from DRAM to a memory, with a border of zeros";
  let description = [{
    `size` rows by columns, rows `stride` apart in DRAM, go one after the other
    to element `sram` on; around them `pad` elements above, below, left and
    right. Everything counts in elements of `memory`. `inp` and `wgt` are loaded
    by the load module, `uop`, `acc` and `acc_8bit` (signed bytes in DRAM) by
    compute. Without columns it only carries tokens.
    (C1) The memory is not `out`.
    (C2) Fields fit into the word's.
    (C3) All written elements lie in the memory.
    (C4) There is a buffer exactly where the transfer is not empty, except for
         `uop`, which comes from `vta.uops`.
    (C5) All read elements lie in the buffer.

    ```mlir
    vta.program @example {
      vta.dram @x input size 16384
      vta.load inp sram 0 dram @x[256] size 4 by 4 stride 16 pad [1, 1, 1, 1] push_next
    }
    ```
  }];
}

def VTA_StoreOp : VTA_TransferOp<"store", (ins), ""> {
  let summary = "A rectangle from a memory to DRAM";
  let description = [{
    Elements of the accumulator from `sram` on, the low bits of each, go to rows
    `stride` apart in DRAM. Executed by the store module.
    (C1) The memory is `out`.
    (C2) Fields fit into the word's.
    (C3) All read elements lie in the memory.
    (C4) There is a buffer exactly where the transfer is not empty.
    (C5) All written elements lie in the buffer.

    ```mlir
    vta.program @example {
      vta.dram @y output size 4096
      vta.store out sram 32 dram @y[128] size 1 by 8 stride 8 pop_prev push_prev
    }
    ```
  }];
}

class VTA_LoopOp<string mnemonic, dag first, dag last, int factors,
                 string format>
    : VTA_HardwareOp<mnemonic,
        !con(first, (ins VTA_Field:$uop_begin, VTA_Field:$uop_end,
                         VTA_Field:$iter_out,
                         VTA_Factors<factors>:$factors_out, VTA_Field:$iter_in,
                         VTA_Factors<factors>:$factors_in), last),
        format # "`uops` $uop_begin `until` $uop_end "
        "`outer` $iter_out $factors_out `inner` $iter_in $factors_in ">;

def VTA_GemmOp : VTA_LoopOp<"gemm", (ins UnitAttr:$reset), (ins), 3,
    "(`reset` $reset^)? "> {
  let summary = "Products of matrices, in two loops around micro-ops";
  let description = [{
    `acc[dst] += inp[src] * wgt[wgt]`, the weights transposed; `reset` sets
    `acc[dst]` to 0 instead. Each index is the micro-op's index plus both loop
    variables times their factors, `[dst, src, wgt]`. Executed by compute.
    (C1) Fields fit into the word's.

    ```mlir
    vta.program @example {
      vta.gemm uops 0 until 9 outer 7 [14, 16, 0] inner 14 [1, 1, 0] pop_prev push_next
    }
    ```
  }];
}

def VTA_AluOp : VTA_LoopOp<"alu", (ins VTA_AluOpcodeAttr:$opcode,
        UnitAttr:$use_imm, DefaultValuedAttr<VTA_Immediate, "0">:$imm),
    (ins), 2, "$opcode (`use_imm` $use_imm^)? (`imm` $imm^)? "> {
  let summary = "An operation on the accumulator, in two loops around micro-ops";
  let description = [{
    `acc[dst] = acc[dst] op acc[src]`, or `op imm` with `use_imm`, for each lane.
    `shr` by a negative amount shifts to the left. Factors are `[dst, src]`.
    Executed by compute.
    (C1) Fields fit into the word's.

    ```mlir
    vta.program @example {
      vta.alu shr use_imm imm 8 uops 9 until 10 outer 1 [0, 0] inner 98 [1, 1]
    }
    ```
  }];
}

def VTA_FinishOp : VTA_HardwareOp<"finish", (ins), ""> {
  let summary = "The end of a program";
  let description = [{
    Executed by compute. Tokens that earlier instructions have taken ensure that
    other modules have finished.
    (C1) It has no dependency bits.

    ```mlir
    vta.program @example {
      vta.finish
    }
    ```
  }];
}

#endif
