// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_SHAPES_SHAPEVALUES_H
#define TVM_DIALECTS_GRAPH_SHAPES_SHAPEVALUES_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace tvm::graph {

/// Elements of a small constant of integers, nothing for other values.
std::optional<llvm::SmallVector<int64_t>> getConstantInts(mlir::Value tensor);

/// Elements of a small constant of floats, nothing for other values.
std::optional<llvm::SmallVector<double>> getConstantFloats(mlir::Value tensor);

/// Elements of a small tensor of integers that follow from constants and
/// shapes, nothing where one depends on more.
std::optional<llvm::SmallVector<int64_t>> evaluateInts(mlir::Value tensor);

/// Dimensions of a tensor as expressions of `ShapeValues`.
using SymbolicShape = llvm::SmallVector<mlir::AffineExpr>;

/// Evaluates dimensions, and integer tensors that hold dimensions, as
/// expressions of the graph's unknown dimensions, without creating IR.
///
/// Expressions are (semi-)affine over symbols. A symbol is a dimension that
/// nothing is known about, an element that is known only at run time, or a
/// function (minimum, maximum ...) of other expressions. Equal expressions
/// compare equal. Expressions belong to the object that made them.
class ShapeValues {
  enum class Kind {
    Dim,
    Element,
    Min,
    Max,
    Broadcast,
    Scale,
    IfNegative,
    Range,
    Unknown
  };

public:
  explicit ShapeValues(mlir::MLIRContext *context) : context(context) {}

  /// Elements of a small integer tensor in row-major order; nothing where it
  /// is large, of unknown size or not of integers. What cannot be evaluated
  /// becomes symbols of run-time elements.
  std::optional<SymbolicShape> getElements(mlir::Value tensor);

  /// Elements of `operand` broadcast to `type`; nothing where `operand` has
  /// several elements, but fewer than `type`.
  std::optional<SymbolicShape>
  getBroadcastElements(mlir::Value operand, mlir::RankedTensorType type);

  mlir::AffineExpr getDim(mlir::Value tensor, int64_t dim);
  SymbolicShape getDims(mlir::Value tensor);

  mlir::AffineExpr constant(int64_t value) const;
  /// Element `index` of `tensor`, read at run time.
  mlir::AffineExpr element(mlir::Value tensor, int64_t index);
  mlir::AffineExpr min(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  mlir::AffineExpr max(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  /// The broadcast of two dimensions: the one that is not 1.
  mlir::AffineExpr broadcast(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  /// `floor(value * scale)`, computed in `float`.
  mlir::AffineExpr scale(mlir::AffineExpr value, float scale);
  /// Something that cannot be computed before the operator runs.
  mlir::AffineExpr unknown();
  bool isUnknown(mlir::AffineExpr expr) const {
    return contains(expr, Kind::Unknown);
  }
  /// `condition < 0 ? then : other`.
  mlir::AffineExpr ifNegative(mlir::AffineExpr condition, mlir::AffineExpr then,
                              mlir::AffineExpr other);
  mlir::AffineExpr product(llvm::ArrayRef<mlir::AffineExpr> factors) const;
  /// `lhs / rhs` rounded down where that is exact or both are non-negative.
  std::optional<mlir::AffineExpr> divide(mlir::AffineExpr lhs,
                                         mlir::AffineExpr rhs) const;

  /// The number of elements from `start` by `delta` up to `limit`, single
  /// elements that are read at run time.
  mlir::AffineExpr countRange(mlir::Value start, mlir::Value limit,
                              mlir::Value delta);
  /// `index` counted from the end where it is negative, then moved into
  /// `[low, high]`.
  mlir::AffineExpr clampIndex(mlir::AffineExpr index, mlir::AffineExpr size,
                              mlir::AffineExpr low, mlir::AffineExpr high);

  /// Whether `expr` is never negative.
  bool isNonNegative(mlir::AffineExpr expr) const;
  /// Whether `expr` reads elements of tensors at run time.
  bool dependsOnData(mlir::AffineExpr expr) const {
    return contains(expr, Kind::Element) || contains(expr, Kind::Range) ||
           contains(expr, Kind::Unknown);
  }

  /// Whether `expr` is a function of the symbols that occur in `known`, or is
  /// one of these.
  bool isFunctionOf(mlir::AffineExpr expr,
                    llvm::ArrayRef<mlir::AffineExpr> known) const;

  /// Creates the arithmetic that computes `expr`.
  mlir::OpFoldResult build(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::AffineExpr expr);

private:
  struct Symbol {
    Kind kind;
    mlir::Value tensor;
    int64_t index = 0;
    llvm::SmallVector<mlir::AffineExpr, 3> operands;
    float factor = 0;
    llvm::SmallVector<mlir::Value, 3> tensors = {};
    bool operator==(const Symbol &other) const;
  };

  mlir::AffineExpr intern(Symbol symbol);
  bool contains(mlir::AffineExpr expr, Kind kind) const;
  mlir::AffineExpr computeDim(mlir::Value tensor, int64_t dim);
  std::optional<SymbolicShape> computeElements(mlir::Operation *op);
  mlir::OpFoldResult buildSymbol(mlir::OpBuilder &builder, mlir::Location loc,
                                 const Symbol &symbol);

  mlir::MLIRContext *context;
  llvm::SmallVector<Symbol> symbols;
  llvm::DenseMap<mlir::Value, SymbolicShape> elements;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::AffineExpr> dims;
  int depth = 0;
};

/// Elements of the result of `op`, an operator with SymbolicElementsInterface:
/// those of its first operand (`KeepsElementOrder`), or one evaluated after the
/// other.
std::optional<SymbolicShape> evaluateElements(mlir::Operation *op,
                                              ShapeValues &values);

/// The static dimensions of `shape`, others unknown. Nothing where a dimension
/// is negative.
std::optional<llvm::SmallVector<int64_t>>
getStaticShape(llvm::ArrayRef<mlir::AffineExpr> shape);

/// Elements of an integer tensor as index values: attributes where they are
/// known, else arithmetic over `tensor.dim`. Nothing where an element can only
/// be read at run time.
std::optional<llvm::SmallVector<mlir::OpFoldResult>>
getShapeValues(mlir::OpBuilder &builder, mlir::Value shapeTensor);

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_SHAPES_SHAPEVALUES_H
