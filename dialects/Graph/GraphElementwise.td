#ifndef TVM_DIALECTS_GRAPH_GRAPHELEMENTWISE_TD
#define TVM_DIALECTS_GRAPH_GRAPHELEMENTWISE_TD

include "dialects/Graph/GraphBase.td"

// The operands broadcast to each other as NumPy's do; the element type of the
// result is `resultElementType`, or that of the first operand.
class Graph_BroadcastingOp<string mnemonic, string kind,
                           list<Trait> traits = []>
    : Graph_Operator<mnemonic, kind, !listconcat(traits, [
          DeclareOpInterfaceMethods<Graph_RuntimeCheckInterface>])> {
  code resultElementType = "nullptr";
  let extraClassDefinition = fusionDefinition # [{
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, std::optional<::mlir::Location> loc,
        Adaptor adaptor, ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::tvm::graph::inferBroadcast(
          loc, adaptor.getOperands(), types, }] # resultElementType # [{);
    }
    ::mlir::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::tvm::graph::reifyBroadcast(builder, getOperation(), shapes);
    }
    void $cppClass::buildChecks(::mlir::OpBuilder &builder) {
      ::tvm::graph::createBroadcastChecks(builder, getOperation());
    }
  }];
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

// Shape and type of the result are those of the operand.
class Graph_UnaryOp<string mnemonic, string what, list<Trait> traits = [],
                    TypeConstraint type = Graph_NumberTensor>
    : Graph_BroadcastingOp<mnemonic, "ElementWise", traits> {
  let summary = what # " of each element";
  let arguments = (ins type:$x);
  let results = (outs type:$result);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

class Graph_FloatOp<string mnemonic, string what, list<Trait> traits = []>
    : Graph_UnaryOp<mnemonic, what, traits, Graph_FloatTensor>;

class Graph_PredicateOp<string mnemonic, string what>
    : Graph_FloatOp<mnemonic, what> {
  let results = (outs Graph_BoolTensor:$result);
  let resultElementType = "::mlir::IntegerType::get(context, 1)";
}

def Graph_AbsOp : Graph_UnaryOp<"abs", "Absolute value (integers wrap)">;
def Graph_NegOp : Graph_UnaryOp<"neg", "Negative (integers wrap)">;
def Graph_SignOp : Graph_UnaryOp<"sign", "-1, 0 or 1: the sign">;
def Graph_ReluOp : Graph_UnaryOp<"relu", "`max(x, 0)`">;
def Graph_NotOp : Graph_UnaryOp<"not",
    "Complement (of bits; bools: negation)", [], Graph_IntegerTensor> {
  let hasFolder = 1;
}

def Graph_AcosOp : Graph_FloatOp<"acos", "Arc cosine">;
def Graph_AcoshOp : Graph_FloatOp<"acosh", "Area hyperbolic cosine">;
def Graph_AsinOp : Graph_FloatOp<"asin", "Arc sine">;
def Graph_AsinhOp : Graph_FloatOp<"asinh", "Area hyperbolic sine">;
def Graph_AtanOp : Graph_FloatOp<"atan", "Arc tangent">;
def Graph_AtanhOp : Graph_FloatOp<"atanh", "Area hyperbolic tangent">;
def Graph_CosOp : Graph_FloatOp<"cos", "Cosine">;
def Graph_CoshOp : Graph_FloatOp<"cosh", "Hyperbolic cosine">;
def Graph_ErfOp : Graph_FloatOp<"erf", "Error function">;
def Graph_ExpOp : Graph_FloatOp<"exp", "Exponential">;
def Graph_LogOp : Graph_FloatOp<"log", "Natural logarithm">;
def Graph_ReciprocalOp : Graph_FloatOp<"reciprocal", "`1 / x`">;
def Graph_SinOp : Graph_FloatOp<"sin", "Sine">;
def Graph_SinhOp : Graph_FloatOp<"sinh", "Hyperbolic sine">;
def Graph_SqrtOp : Graph_FloatOp<"sqrt", "Square root">;
def Graph_TanOp : Graph_FloatOp<"tan", "Tangent">;
def Graph_TanhOp : Graph_FloatOp<"tanh", "Hyperbolic tangent">;

def Graph_CeilOp : Graph_FloatOp<"ceil", "Next integer above">;
def Graph_FloorOp : Graph_FloatOp<"floor", "Next integer below">;
def Graph_RoundOp : Graph_FloatOp<"round", "Nearest integer (halves to even)">;

def Graph_MishOp : Graph_FloatOp<"mish", "`x * tanh(softplus(x))`">;
def Graph_SigmoidOp : Graph_FloatOp<"sigmoid", "`1 / (1 + exp(-x))`">;
def Graph_SoftplusOp : Graph_FloatOp<"softplus", "`log(1 + exp(x))`">;
def Graph_SoftsignOp : Graph_FloatOp<"softsign", "`x / (1 + abs(x))`">;

def Graph_IsNaNOp : Graph_PredicateOp<"is_nan", "Whether it is no number">;

def Graph_IsInfOp : Graph_PredicateOp<"is_inf", "Whether it is infinite"> {
  let arguments = (ins Graph_FloatTensor:$x,
                       DefaultValuedAttr<BoolAttr, "true">:$negative,
                       DefaultValuedAttr<BoolAttr, "true">:$positive);
}

// Activations with one or two parameters.
class Graph_ActivationOp<string mnemonic, string what, string p>
    : Graph_FloatOp<mnemonic, what> {
  let arguments = (ins Graph_FloatTensor:$x, F32Attr:$alpha);
  let description = p;
}

class Graph_Activation2Op<string mnemonic, string what, string p>
    : Graph_FloatOp<mnemonic, what> {
  let arguments = (ins Graph_FloatTensor:$x, F32Attr:$alpha, F32Attr:$beta);
  let description = p;
}

def Graph_CeluOp : Graph_ActivationOp<"celu", "CELU",
    "`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`">;
def Graph_EluOp : Graph_ActivationOp<"elu", "ELU",
    "`x < 0 ? alpha * (exp(x) - 1) : x`">;
def Graph_LeakyReluOp : Graph_ActivationOp<"leaky_relu", "Leaky ReLU",
    "`x < 0 ? alpha * x : x`">;
def Graph_SwishOp : Graph_ActivationOp<"swish", "Swish",
    "`x * sigmoid(alpha * x)`">;
def Graph_ThresholdedReluOp : Graph_ActivationOp<"thresholded_relu",
    "Thresholded ReLU", "`x > alpha ? x : 0`">;
def Graph_HardSigmoidOp : Graph_Activation2Op<"hard_sigmoid", "Hard sigmoid",
    "`max(0, min(1, alpha * x + beta))`">;
def Graph_SeluOp : Graph_Activation2Op<"selu", "SELU", [{
    `beta * (x < 0 ? alpha * (exp(x) - 1) : x)`; ONNX calls `beta` `gamma`.
  }]>;

def Graph_GeluOp : Graph_FloatOp<"gelu", "GELU"> {
  let description = [{
    `x/2 * (1 + erf(x / sqrt(2)))`, or with `tanh` its approximation
    `x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x^3)))`.

    ```mlir
    %y = graph.gelu %x {tanh} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_FloatTensor:$x, UnitAttr:$tanh);
}

def Graph_ShrinkOp : Graph_UnaryOp<"shrink", "Shrinkage"> {
  let description = [{
    `x < -lambda ? x + bias : x > lambda ? x - bias : 0`
  }];
  let arguments = (ins Graph_NumberTensor:$x, F32Attr:$bias, F32Attr:$lambda);
}

def Graph_BinarizeOp : Graph_UnaryOp<"binarize", "`x > threshold ? 1 : 0`"> {
  let arguments = (ins Graph_NumberTensor:$x, F32Attr:$threshold);
}

def Graph_CastOp : Graph_UnaryOp<"cast", "Conversion to element type `to`"> {
  let description = [{
    Floats become integers by truncation and saturation, below 8 bits by
    truncation of the bits above; integers wrap; bools are 0 and 1, and
    anything but 0 is true.

    Floats round to the nearest, ties to even. What is too large becomes an
    infinity, NaN in a format without, the largest number in `f4E2M1FN`, where
    NaN becomes 0. `f8E8M0FNU` has powers of two: values, which must not be
    negative, round towards zero.

    ```mlir
    %y = graph.cast %x {to = f16} : (tensor<4xi32>) -> tensor<4xf16>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let resultElementType = "adaptor.getTo()";
  let hasFolder = 1;
}

def Graph_BitCastOp : Graph_UnaryOp<"bit_cast", "The bits as type `to`"> {
  let description = [{
    (C1) Both element types have the same width; that of a bool is 8.

    ```mlir
    %y = graph.bit_cast %x {to = i32} : (tensor<4xf32>) -> tensor<4xi32>
    ```
  }];
  let arguments = (ins Graph_Tensor:$x, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let resultElementType = "adaptor.getTo()";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two and three operands
//===----------------------------------------------------------------------===//

class Graph_BinaryOp<string mnemonic, string what, list<Trait> traits = [],
                     TypeConstraint type = Graph_NumberTensor>
    : Graph_BroadcastingOp<mnemonic, "Broadcast",
                           !listconcat(traits, [SameOperandsElementType])> {
  let summary = what # ", operands broadcast to each other";
  let arguments = (ins type:$lhs, type:$rhs);
  let results = (outs type:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

class Graph_CompareOp<string mnemonic, string what, list<Trait> traits = []>
    : Graph_BinaryOp<mnemonic, what, traits> {
  let results = (outs Graph_BoolTensor:$result);
  let resultElementType = "::mlir::IntegerType::get(context, 1)";
}

let hasFolder = 1 in {
def Graph_AddOp : Graph_BinaryOp<"add", "Sum", [Commutative]>;
def Graph_SubOp : Graph_BinaryOp<"sub", "Difference">;
def Graph_MulOp : Graph_BinaryOp<"mul", "Product", [Commutative]>;
def Graph_DivOp : Graph_BinaryOp<"div", "Quotient"> {
  let description = [{
    Integers truncate toward zero; `x / 0` is 0 for them.
  }];
}
}

def Graph_MaxOp : Graph_BinaryOp<"max", "Maximum (NaN wins)", [Commutative]>;
def Graph_MinOp : Graph_BinaryOp<"min", "Minimum (NaN wins)", [Commutative]>;

def Graph_ModOp : Graph_BinaryOp<"mod", "Remainder of the division"> {
  let description = [{
    It has the sign of `rhs`, with `truncated` (C's `fmod`) that of `lhs`.
    Integers: `x mod 0` is 0.
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs,
                       UnitAttr:$truncated);
}

def Graph_PowOp : Graph_BroadcastingOp<"pow", "Broadcast"> {
  let summary = "`lhs` to the power of `rhs`, broadcast to each other";
  let description = [{
    The result has the element type of `lhs`; `rhs` may have another.
  }];
  let arguments = (ins Graph_NumberTensor:$lhs, Graph_NumberTensor:$rhs);
  let results = (outs Graph_NumberTensor:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Graph_PReluOp : Graph_BinaryOp<"prelu", "`lhs < 0 ? rhs * lhs : lhs`">;

def Graph_AndOp : Graph_BinaryOp<"and", "Bits in both", [Commutative],
                                 Graph_IntegerTensor>;
def Graph_OrOp : Graph_BinaryOp<"or", "Bits in either", [Commutative],
                                Graph_IntegerTensor>;
def Graph_XorOp : Graph_BinaryOp<"xor", "Bits in one only", [Commutative],
                                 Graph_IntegerTensor>;
def Graph_ShiftLeftOp : Graph_BinaryOp<"shift_left",
    "`lhs << rhs` (0 where `rhs` is the width or more)", [],
    Graph_IntegerTensor>;
def Graph_ShiftRightOp : Graph_BinaryOp<"shift_right",
    "`lhs >> rhs` of bits (0 where `rhs` is the width or more)", [],
    Graph_IntegerTensor>;

def Graph_EqualOp : Graph_CompareOp<"equal", "`lhs == rhs`", [Commutative]>;
def Graph_LessOp : Graph_CompareOp<"less", "`lhs < rhs`">;
def Graph_LessEqualOp : Graph_CompareOp<"less_equal", "`lhs <= rhs`">;
def Graph_GreaterOp : Graph_CompareOp<"greater", "`lhs > rhs`">;
def Graph_GreaterEqualOp : Graph_CompareOp<"greater_equal", "`lhs >= rhs`">;

def Graph_WhereOp : Graph_BroadcastingOp<"where", "Broadcast",
    [AllElementTypesMatch<["x", "y"]>]> {
  let summary = "`x` where the condition holds, else `y`";
  let description = [{
    ```mlir
    %r = graph.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Graph_BoolTensor:$condition, Graph_AnyTensor:$x,
                       Graph_AnyTensor:$y);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $condition `,` $x `,` $y attr-dict `:` functional-type(operands, results)
  }];
  let resultElementType = [{::mlir::getElementTypeOrSelf(adaptor.getX())}];
  let hasFolder = 1;
}

#endif
