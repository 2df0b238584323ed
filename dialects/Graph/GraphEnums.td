// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_GRAPHENUMS_TD
#define TVM_DIALECTS_GRAPH_GRAPHENUMS_TD

include "dialects/Graph/GraphDialect.td"
include "mlir/IR/EnumAttr.td"

def Graph_FusionKindEnum : I32EnumAttr<"FusionKind",
    "how an operator may take part in fusion (TVM's op patterns)", [
  I32EnumAttrCase<"ElementWise", 0, "element_wise">,
  I32EnumAttrCase<"Broadcast", 1, "broadcast">,
  I32EnumAttrCase<"Injective", 2, "injective">,
  I32EnumAttrCase<"Reduction", 3, "reduction">,
  I32EnumAttrCase<"OutFusable", 4, "complex_out_fusable">,
  I32EnumAttrCase<"Opaque", 8, "opaque">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_PrecisionEnum : I32EnumAttr<"Precision",
    "in what an operator of f32 computes where a narrower type is wanted", [
  I32EnumAttrCase<"Narrow", 0, "narrow">,
  I32EnumAttrCase<"Follows", 1, "follows">,
  I32EnumAttrCase<"Wide", 2, "wide">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_FusionReasonEnum : I32EnumAttr<"FusionReason",
    "the reason why operators are one kernel", [
  I32EnumAttrCase<"Single", 0, "single">,
  I32EnumAttrCase<"PostDominator", 1, "post_dominator">,
  I32EnumAttrCase<"Transpose", 2, "transpose">,
  I32EnumAttrCase<"DepthwiseChain", 3, "depthwise_chain">,
  I32EnumAttrCase<"Attention", 4, "attention">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_SeparationReasonEnum : I32EnumAttr<"SeparationReason",
    "the reason why a kernel ends", [
  I32EnumAttrCase<"Result", 0, "result">,
  I32EnumAttrCase<"Readers", 1, "readers">,
  I32EnumAttrCase<"Kinds", 2, "kinds">,
  I32EnumAttrCase<"Opaque", 3, "opaque">,
  I32EnumAttrCase<"Asked", 4, "asked">,
  I32EnumAttrCase<"Limit", 5, "limit">,
  I32EnumAttrCase<"Traffic", 6, "traffic">,
  I32EnumAttrCase<"Tiles", 7, "tiles">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_RoleEnum : I32EnumAttr<"Role",
    "what an operator computes for the pattern that made its kernel", [
  I32EnumAttrCase<"AttentionScores", 0, "attention_scores">,
  I32EnumAttrCase<"AttentionSoftmax", 1, "attention_softmax">,
  I32EnumAttrCase<"AttentionValues", 2, "attention_values">,
  I32EnumAttrCase<"ChainDepthwise", 3, "chain_depthwise">,
  I32EnumAttrCase<"ChainPointwise", 4, "chain_pointwise">
]> {
  let cppNamespace = "::tvm::graph";
  let genSpecializedAttr = 0; // Graph_RoleAttr is its attribute
}

def Graph_ReduceKindEnum : I32EnumAttr<"ReduceKind",
    "the function by which a reduction combines elements", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Mean", 1, "mean">,
  I32EnumAttrCase<"Max", 2, "max">, I32EnumAttrCase<"Min", 3, "min">,
  I32EnumAttrCase<"Prod", 4, "prod">, I32EnumAttrCase<"L1", 5, "l1">,
  I32EnumAttrCase<"L2", 6, "l2">, I32EnumAttrCase<"LogSum", 7, "log_sum">,
  I32EnumAttrCase<"LogSumExp", 8, "log_sum_exp">,
  I32EnumAttrCase<"SumSquare", 9, "sum_square">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_PadModeAttr : I32EnumAttr<"PadMode",
    "the values around a padded tensor", [
  I32EnumAttrCase<"Constant", 0, "constant">,
  I32EnumAttrCase<"Reflect", 1, "reflect">,
  I32EnumAttrCase<"Edge", 2, "edge">,
  I32EnumAttrCase<"Wrap", 3, "wrap">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_RnnDirectionEnum : I32EnumAttr<"RnnDirection",
    "the order in which a recurrent operator visits the steps", [
  I32EnumAttrCase<"Forward", 0, "forward">,
  I32EnumAttrCase<"Reverse", 1, "reverse">,
  I32EnumAttrCase<"Bidirectional", 2, "bidirectional">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_ScatterReductionAttr : I32EnumAttr<"ScatterReduction",
    "how scattered elements meet old ones", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Add", 1, "add">,
  I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Max", 3, "max">,
  I32EnumAttrCase<"Min", 4, "min">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_ResizeModeAttr : I32EnumAttr<"ResizeMode",
    "how resize interpolates", [
  I32EnumAttrCase<"Nearest", 0, "nearest">,
  I32EnumAttrCase<"Linear", 1, "linear">,
  I32EnumAttrCase<"Cubic", 2, "cubic">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_GridPaddingAttr : I32EnumAttr<"GridPadding",
    "the values that grid_sample reads outside", [
  I32EnumAttrCase<"Zeros", 0, "zeros">,
  I32EnumAttrCase<"Border", 1, "border">,
  I32EnumAttrCase<"Reflection", 2, "reflection">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_CoordinateModeAttr : I32EnumAttr<"CoordinateMode",
    "where resize reads for a coordinate of its result", [
  I32EnumAttrCase<"HalfPixel", 0, "half_pixel">,
  I32EnumAttrCase<"HalfPixelSymmetric", 1, "half_pixel_symmetric">,
  I32EnumAttrCase<"PytorchHalfPixel", 2, "pytorch_half_pixel">,
  I32EnumAttrCase<"AlignCorners", 3, "align_corners">,
  I32EnumAttrCase<"Asymmetric", 4, "asymmetric">,
  I32EnumAttrCase<"TfHalfPixel", 5, "tf_half_pixel_for_nn">,
  I32EnumAttrCase<"TfCropAndResize", 6, "tf_crop_and_resize">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_NearestModeAttr : I32EnumAttr<"NearestMode",
    "how resize rounds coordinates", [
  I32EnumAttrCase<"RoundPreferFloor", 0, "round_prefer_floor">,
  I32EnumAttrCase<"RoundPreferCeil", 1, "round_prefer_ceil">,
  I32EnumAttrCase<"Floor", 2, "floor">,
  I32EnumAttrCase<"Ceil", 3, "ceil">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_AspectPolicyAttr : I32EnumAttr<"AspectPolicy",
    "which scale all axes of resize share", [
  I32EnumAttrCase<"Stretch", 0, "stretch">,
  I32EnumAttrCase<"NotLarger", 1, "not_larger">,
  I32EnumAttrCase<"NotSmaller", 2, "not_smaller">
]> {
  let cppNamespace = "::tvm::graph";
}

def Graph_StringCaseAttr : I32EnumAttr<"StringCase",
    "the change of letters", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Lower", 1, "lower">,
  I32EnumAttrCase<"Upper", 2, "upper">
]> {
  let cppNamespace = "::tvm::graph";
}

#endif
