// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_TE_PASSES_TD
#define TVM_TRANSFORMS_TE_PASSES_TD

include "mlir/Pass/PassBase.td"

def InlineComputesPass : Pass<"te-inline-computes", "::mlir::func::FuncOp"> {
  let summary = "Expand element-wise computations where they are read";
  let description = [{
    TVM's compute_inline for all computations without reduction axes whose
    elements are cheap, or are read once. Elements that a product or a
    convolution reads repeatedly stay in memory.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerBlocksPass : Pass<"te-lower-blocks", "::mlir::func::FuncOp"> {
  let summary = "Replace blocks by their bodies";
  let description = [{
    Moves initialisations in front of their outermost reduction loop and puts
    the bodies of all `te.block`s in place, axes replaced by their bindings.
    Loops without iterations and results are removed. Upstream's unrolling
    leaves several blocks of one name that write one buffer. Those that
    initialise it must share that loop, or begin where reduction axes are 0:
    an initialisation in the middle of a reduction is an error.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LowerHardwareIntrinsPass
    : Pass<"te-lower-hardware-intrins", "::mlir::ModuleOp"> {
  let summary = "Call functions that the module defines for instructions";
  let description = [{
    A `te.hardware_intrin` becomes a `func.call` of the function of its name, if
    the module has one: an emulation, a driver, or a function of a library.
    Buffers are cast to the types of its arguments; an impossible cast is an
    error. Other instructions stay for the target's code generator, or are
    errors with `complete`. Declarations (`te.tensor_intrin`), which the
    schedule has used, are removed.
  }];
  let options = [
    Option<"complete", "complete", "bool", "false",
           "the target has no instructions of its own">
  ];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect"
  ];
}

def VerifyIndicesPass : Pass<"te-verify-indices", "::mlir::ModuleOp"> {
  let summary = "Check constants in affine expressions and in queries of sizes";
  let description = [{
    An affine expression that divides by a constant below 1, or takes a
    remainder of one, is an error, as is a query of a dimension that a tensor or
    memref does not have: later passes may assume that there are none. The
    pass runs in front of each pipeline, whose input may have been edited.
  }];
}

def VerifyContractPass : Pass<"te-verify-contract", "::mlir::func::FuncOp"> {
  let summary = "Check that a kernel is at level te";
  let description = [{
    A kernel at this level consists of `te.compute` and `te.scan` with what they
    contain, and operations of `affine`, `arith`, `math`, `tensor` and `func`.
    The first other operation is an error. The pass runs in front of the
    conversion to loops, whose input may have been edited.
  }];
}

def WidenFloatsPass : Pass<"te-widen-floats", "::mlir::func::FuncOp"> {
  let summary = "Compute in f64, with the inputs as they are";
  let description = [{
    Turns a kernel at level loops into a reference for rounding errors: floats
    that are narrower than f64 become f64, in arithmetic, in buffers, and in
    arguments that the kernel writes. Arguments that it only reads keep their
    type, and elements are widened when they are loaded. Constants keep their
    value. Conversions between floats, with their rounding, disappear. An
    operation on the bits of a float, or one that is unknown here, is an error.

    ```mlir
    %0 = affine.load %x[%i] : memref<4xf32>
    %1 = math.exp %0 : f32
    affine.store %1, %y[%i] : memref<4xf32>
    ```

    becomes

    ```mlir
    %0 = affine.load %x[%i] : memref<4xf32>
    %1 = arith.extf %0 : f32 to f64
    %2 = math.exp %1 : f64
    affine.store %2, %y[%i] : memref<4xf64>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif
