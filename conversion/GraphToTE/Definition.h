// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_DEFINITION_H
#define TVM_CONVERSION_GRAPHTOTE_DEFINITION_H

#include "conversion/GraphToTE/GraphToTE.h"
#include "dialects/Graph/GraphBase.h"
#include "dialects/TE/TEBuilder.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tvm {

/// The attribute of a function during its conversion: see
/// Definition::hasLibrary.
constexpr llvm::StringLiteral kWithoutLibrary = "te.without_library";

/// The context of a definition: the operator, its operands as storage tensors,
/// and the builder of expressions.
struct Definition {
  mlir::Operation *op;
  mlir::ValueRange operands;
  te::TEBuilder b;

  /// Run-time shape of result `i`.
  mlir::FailureOr<llvm::SmallVector<mlir::OpFoldResult>> resultDims(int i = 0);
  /// Storage element type of result `i` or operand `i`.
  mlir::Type resultElement(int i = 0);
  mlir::Type operandElement(int i);
  /// Whether operand `i` / result `i` has unsigned or bool elements.
  bool isUnsigned(int operand);
  bool isUnsignedResult(int i = 0);
  bool isBool(int operand);
  /// Whether a kernel may call the runtime's library. Kernels of a GPU may not.
  bool hasLibrary();

  /// Gives the computation of `stage` the role that the operator has in its
  /// kernel (`graph.role`), if it has one.
  void setRole(mlir::Value stage);

  /// The axes at which an operand of rank `rank`, with shape `tensor`, is read
  /// when it is broadcast to a result at `axes`: the trailing axes, or 0 where
  /// its dimension is 1 (decided at run time if it is dynamic).
  llvm::SmallVector<te::Index> broadcastAxes(mlir::Value tensor, te::Axes axes,
                                             te::Extents dims);
  /// The axis for dimension `i` of `tensor`, broadcast to `extent` at `axis`.
  te::Index broadcastAxis(mlir::Value tensor, int64_t i, const te::Index &axis,
                          mlir::OpFoldResult extent);
};

/// The float type in which `type` computes: f32 for narrower floats.
mlir::Type getComputeType(mlir::Type type);

/// The function of an element-wise or broadcasting operator on single elements:
/// `f(op, definition, elements)` returns the storage element of the result. All
/// elements are storage scalars (bool: `i8`).
template <typename Op>
using ScalarFunction = mlir::Value (*)(Op op, Definition &definition,
                                       mlir::ValueRange elements);

/// Builds the result of an element-wise operator: operands are broadcast to its
/// shape, and `function` computes an element from one element of each operand.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> defineElementwise(
    Definition &definition,
    llvm::function_ref<mlir::Value(mlir::ValueRange elements)> function);

/// The definition of element-wise operator `Op` by `function`.
template <typename Op, ScalarFunction<Op> function>
struct ElementwiseDefinition : graph::TEDefinitionInterface::ExternalModel<
                                   ElementwiseDefinition<Op, function>, Op> {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  defineTE(mlir::Operation *op, mlir::OpBuilder &builder,
           mlir::ValueRange operands) const {
    Definition definition{op, operands, te::TEBuilder(builder, op->getLoc())};
    return defineElementwise(definition, [&](mlir::ValueRange elements) {
      return function(mlir::cast<Op>(op), definition, elements);
    });
  }
};

/// A definition of operator `Op` as a whole: returns one tensor per result, or
/// fails after a diagnostic.
template <typename Op>
using TensorFunction = mlir::FailureOr<llvm::SmallVector<mlir::Value>> (*)(
    Op op, Definition &definition);

/// The definition of operator `Op` by `function`.
template <typename Op, TensorFunction<Op> function>
struct TensorDefinition : graph::TEDefinitionInterface::ExternalModel<
                              TensorDefinition<Op, function>, Op> {
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  defineTE(mlir::Operation *op, mlir::OpBuilder &builder,
           mlir::ValueRange operands) const {
    Definition definition{op, operands, te::TEBuilder(builder, op->getLoc())};
    return function(mlir::cast<Op>(op), definition);
  }
};

/// Attaches `function` to element-wise operator `Op` as its definition.
template <typename Op, ScalarFunction<Op> function>
void attachElementwise(mlir::MLIRContext *context) {
  Op::template attachInterface<ElementwiseDefinition<Op, function>>(*context);
}

/// Attaches `function` to operator `Op` as its definition.
template <typename Op, TensorFunction<Op> function>
void attachTensor(mlir::MLIRContext *context) {
  Op::template attachInterface<TensorDefinition<Op, function>>(*context);
}

/// Functions that each attach the definitions of a family of operators, in a
/// file of the family's name.
void attachElementwiseDefinitions(mlir::MLIRContext *context);
void attachReductionDefinitions(mlir::MLIRContext *context);
void attachSoftmaxDefinitions(mlir::MLIRContext *context);
void attachMatMulDefinitions(mlir::MLIRContext *context);
void attachConvolutionDefinitions(mlir::MLIRContext *context);
void attachWinogradDefinitions(mlir::MLIRContext *context);
void attachPoolingDefinitions(mlir::MLIRContext *context);
void attachNormalizationDefinitions(mlir::MLIRContext *context);
void attachRecurrentDefinitions(mlir::MLIRContext *context);
void attachSelectionDefinitions(mlir::MLIRContext *context);
void attachStringDefinitions(mlir::MLIRContext *context);
void attachSequenceDefinitions(mlir::MLIRContext *context);
void attachShapeDefinitions(mlir::MLIRContext *context);
void attachIndexingDefinitions(mlir::MLIRContext *context);
void attachResizeDefinitions(mlir::MLIRContext *context);
void attachSamplingDefinitions(mlir::MLIRContext *context);
void attachRegionDefinitions(mlir::MLIRContext *context);
void attachCol2ImDefinitions(mlir::MLIRContext *context);
void attachDetDefinitions(mlir::MLIRContext *context);
void attachLinearAttentionDefinitions(mlir::MLIRContext *context);
void attachRandomDefinitions(mlir::MLIRContext *context);
void attachTreeDefinitions(mlir::MLIRContext *context);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_DEFINITION_H
