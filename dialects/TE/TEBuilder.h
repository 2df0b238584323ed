// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEBUILDER_H
#define TVM_DIALECTS_TE_TEBUILDER_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"

#include <functional>

namespace tvm::te {

/// An index expression: affine in axes, constants and other index values.
class Index {
public:
  Index(int64_t constant) : constant(constant) {}
  Index(int constant) : constant(constant) {}
  Index(mlir::Value value);

  friend Index operator+(const Index &lhs, const Index &rhs);
  friend Index operator-(const Index &lhs, const Index &rhs);
  /// At least one factor is a constant.
  friend Index operator*(const Index &lhs, const Index &rhs);
  /// `divisor` is a positive constant.
  Index floorDiv(int64_t divisor) const;
  Index mod(int64_t divisor) const;

  /// Result `expr` of `map` at `operands`.
  static Index get(mlir::AffineExpr expr, mlir::AffineMap map,
                   mlir::ValueRange operands);
  /// Result `expr` of `map` at operands that are expressions themselves.
  static Index compose(mlir::AffineExpr expr, mlir::AffineMap map,
                       llvm::ArrayRef<Index> operands);

  bool isConstant() const { return !expr; }
  int64_t getConstant() const { return constant; }
  mlir::AffineExpr getExpr(mlir::MLIRContext *context) const;
  mlir::ValueRange getOperands() const { return operands; }

private:
  Index(mlir::AffineExpr expr, llvm::SmallVector<mlir::Value> operands);
  static Index combine(mlir::AffineExprKind kind, const Index &lhs,
                       const Index &rhs);

  mlir::AffineExpr expr; // over dims = operands; null for a constant
  llvm::SmallVector<mlir::Value> operands;
  int64_t constant = 0;
};

/// Whether `expr` contains a quotient or a remainder.
bool hasDivision(mlir::AffineExpr expr);

using Extents = llvm::ArrayRef<mlir::OpFoldResult>;
using Axes = llvm::ArrayRef<Index>;

/// Builder of tensor expressions, in the style of TVM's `te.compute` and
/// `te.reduce_axis`. Scalars are `mlir::Value`s of an element type; arithmetic
/// takes two operands of one type. `isUnsigned` determines the meaning of
/// integers.
class TEBuilder {
public:
  TEBuilder(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  //===-- tensors ---------------------------------------------------------===//

  using Body = llvm::function_ref<mlir::Value(Axes)>;
  using MultiBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(Axes)>;
  using ReduceBody = llvm::function_ref<mlir::Value(Axes, Axes)>;
  using MultiReduceBody =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(Axes, Axes)>;
  using Combine = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ValueRange accumulated, mlir::ValueRange values)>;

  /// The tensor of shape `dims` with elements `body(axes)`.
  mlir::Value compute(mlir::Type elementType, Extents dims, Body body);
  mlir::SmallVector<mlir::Value> compute(mlir::TypeRange elementTypes,
                                         Extents dims, MultiBody body);

  /// The tensor with elements `body(axes, reductionAxes)`, combined over
  /// `reduction`.
  mlir::Value reduce(Combiner combiner, mlir::Type elementType, Extents dims,
                     Extents reduction, ReduceBody body);

  /// `argmin`/`argmax`: `body` yields (value, integer index), of `types`; there
  /// are two results.
  llvm::SmallVector<mlir::Value> argReduce(Combiner combiner,
                                           mlir::TypeRange types, Extents dims,
                                           Extents reduction,
                                           MultiReduceBody body);

  /// A reduction by any associative and commutative `combine` with start values
  /// `identity`.
  llvm::SmallVector<mlir::Value> reduce(mlir::ValueRange identity, Extents dims,
                                        Extents reduction, MultiReduceBody body,
                                        Combine combine);

  /// A recurrence of `steps` steps from `init`: `step(t, states)` returns the
  /// next states. Result i stacks the states i where `stacked[i]`, otherwise it
  /// is the last one.
  using Step = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      const Index &t, mlir::ValueRange states)>;
  llvm::SmallVector<mlir::Value> scan(mlir::OpFoldResult steps,
                                      mlir::ValueRange init,
                                      llvm::ArrayRef<bool> stacked, Step step);

  /// The element of `tensor` at `indices`; outside of it, `padding`, if given.
  mlir::Value read(mlir::Value tensor, Axes indices,
                   mlir::Value padding = nullptr);

  /// Moves the builder in front of the `te.compute` whose body is being built,
  /// where dimensions are read.
  void moveOutside();

  /// Dimension `dim` of `tensor`, and all of them.
  mlir::OpFoldResult dim(mlir::Value tensor, int64_t dim);
  llvm::SmallVector<mlir::OpFoldResult> dims(mlir::Value tensor);

  //===-- scalars ---------------------------------------------------------===//

  mlir::Value constant(mlir::Type type, double value);
  mlir::Value constantInt(mlir::Type type, int64_t value);
  /// An index expression (or extent) as a value of type `index`.
  mlir::Value value(const Index &index);
  mlir::Value value(mlir::OpFoldResult extent);
  /// An index expression converted to an element type.
  mlir::Value value(const Index &index, mlir::Type type);
  /// A scalar integer as index (data-dependent access).
  Index index(mlir::Value integer);

  mlir::Value add(mlir::Value lhs, mlir::Value rhs);
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs);
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs);
  /// Division; integers truncate toward zero.
  mlir::Value div(mlir::Value lhs, mlir::Value rhs, bool isUnsigned = false);
  /// The minimum; NaN if either operand is NaN.
  mlir::Value min(mlir::Value lhs, mlir::Value rhs, bool isUnsigned = false);
  mlir::Value max(mlir::Value lhs, mlir::Value rhs, bool isUnsigned = false);
  mlir::Value neg(mlir::Value x);

  enum class Compare { EQ, NE, LT, LE, GT, GE };
  /// A comparison as `i1`. Comparisons with NaN are false, except NE.
  mlir::Value compare(Compare predicate, mlir::Value lhs, mlir::Value rhs,
                      bool isUnsigned = false);
  mlir::Value select(mlir::Value condition, mlir::Value then,
                     mlir::Value other);
  mlir::Value logicalAnd(mlir::Value lhs, mlir::Value rhs);
  mlir::Value logicalOr(mlir::Value lhs, mlir::Value rhs);
  mlir::Value logicalNot(mlir::Value x);
  /// Conversions between `i1` and a stored bool (`i8`).
  mlir::Value toStorage(mlir::Value i1);
  mlir::Value toBool(mlir::Value i8);

  /// Converts between element types; floats to integers truncate toward zero
  /// and saturate; integers wrap; to float rounds to nearest even.
  mlir::Value cast(mlir::Value x, mlir::Type to, bool fromUnsigned = false,
                   bool toUnsigned = false);

private:
  llvm::SmallVector<mlir::Value>
  buildCompute(mlir::TypeRange elementTypes, Extents dims, Extents reduction,
               std::optional<Combiner> combiner, mlir::ValueRange identity,
               MultiReduceBody body, Combine combine);
};

/// The identity of `combiner`, per accumulated value. Integers are signed
/// (unsigned minima use a combine region).
llvm::SmallVector<mlir::Value> buildIdentity(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             Combiner combiner,
                                             mlir::TypeRange types);

/// The combination of accumulated and new values. `min` and `max` propagate
/// NaN.
llvm::SmallVector<mlir::Value>
buildCombine(mlir::OpBuilder &builder, mlir::Location loc, Combiner combiner,
             mlir::ValueRange accumulated, mlir::ValueRange values);

} // namespace tvm::te

#endif // TVM_DIALECTS_TE_TEBUILDER_H
