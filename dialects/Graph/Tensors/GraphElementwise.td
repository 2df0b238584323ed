// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_TENSORS_GRAPHELEMENTWISE_TD
#define TVM_DIALECTS_GRAPH_TENSORS_GRAPHELEMENTWISE_TD

include "dialects/Graph/GraphBroadcasting.td"

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

def Graph_AbsOp : Graph_UnaryOp<"abs", "Absolute value",
    "The smallest integer of a signed type stays as it is.",
    Graph_ArithmeticTensor, [Graph_SymbolicArithmetic]>;
def Graph_NegOp : Graph_UnaryOp<"neg", "Negative",
    "Integers wrap: the smallest one of a signed type stays as it is.",
    Graph_ArithmeticTensor, [Graph_SymbolicArithmetic]>;
def Graph_SignOp : Graph_UnaryOp<"sign", "-1, 0 or 1: the sign",
    "NaN and zeros of both signs stay as they are.">;
def Graph_ReluOp : Graph_UnaryOp<"relu", "`max(x, 0)`",
    "NaN and -0 stay as they are, as do all elements of unsigned types.">;
def Graph_NotOp : Graph_UnaryOp<"not", "Complement",
    "Of all bits (`BitwiseNot`); of a bool, its negation (`Not`).",
    Graph_IntegerTensor, [Graph_SymbolicArithmetic]> {
  let exampleElement = "i1";
  let hasFolder = 1;
}

def Graph_AcosOp : Graph_FloatOp<"acos", "Arc cosine",
    "From 0 to pi; NaN outside of [-1, 1].">;
def Graph_AcoshOp : Graph_FloatOp<"acosh", "Area hyperbolic cosine",
    "At least 0; NaN below 1.">;
def Graph_AsinOp : Graph_FloatOp<"asin", "Arc sine",
    "From -pi/2 to pi/2; NaN outside of [-1, 1].">;
def Graph_AsinhOp : Graph_FloatOp<"asinh", "Area hyperbolic sine">;
def Graph_AtanOp : Graph_FloatOp<"atan", "Arc tangent",
    "From -pi/2 to pi/2, which infinities have.">;
def Graph_AtanhOp : Graph_SensitiveOp<"atanh", "Area hyperbolic tangent",
    "Infinite at -1 and 1, NaN outside of [-1, 1].">;
def Graph_CosOp : Graph_SensitiveOp<"cos", "Cosine",
    "Of radians; NaN for infinities.">;
def Graph_CoshOp : Graph_SensitiveOp<"cosh", "Hyperbolic cosine",
    "A result that is too large is infinite.">;
def Graph_ErfOp : Graph_FloatOp<"erf", "Error function",
    "2 / sqrt(pi) times the integral of `exp(-t * t)` from 0 to `x`.">;
def Graph_ExpOp : Graph_SensitiveOp<"exp", "Exponential",
    "A result that is too large is infinite, one that is too small is 0.">;
def Graph_LogOp : Graph_SensitiveOp<"log", "Natural logarithm",
    "-infinity at zeros, NaN below.">;
def Graph_ReciprocalOp : Graph_FloatOp<"reciprocal", "`1 / x`",
    "Infinite at zeros, with their sign.">;
def Graph_SinOp : Graph_SensitiveOp<"sin", "Sine",
    "Of radians; NaN for infinities.">;
def Graph_SinhOp : Graph_SensitiveOp<"sinh", "Hyperbolic sine",
    "A result that is too large is infinite.">;
def Graph_SqrtOp : Graph_FloatOp<"sqrt", "Square root",
    "NaN below 0; -0 stays as it is.">;
def Graph_TanOp : Graph_SensitiveOp<"tan", "Tangent",
    "Of radians; NaN for infinities.">;
def Graph_TanhOp : Graph_FloatOp<"tanh", "Hyperbolic tangent">;

defvar integral = "Infinities and NaN stay as they are; -0 and what rounds "
    # "to 0 from below are -0.";
def Graph_CeilOp : Graph_FloatOp<"ceil", "Next integer above", integral>;
def Graph_FloorOp : Graph_FloatOp<"floor", "Next integer below", integral>;
def Graph_RoundOp : Graph_FloatOp<"round", "Nearest integer (halves to even)",
    integral>;

def Graph_MishOp : Graph_FloatOp<"mish", "`x * tanh(softplus(x))`",
    "NaN for -infinity.">;
def Graph_SigmoidOp : Graph_FloatOp<"sigmoid", "`1 / (1 + exp(-x))`">;
def Graph_SoftplusOp : Graph_FloatOp<"softplus", "`log(1 + exp(x))`",
    "Computed as `max(x, 0) + log(1 + exp(-abs(x)))`, which does not overflow.">;
def Graph_SoftsignOp : Graph_FloatOp<"softsign", "`x / (1 + abs(x))`",
    "NaN for infinities.">;

