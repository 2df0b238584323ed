// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_NETWORKS_GRAPHPOOLING_TD
#define TVM_DIALECTS_GRAPH_NETWORKS_GRAPHPOOLING_TD

include "dialects/Graph/Networks/GraphWindows.td"

class Graph_PoolOp<string mnemonic, TypeConstraint type, dag attributes = (ins),
                   dag extraResults = (outs), list<Trait> traits = []>
    : Graph_Operator<mnemonic, "OutFusable",
                     !listconcat(traits, [Graph_RuntimeChecks])> {
  // What an operator computes of a window.
  string meaning = "";
  string exampleValues = "%y";
  string exampleAttributes = "";
  string exampleResult = "tensor<1x64x56x56xf32>";
  let description = meaning # [{
    A window slides over the spatial dimensions of `x`; `pads` lists the begins
    of all of them, then the ends. With `auto_pad` other than `NOTSET` they
    follow from the sizes of the data. With `ceil_mode` a last window that is
    cut counts, unless it begins behind the data.

    (C1) `x` has at least 3 dimensions.
    (C2) One kernel size, stride and dilation per spatial dimension, positive;
         two pads that are not negative.
    (C3) At least one window fits into the padded data.

    ```mlir
    }] # exampleValues # " = graph." # mnemonic # [{ %x {kernel = array<i64: 3, 3>,
        strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
        pads = array<i64: 1, 1, 1, 1>}] # exampleAttributes # [{}
        : (tensor<1x64x112x112xf32>) -> }] # exampleResult # [{
    ```
  }];
  let arguments = !con((ins type:$x, DenseI64ArrayAttr:$kernel,
                            DenseI64ArrayAttr:$strides,
                            DenseI64ArrayAttr:$dilations,
                            DenseI64ArrayAttr:$pads), attributes, (ins
                            DefaultValuedAttr<BoolAttr, "false">:$ceil_mode,
                            Graph_AutoPadAttr:$auto_pad,
                            Graph_LayoutAttr:$layout));
  let results = !con((outs type:$result), extraResults);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::tvm::graph::inferPool(
          loc, adaptor.getX(), ::tvm::graph::getPoolWindow(adaptor),
          adaptor.getLayout(), }] # !size(extraResults) # [{, types);
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::tvm::graph::reifyPool(
          builder, *this, ::tvm::graph::getPoolWindow(*this), getLayout(),
          shapes);
    }
  }];
}

def Graph_MaxPoolOp : Graph_PoolOp<"max_pool", Graph_NumberTensor, (ins), (outs),
                                   [Graph_OwnPrecision]> {
  let summary = "Largest element of each window; padding does not count";
  let meaning = [{
    NaN is larger than any number.
  }];
}

def Graph_MaxPoolWithIndicesOp
    : Graph_PoolOp<"max_pool_with_indices", Graph_NumberTensor,
                   (ins DefaultValuedAttr<BoolAttr, "false">:$column_major),
                   (outs RankedTensorOf<[I64]>:$indices)> {
  let summary = "Largest element of each window, and where it is";
  let meaning = [{
    `indices` are positions in `x` flattened; with `column_major` the spatial
    dimensions are flattened first one fastest. Of equal elements the first
    counts. The layout is NCHW.
  }];
  let exampleValues = "%y, %indices";
  let exampleResult = "(tensor<1x64x56x56xf32>, tensor<1x64x56x56xi64>)";
}

def Graph_AveragePoolOp
    : Graph_PoolOp<"average_pool", Graph_FloatTensor,
                   (ins DefaultValuedAttr<BoolAttr, "false">:$count_include_pad)> {
  let summary = "Mean of each window";
  let meaning = [{
    Elements of the padding are zero; they count as elements only with
    `count_include_pad`. Sums are in f32 for narrower elements.
  }];
  let exampleAttributes = ", count_include_pad = true";
}

def Graph_LpPoolOp : Graph_PoolOp<"lp_pool", Graph_FloatTensor,
                                  (ins ConfinedAttr<I64Attr, [IntPositive]>:$p)> {
  let summary = "p-norm of each window";
  let meaning = [{
    `sum(abs(x) ** p) ** (1 / p)`, in f32 for narrower elements. Elements of the
    padding are zero.
  }];
  let exampleAttributes = ", p = 2";
}

#endif
