// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_LAYOUT_PASSES_TD
#define TVM_TRANSFORMS_GRAPH_LAYOUT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLayoutPass : Pass<"graph-convert-layout", "::mlir::func::FuncOp"> {
  let summary = "Compute convolutions in another layout";
  let description = [{
    Converts convolutions to layout NHWC, and weights that are constant to
    HWIO. Pooling, normalisation, element-wise operators, concatenation,
    padding, slices and reductions between them follow, so that only borders
    (graph inputs, operators that need the original order) keep a
    `graph.transpose`. A remark says how many of them are left for run time.

    By default, convolutions stay that the schedules of this project compute as
    fast in NCHW: depthwise ones, and pointwise ones whose results the caller or
    such convolutions want in it. Borders of images are added before they move.
    `nhwc` and `nchw` convert every operator that has a layout, and nothing
    else: from one to the other and back again is the program that it was.

    Operators say themselves how they move (`LayoutInterface`). One with the
    attribute `graph.keep_layout` keeps the layout that it has.
  }];
  let options = [
    Option<"layout", "layout", "std::string", "\"auto\"",
           "nhwc, nchw, or auto: nhwc where our schedules gain from it">
  ];
  let dependentDialects = ["::tvm::graph::GraphDialect"];
}

#endif