def Graph_IsNaNOp : Graph_PredicateOp<"is_nan", "Whether it is no number">;

def Graph_IsInfOp : Graph_PredicateOp<"is_inf", "Whether it is infinite",
    "`negative` and `positive` say which infinities count: both by default."> {
  let arguments = (ins Graph_FloatTensor:$x,
                       DefaultValuedAttr<BoolAttr, "true">:$negative,
                       DefaultValuedAttr<BoolAttr, "true">:$positive);
  let exampleAttributes = " {negative = false}";
}

def Graph_CeluOp : Graph_ActivationOp<"celu", "CELU",
    "`max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`">;
def Graph_EluOp : Graph_ActivationOp<"elu", "ELU",
    "`x < 0 ? alpha * (exp(x) - 1) : x`">;
def Graph_LeakyReluOp : Graph_ActivationOp<"leaky_relu", "Leaky ReLU",
    "`x < 0 ? alpha * x : x`">;
def Graph_SwishOp : Graph_ActivationOp<"swish", "Swish",
    "`x * sigmoid(alpha * x)`; NaN where that is infinity times 0.">;
def Graph_ThresholdedReluOp : Graph_ActivationOp<"thresholded_relu",
    "Thresholded ReLU", "`x > alpha ? x : 0`, so NaN becomes 0.">;
def Graph_HardSigmoidOp : Graph_Activation2Op<"hard_sigmoid", "Hard sigmoid",
    "`max(0, min(1, alpha * x + beta))`; NaN stays.">;
def Graph_SeluOp : Graph_Activation2Op<"selu", "SELU",
    "`beta * (x < 0 ? alpha * (exp(x) - 1) : x)`; ONNX calls `beta` `gamma`.">;

def Graph_GeluOp : Graph_FloatOp<"gelu", "GELU"> {
  let meaning = [{
    `x/2 * (1 + erf(x / sqrt(2)))`, or with `tanh` its approximation
    `x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 * x^3)))`. NaN for -infinity.
  }];
  let arguments = (ins Graph_FloatTensor:$x, UnitAttr:$tanh);
  let exampleAttributes = " {tanh}";
}

def Graph_ShrinkOp : Graph_UnaryOp<"shrink", "Shrinkage"> {
  let meaning = [{
    `x < -lambda ? x + bias : x > lambda ? x - bias : 0`, so NaN becomes 0.
    Integers are computed in f64 and converted back as by `graph.cast`.
  }];
  let arguments = (ins Graph_ArithmeticTensor:$x, F32Attr:$bias,
                       F32Attr:$lambda);
  let exampleAttributes = " {bias = 0.5 : f32, lambda = 1.5 : f32}";
}

def Graph_BinarizeOp : Graph_UnaryOp<"binarize", "`x > threshold ? 1 : 0`"> {
  let meaning = [{
    ONNX-ML's `Binarizer`. Integers are compared as numbers with the threshold,
    which need not be one; NaN becomes 0.
  }];
  let arguments = (ins Graph_ArithmeticTensor:$x, F32Attr:$threshold);
  let exampleAttributes = " {threshold = 0.5 : f32}";
}

