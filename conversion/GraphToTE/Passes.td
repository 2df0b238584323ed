// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_PASSES_TD
#define TVM_CONVERSION_GRAPHTOTE_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGraphToTEPass : Pass<"convert-graph-to-te", "::mlir::func::FuncOp"> {
  let summary = "Define graph operators by tensor expressions";
  let description = [{
    Replaces every graph operator of a kernel by the tensor expressions that
    its `TEDefinitionInterface` builds. Storage element types take the place of
    graph element types: `ui8` becomes `i8`, `i1` becomes `i8`. All operators
    without a definition are reported.
  }];
  let options = [
    Option<"library", "library", "bool", "true",
           "scatter much by a call of the runtime's library, which is for CPUs">
  ];
  let dependentDialects = [
    "::tvm::te::TEDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def CountWorkPass : Pass<"graph-count-work", "::mlir::ModuleOp"> {
  let summary = "Annotate launches with their operations and bytes";
  let description = [{
    Attaches `graph.flops`, the floating-point operations of the kernel's tensor
    expressions, and `graph.bytes`, the size of its inputs and results, to every
    `graph.launch`. They are numbers, or, where sizes are known at run time
    only, sums of products: `[[2, 0, 1], [8]]` is `2 * d0 * d1 + 8`, with the
    dynamic dims of all inputs and results in order. Comparisons and elementary
    functions count as one operation. Without `graph.flops`, an extent is no such
    dim, or the kernel has a `te.extern`.
  }];
}

#endif
