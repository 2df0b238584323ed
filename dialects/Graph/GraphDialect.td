// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHDIALECT_TD
#define TVM_DIALECTS_GRAPH_GRAPHDIALECT_TD

include "mlir/IR/OpBase.td"

def Graph_Dialect : Dialect {
  let name = "graph";
  let summary = "Models as graphs of named tensor operators";
  let description = [{
    Pure operators on ranked builtin tensors whose dimensions may be unknown.
    Operators follow the definitions of ONNX; layouts are attributes that the
    operators check. Large constants are `#graph.weight` references into a
    weight store, never IR.

    Element types: floats, signless integers (signed meaning), unsigned
    integers (`ui8` ...), `i1` for bool, `!graph.string`, and `!graph.handle` for
    the handle of another tensor.

    What holds where an operator says nothing else: it is ONNX's of the same
    name; NaN in an operand makes NaN of what depends on it; floats narrower
    than f32 are computed in f32 and rounded once, to the nearest, ties to even;
    a dimension may be 0, then there is nothing to compute; operands broadcast
    as NumPy's do (dimensions are paired from the last on, of a pair they are
    equal or one is 1), as far as types know, the rest is checked by the run.
  }];
  let cppNamespace = "::tvm::graph";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // GraphDiscardable.cpp lists the attributes that passes attach.
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let extraClassDeclaration = [{
    /// Attribute of a module in a file: the name of the file beside it that
    /// holds its weights.
    static constexpr ::llvm::StringLiteral kWeightsAttrName = "graph.weights";
    /// The store that `#graph.weight` attributes of this context refer to.
    WeightStore &getWeightStore() { return *weightStore; }
    void registerAttributes();
    void registerTypes();
    // One per family, in the family's file.
    void registerControlOps();
    void registerStringOps();
    void registerStructureOps();
    void registerElementwiseOps();
    void registerReductionOps();
    void registerMatMulOps();
    void registerMemoryOps();
    void registerConvolutionOps();
    void registerPoolingOps();
    void registerNormalizationOps();
    void registerRecurrentOps();
    void registerSelectionOps();
    void registerSequenceOps();
    void registerShapeOps();
    void registerIndexingOps();
    void registerResizeOps();
    void registerSamplingOps();
    void registerRandomOps();
    void registerTreesOps();
  private:
    std::shared_ptr<WeightStore> weightStore;
  public:
  }];
}

#endif
