// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_GRAPHTOTE_INDEXARITHMETIC_H
#define TVM_CONVERSION_GRAPHTOTE_INDEXARITHMETIC_H

#include "conversion/GraphToTE/Definition.h"
#include "dialects/Graph/Shapes/ShapeValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tvm {

/// Builder of arithmetic on values of type `index` that is not affine.
struct IndexArithmetic {
  te::TEBuilder &b;

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(b.builder, b.loc, value);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::AddIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::SubIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::MulIOp::create(b.builder, b.loc, lhs, rhs);
  }
  /// The quotient and the remainder of non-negative numbers.
  mlir::Value div(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::DivUIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::RemUIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value min(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::MinSIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value max(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::MaxSIOp::create(b.builder, b.loc, lhs, rhs);
  }
  mlir::Value less(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::CmpIOp::create(
        b.builder, b.loc, mlir::arith::CmpIPredicate::slt, lhs, rhs);
  }
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs) {
    return mlir::arith::CmpIOp::create(
        b.builder, b.loc, mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  /// `lhs` modulo positive `rhs`, also of negative numbers.
  mlir::Value floorMod(mlir::Value lhs, mlir::Value rhs);
  mlir::Value clamp(mlir::Value x, mlir::Value low, mlir::Value high) {
    return max(low, min(x, high));
  }
  /// Integer scalar as index value.
  mlir::Value cast(mlir::Value integer);

  /// An integer type for positions among `count` elements: of 32 bits if these
  /// are known to suffice, so that vectors have as many lanes as for elements.
  mlir::Type positionType(mlir::OpFoldResult count);

  /// Position `integer` in a dimension of `size`: negative ones count from the
  /// end. With `clamped`, positions outside are moved to the border.
  mlir::Value position(mlir::Value integer, mlir::Value size, bool clamped);
};

/// The indices in a tensor of shape `from` of the element `axes` of a tensor of
/// shape `to` with the same elements in row-major order. `values` created the
/// shapes. The indices are affine where sizes are known.
llvm::SmallVector<te::Index> mapReshaped(te::TEBuilder &b,
                                         graph::ShapeValues &values,
                                         const graph::SymbolicShape &from,
                                         const graph::SymbolicShape &to,
                                         te::Axes axes);

} // namespace tvm

#endif // TVM_CONVERSION_GRAPHTOTE_INDEXARITHMETIC_H
