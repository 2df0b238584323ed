// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHNORMALIZATION_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHNORMALIZATION_TD

include "dialects/Graph/Networks/GraphWindows.td"

// The result has the shape and, unless `resultElement` says otherwise, the
// element type of `x`. `check` is what `inferReturnTypes` verifies.
class Graph_NormalizationOp<string mnemonic, string kind, code check,
                            string typeOf = "getX", list<Trait> traits = []>
    : Graph_Operator<mnemonic, kind, traits> {
  let results = (outs Graph_FloatTensor:$result);
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      auto x = ::llvm::cast<::mlir::RankedTensorType>(
          adaptor.getX().getType());
      if (::mlir::failed(}] # check # [{))
        return ::mlir::failure();
      types.push_back(x.clone(
          ::mlir::getElementTypeOrSelf(adaptor.}] # typeOf # [{())));
      return ::mlir::success();
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      shapes.assign(1, ::tvm::graph::getDims(builder, getLoc(), getX()));
      ::tvm::graph::foldStaticDims(builder, getOperation()->getResultTypes(),
                                   shapes);
      return ::mlir::success();
    }
  }];
}

def Graph_BatchNormOp : Graph_NormalizationOp<"batch_norm", "Broadcast", [{
      ::tvm::graph::checkBatchNorm(loc, adaptor)}], "getX",
    [Graph_RuntimeChecks, Graph_OwnPrecision]> {
  let summary = "Normalisation of each channel by given statistics";
  let description = [{
    `(x - mean) / sqrt(variance + epsilon) * scale + bias`.

    (C1) `x` has at least 2 dimensions (one without channels: 1 channel).
    (C2) The other operands are vectors of one element per channel.

    ```mlir
    %y = graph.batch_norm %x, %scale, %bias, %mean, %variance
        {epsilon = 1.0e-05 : f32}
        : (tensor<1x8x4x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>,
           tensor<8xf32>) -> tensor<1x8x4x4xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
                       Graph_FloatTensor:$bias, Graph_FloatTensor:$mean,
                       Graph_FloatTensor:$variance, F32Attr:$epsilon,
                       Graph_LayoutAttr:$layout);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `,` $mean `,` $variance attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_LayerNormOp : Graph_NormalizationOp<"layer_norm", "OutFusable", [{
      ::tvm::graph::checkLayerNorm(loc, adaptor)}], "getX",
    [Graph_RuntimeChecks]> {
  let summary = "Normalisation over the dimensions from `axis` on";
  let description = [{
    `(x - mean(x)) / sqrt(variance(x) + epsilon) * scale + bias`, statistics in
    f32 for narrower elements.

    (C1) `axis` is a dimension of `x`.
    (C2) `scale` and `bias` broadcast to the shape of `x`.

    ```mlir
    %y = graph.layer_norm %x, %scale, %bias {axis = 2, epsilon = 1.0e-05 : f32}
        : (tensor<2x8x16xf32>, tensor<16xf32>, tensor<16xf32>) -> tensor<2x8x16xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
                       Optional<Graph_FloatTensor>:$bias, I64Attr:$axis,
                       F32Attr:$epsilon);
  let assemblyFormat = [{
    $x `,` $scale (`,` $bias^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def Graph_RMSNormOp : Graph_NormalizationOp<"rms_norm", "OutFusable", [{
      ::tvm::graph::checkRMSNorm(loc, adaptor)}], "getScale",
    [Graph_RuntimeChecks]> {
  let summary = "Division by the root of the mean square from `axis` on";
  let description = [{
    `x / sqrt(mean(x * x) + epsilon) * scale`, statistics in f32 for narrower
    elements; the result has the elements of `scale`.
    (C1) and (C2) as for `graph.layer_norm`.

    ```mlir
    %y = graph.rms_norm %x, %scale {axis = 2, epsilon = 1.0e-05 : f32}
        : (tensor<2x8x16xf32>, tensor<16xf32>) -> tensor<2x8x16xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
                       I64Attr:$axis, F32Attr:$epsilon);
  let assemblyFormat =
      "$x `,` $scale attr-dict `:` functional-type(operands, results)";
}

def Graph_GroupNormOp : Graph_NormalizationOp<"group_norm", "OutFusable", [{
      ::tvm::graph::checkGroupNorm(loc, adaptor)}], "getX",
    [Graph_RuntimeChecks]> {
  let summary = "Normalisation over groups of channels of each image";
  let description = [{
    `(x - mean) / sqrt(variance + epsilon) * scale + bias`. Mean and variance
    are those of all elements of `num_groups` equal groups of channels, in f32
    for narrower elements; with as many groups as channels this is
    `InstanceNormalization`.

    (C1) `x` has at least 3 dimensions and a known number of channels, a
         multiple of `num_groups`.
    (C2) `scale` and `bias` are vectors of one element per channel, or per
         group.

    ```mlir
    %y = graph.group_norm %x, %scale, %bias
        {num_groups = 4, epsilon = 1.0e-05 : f32}
        : (tensor<2x8x6x6xf32>, tensor<8xf32>, tensor<8xf32>)
        -> tensor<2x8x6x6xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
                       Graph_FloatTensor:$bias, I64Attr:$num_groups,
                       F32Attr:$epsilon, Graph_LayoutAttr:$layout);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_LRNOp : Graph_NormalizationOp<"lrn", "OutFusable", [{
      ::tvm::graph::checkLRN(loc, adaptor)}]> {
  let summary = "Local response normalisation across channels";
  let description = [{
    `x / (bias + alpha / size * sum(x * x)) ** beta`, the sum over the `size`
    channels around each, of which an even `size` has one more behind it.
    Channels that are not there count as 0.
    (C1) `x` has at least 2 dimensions and `size` is positive.

    ```mlir
    %y = graph.lrn %x {size = 5, alpha = 1.0e-04 : f32, beta = 0.75 : f32,
        bias = 1.0 : f32} : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$size, F32Attr:$alpha,
                       F32Attr:$beta, F32Attr:$bias, Graph_LayoutAttr:$layout);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

#endif
