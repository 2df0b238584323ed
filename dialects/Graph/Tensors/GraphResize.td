// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHRESIZE_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHRESIZE_TD

include "dialects/Graph/GraphSymbolic.td"

def Graph_ResizeOp : Graph_SymbolicOp<"resize", "Opaque",
    [AttrSizedOperandSegments, Graph_SomeRuntimeChecks]> {
  let summary = "A tensor sampled at another resolution";
  let description = [{
    Resizes the dimensions `axes` by `scales` or to `sizes`. `coordinates` says
    where the element of the result lies in `x`, `roi` (starts, then ends, of
    the axes) for `tf_crop_and_resize`, whose outside is `extrapolation`. The
    rest is as in ONNX's Resize.

    (C1) There are either `scales` or `sizes`, one for each of `axes`.
    (C2) `axes` are distinct dimensions.
    (C3) `roi` is a list of two numbers for each of `axes`.
    (C4) With another `policy` than `stretch`, none of `axes` is empty.

    ```mlir
    %0 = graph.resize %x scales %s axes [2, 3] mode nearest
        coordinates asymmetric rounding floor policy stretch
        : (tensor<1x3x8x8xf32>, tensor<2xf32>) -> tensor<1x3x16x16xf32>
    ```
  }];
  let arguments = (ins
    Graph_NumberTensor:$x, Optional<Graph_FloatTensor>:$roi,
    Optional<Graph_FloatTensor>:$scales, Optional<Graph_IndexTensor>:$sizes,
    DenseI64ArrayAttr:$axes, Graph_ResizeModeAttr:$mode,
    Graph_CoordinateModeAttr:$coordinates, Graph_NearestModeAttr:$rounding,
    Graph_AspectPolicyAttr:$policy,
    DefaultValuedAttr<F32Attr, "-0.75f">:$cubic_coefficient,
    DefaultValuedAttr<F32Attr, "0.0f">:$extrapolation,
    UnitAttr:$exclude_outside, UnitAttr:$antialias
  );
  let assemblyFormat = [{
    $x (`roi` $roi^)? (`scales` $scales^)? (`sizes` $sizes^)? `axes` $axes
    `mode` $mode `coordinates` $coordinates `rounding` $rounding
    `policy` $policy attr-dict `:` functional-type(operands, results)
  }];
  let hasFolder = 1;
}

#endif