def Graph_CastOp : Graph_UnaryOp<"cast", "Conversion to element type `to`", "",
    Graph_ArithmeticTensor, [Graph_SymbolicArithmetic]> {
  let meaning = [{
    Floats become integers by truncation and saturation, below 8 bits by
    truncation of the bits above; integers wrap; bools are 0 and 1, and
    anything but 0 is true.

    Floats round to the nearest, ties to even. What is too large becomes an
    infinity, NaN in a format without, the largest number in `f4E2M1FN`, where
    NaN becomes 0. `f8E8M0FNU` has powers of two: values, which must not be
    negative, round towards zero.
  }];
  let arguments = (ins Graph_Tensor:$x, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let resultElementType = "adaptor.getTo()";
  let exampleAttributes = " {to = f16}";
  let exampleElement = "i32";
  let exampleResult = "f16";
  let hasFolder = 1;
}

def Graph_BitCastOp : Graph_UnaryOp<"bit_cast", "The bits as type `to`"> {
  let meaning = [{
    (C1) Both element types have the same width; that of a bool is 8.
  }];
  let arguments = (ins Graph_Tensor:$x, TypeAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let resultElementType = "adaptor.getTo()";
  let exampleAttributes = " {to = i32}";
  let exampleResult = "i32";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Two and three operands
//===----------------------------------------------------------------------===//

let hasFolder = 1 in {
def Graph_AddOp : Graph_BinaryOp<"add", "Sum", "Integers wrap.",
    [Commutative, Graph_SymbolicArithmetic]>;
def Graph_SubOp : Graph_BinaryOp<"sub", "Difference", "Integers wrap.",
    [Graph_SymbolicArithmetic]>;
def Graph_MulOp : Graph_BinaryOp<"mul", "Product", "Integers wrap.",
    [Commutative, Graph_SymbolicArithmetic]>;
def Graph_DivOp : Graph_BinaryOp<"div", "Quotient", "",
    [Graph_SymbolicArithmetic]> {
  let meaning = [{
    Integers truncate toward zero, `x / 0` is 0 for them, and the smallest one
    of a signed type divided by -1 is itself.
  }];
}
}

defvar extremum = "NaN where either is; of zeros of both signs, either.";
def Graph_MaxOp : Graph_BinaryOp<"max", "Maximum", extremum,
    [Commutative, Graph_SymbolicArithmetic], Graph_NumberTensor>;
def Graph_MinOp : Graph_BinaryOp<"min", "Minimum", extremum,
    [Commutative, Graph_SymbolicArithmetic], Graph_NumberTensor>;

def Graph_ModOp : Graph_BinaryOp<"mod", "Remainder of the division", "",
    [Graph_SymbolicArithmetic]> {
  let meaning = [{
    It has the sign of `rhs`, with `truncated` (C's `fmod`) and for zeros that
    of `lhs`. `x mod 0` is 0 for integers, NaN for floats.
  }];
  let arguments = (ins Graph_ArithmeticTensor:$lhs, Graph_ArithmeticTensor:$rhs,
                       UnitAttr:$truncated);
  let exampleAttributes = " {truncated}";
}

def Graph_PowOp : Graph_BroadcastingOp<"pow", "Broadcast",
    [Graph_OwnPrecision]> {
  let summary = "`lhs` to the power of `rhs`, broadcast to each other";
  let meaning = [{
    The result has the element type of `lhs`; `rhs` may have another.

    Powers of integers with integers wrap; with negative ones they are 0, but
    for 1 and -1. Powers of integers with floats are computed in f64 and
    converted back as by `graph.cast`. Powers of floats are C's `pow`: `x ^ 0`
    is 1 even of NaN, negative numbers have powers with integers only.
  }];
  let arguments = (ins Graph_ArithmeticTensor:$lhs,
                       Graph_ArithmeticTensor:$rhs);
  let results = (outs Graph_ArithmeticTensor:$result);
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let example = "%z = graph.pow %x, %y : (tensor<2x3xf32>, tensor<i64>) -> "
                "tensor<2x3xf32>";
}

def Graph_PReluOp : Graph_BinaryOp<"prelu", "`lhs < 0 ? rhs * lhs : lhs`",
    "The result has the shape of both operands broadcast, which need not be "
    "that of `lhs`.">;

def Graph_AndOp : Graph_BitsOp<"and", "Bits in both",
    "`BitwiseAnd`; of bools, `And`.", [Commutative, Graph_SymbolicArithmetic]>;
def Graph_OrOp : Graph_BitsOp<"or", "Bits in either",
    "`BitwiseOr`; of bools, `Or`.", [Commutative, Graph_SymbolicArithmetic]>;
def Graph_XorOp : Graph_BitsOp<"xor", "Bits in one only",
    "`BitwiseXor`; of bools, `Xor`.", [Commutative]>;
def Graph_ShiftLeftOp : Graph_BitsOp<"shift_left", "`lhs << rhs`",
    "`BitShift`. 0 where `rhs`, taken as unsigned, is the width or more.", [],
    Graph_WideIntegerTensor>;
def Graph_ShiftRightOp : Graph_BitsOp<"shift_right", "`lhs >> rhs`",
    "`BitShift`. Zeros enter from above, also of signed types; 0 where `rhs`, "
    "taken as unsigned, is the width or more.", [], Graph_WideIntegerTensor>;

def Graph_EqualOp : Graph_CompareOp<"equal", "`lhs == rhs`", [Commutative]>;
def Graph_LessOp : Graph_CompareOp<"less", "`lhs < rhs`">;
def Graph_LessEqualOp : Graph_CompareOp<"less_equal", "`lhs <= rhs`">;
def Graph_GreaterOp : Graph_CompareOp<"greater", "`lhs > rhs`">;
def Graph_GreaterEqualOp : Graph_CompareOp<"greater_equal", "`lhs >= rhs`">;

def Graph_WhereOp : Graph_BroadcastingOp<"where", "Broadcast",
    [AllElementTypesMatch<["x", "y"]>, Graph_SymbolicArithmetic]> {
  let summary = "`x` where the condition holds, else `y`";
  let meaning = "    All three operands broadcast to each other.\n";
  let arguments = (ins Graph_BoolTensor:$condition, Graph_AnyTensor:$x,
                       Graph_AnyTensor:$y);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = [{
    $condition `,` $x `,` $y attr-dict `:` functional-type(operands, results)
  }];
  let resultElementType = [{::mlir::getElementTypeOrSelf(adaptor.getX())}];
  let example = "%r = graph.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, "
                "tensor<f32>) -> tensor<4xf32>";
  let hasFolder = 1;
}

#endif
