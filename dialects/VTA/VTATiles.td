// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_VTA_VTATILES_TD
#define TVM_DIALECTS_VTA_VTATILES_TD

include "dialects/VTA/VTABase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Operands are memrefs of tensors: their last two dimensions are the
/// dimensions of an element of the memory.
class VTA_TileOp<string mnemonic, list<Trait> traits = []>
    : VTA_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

def VTA_Tile : Arg<AnyStridedMemRef, "read", [MemRead]>;
def VTA_WrittenTile : Arg<AnyStridedMemRef, "written", [MemWrite]>;
def VTA_ReadWrittenTile
    : Arg<AnyStridedMemRef, "read and written", [MemRead, MemWrite]>;

def VTA_TileLoadOp : VTA_TileOp<"tile_load"> {
  let summary = "A rectangle of tensors onto the chip, with a border of zeros";
  let description = [{
    Rows and columns are the first two dimensions; `pad` is above, below, left
    and right. From bytes to `acc` they are extended by their sign.
    (C1) Types are static; the last two dimensions form a contiguous element of
         the memory, of its width.
    (C2) The target is in `inp`, `wgt` or `acc`, the source in no memory of the
         chip.
    (C3) There are rows and columns, or columns only; the target has the size of
         the source and the border.

    ```mlir
    vta.tile_load %x, %tile pad [1, 1, 1, 1] : memref<4x4x1x16xi8> to memref<6x6x1x16xi8, #vta.space<inp>>
    ```
  }];
  let arguments = (ins VTA_Tile:$source, VTA_WrittenTile:$target,
                       DefaultValuedAttr<VTA_Pads, "{0, 0, 0, 0}">:$pad);
  let assemblyFormat = [{
    $source `,` $target (`pad` $pad^)? attr-dict
    `:` type($source) `to` type($target)
  }];
}

def VTA_TileStoreOp : VTA_TileOp<"tile_store"> {
  let summary = "A rectangle of tensors off the chip";
  let description = [{
    Stores the low bits of each number.
    (C1) Types are static; the last two dimensions form a contiguous element of
         the accumulator, in DRAM of the output's width.
    (C2) The source is in `acc`, the target in no memory of the chip.
    (C3) There are rows and columns, or columns only; both have the same size.

    ```mlir
    vta.tile_store %tile, %y : memref<4x4x1x16xi32, #vta.space<acc>> to memref<4x4x1x16xi8>
    ```
  }];
  let arguments = (ins VTA_Tile:$source, VTA_WrittenTile:$target);
  let assemblyFormat = [{
    $source `,` $target attr-dict `:` type($source) `to` type($target)
  }];
}

class VTA_TileLoopOp<string mnemonic, dag operands, dag attributes>
    : VTA_TileOp<mnemonic> {
  let arguments = !con(operands, (ins DenseI64ArrayAttr:$extents,
                                      AffineMapArrayAttr:$maps), attributes);
}

def VTA_TileGemmOp : VTA_TileLoopOp<"tile_gemm",
    (ins VTA_ReadWrittenTile:$acc, VTA_Tile:$inp, VTA_Tile:$wgt), (ins)> {
  let summary = "Sums of products of tensors";
  let description = [{
    For all `d` below `extents`: `acc[maps[0](d)] += inp[maps[1](d)] *
    wgt[maps[2](d)]`, the weights transposed. Products of matrices and
    convolutions are such.
    (C1) Types are static; the last two dimensions form a contiguous element of
         the memory, of its width.
    (C2) Operands are in `acc`, `inp` and `wgt`.
    (C3) There is a map per operand, of as many dimensions as there are
         extents, to all dimensions of the operand except the last two, without
         quotients and remainders.
    (C4) Extents are 1 or more, and all subscripts within the operand.

    ```mlir
    vta.tile_gemm %acc, %inp, %wgt over [2, 2, 9] maps [affine_map<(y, x, k) -> (y, x)>, affine_map<(y, x, k) -> (y, x)>, affine_map<(y, x, k) -> (0, k)>] : memref<2x2x1x16xi32, #vta.space<acc>>, memref<2x2x1x16xi8, #vta.space<inp>>, memref<1x9x16x16xi8, #vta.space<wgt>>
    ```
  }];
  let assemblyFormat = [{
    $acc `,` $inp `,` $wgt `over` $extents `maps` $maps attr-dict
    `:` type($acc) `,` type($inp) `,` type($wgt)
  }];
}

def VTA_TileResetOp : VTA_TileOp<"tile_reset"> {
  let summary = "A tile of zeros";
  let description = [{
    (C1) The type is static; the last two dimensions form a contiguous element
         of the accumulator, of its width.
    (C2) The tile is in `acc`.

    ```mlir
    vta.tile_reset %acc : memref<4x4x1x16xi32, #vta.space<acc>>
    ```
  }];
  let arguments = (ins VTA_WrittenTile:$acc);
  let assemblyFormat = "$acc attr-dict `:` type($acc)";
}

def VTA_TileAluOp : VTA_TileLoopOp<"tile_alu",
    (ins VTA_ReadWrittenTile:$target, Arg<Optional<AnyStridedMemRef>, "read",
                                          [MemRead]>:$source),
    (ins VTA_AluOpcodeAttr:$opcode, OptionalAttr<VTA_Immediate>:$imm)> {
  let summary = "An operation on tensors of the accumulator";
  let description = [{
    For all `d` below `extents`: `target[maps[0](d)] op= source[maps[1](d)]`, or
    `op= imm`, number by number.
    (C1) Types are static; the last two dimensions form a contiguous element of
         the accumulator, of its width.
    (C2) Operands are in `acc`.
    (C3) There is a map per operand, of as many dimensions as there are
         extents, to all dimensions of the operand except the last two, without
         quotients and remainders.
    (C4) Extents are 1 or more, and all subscripts within the operand.
    (C5) There is a source or an immediate.

    ```mlir
    vta.tile_alu max %acc imm 0 over [4, 4] maps [affine_map<(y, x) -> (y, x)>] : memref<4x4x1x16xi32, #vta.space<acc>>
    ```
  }];
  let assemblyFormat = [{
    $opcode $target (`,` $source^)? (`imm` $imm^)? `over` $extents
    `maps` $maps attr-dict `:` type($target) (`,` type($source)^)?
  }];
}

#endif
