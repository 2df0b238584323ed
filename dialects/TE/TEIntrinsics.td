// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEINTRINSICS_TD
#define TVM_DIALECTS_TE_TEINTRINSICS_TD

include "dialects/TE/TEBase.td"
include "dialects/TE/TEEnums.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TE_TensorIntrinOp : TE_Op<"tensor_intrin", [Symbol, IsolatedFromAbove]> {
  let summary = "An instruction on tensors: its behaviour, and its code";
  let description = [{
    TVM's `decl_tensor_intrin`. `schedule.tensorize` compares loops with the
    `behaviour`, and replaces loops that compute the same by a lowering:
    `compute` for the whole result; `reset` and `update` for its start and for
    one more step, where a reduction continues outside of the tile. Lowerings
    are any code on views of the operands: a `te.hardware_intrin`, a call,
    vectors. Their arguments are the inputs and then the result (`reset`: the
    result); their types state requirements of the instruction: memory space,
    strides, offset.

    (C1) The behaviour takes tensors of static shape. It holds constants and one
         `te.compute` of constant extents with one result, which it yields.
    (C2) The computation reads arguments without padding, at subscripts linear
         in its axes, all of each argument together; axes are used for nothing
         else. It has no operations with regions.
    (C3) Lowerings take memrefs with the shapes and element types of the
         corresponding tensors, and end with an empty `te.yield`.
    (C4) There is a `compute`, or a `reset` and an `update`; those only where
         the behaviour reduces.

    ```mlir
    te.tensor_intrin @gemm8x8 {
    ^bb0(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>):
      %y = te.compute [8, 8, 8] spatial 2 reduce sum {
      ^bb0(%i: index, %j: index, %k: index):
        %0 = te.read %w[%i, %k] : tensor<8x8xf32>
        %1 = te.read %x[%j, %k] : tensor<8x8xf32>
        %2 = arith.mulf %0, %1 : f32
        te.yield %2 : f32
      } : tensor<8x8xf32>
      te.yield %y : tensor<8x8xf32>
    } compute {
    ^bb0(%w: memref<8x8xf32>, %x: memref<8x8xf32>, %y: memref<8x8xf32>):
      te.hardware_intrin "gemm8x8"(r %w : memref<8x8xf32>, r %x : memref<8x8xf32>, w %y : memref<8x8xf32>)
      te.yield
    } reset {
    ^bb0(%y: memref<8x8xf32>):
      te.hardware_intrin "fill_zero"(w %y : memref<8x8xf32>)
      te.yield
    } update {
    ^bb0(%w: memref<8x8xf32>, %x: memref<8x8xf32>, %y: memref<8x8xf32>):
      te.hardware_intrin "fused_gemm8x8_add"(r %w : memref<8x8xf32>, r %x : memref<8x8xf32>, rw %y : memref<8x8xf32>)
      te.yield
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$behaviour, MaxSizedRegion<1>:$compute,
                        MaxSizedRegion<1>:$reset, MaxSizedRegion<1>:$update);
  let assemblyFormat = [{
    $sym_name attr-dict-with-keyword $behaviour (`compute` $compute^)?
    (`reset` $reset^)? (`update` $update^)?
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The computation that the behaviour of a verified operation yields.
    ComputeOp getComputation();
    bool reduces();
  }];
}

def TE_HardwareIntrinOp : TE_Op<"hardware_intrin", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "An instruction of the target on buffers, by name";
  let description = [{
    TVM's `hardware_intrin` with `access_ptr`s: every operand is read (`r`),
    written (`w`) or both (`rw`). A target's code generator knows the name;
    `te-lower-hardware-intrins` makes it a call where the module defines a
    function of that name.

    (C1) There is one mode per operand.

    ```mlir
    te.hardware_intrin "dma_copy2d"(r %src : memref<8x8xf32>, w %dst : memref<8x8xf32, "vdla.inp_buffer">)
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyMemRef>:$buffers,
                       TE_AccessModeArrayAttr:$modes);
  let assemblyFormat = [{
    $name `(` custom<AccessedBuffers>($buffers, type($buffers), $modes) `)`
    attr-dict
  }];
  let hasVerifier = 1;
}

#endif
