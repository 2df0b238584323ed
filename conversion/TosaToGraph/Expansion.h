// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TOSATOGRAPH_EXPANSION_H
#define TVM_CONVERSION_TOSATOGRAPH_EXPANSION_H

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace tvm::tosa_to_graph {

/// The reasons why operators could not be converted.
using Refusals = llvm::DenseMap<mlir::Operation *, std::string>;

/// Builder of the operators that replace one operator. After a refusal, created
/// values are null, and null operands give null results, so that conversions
/// need no checks.
class Expansion {
public:
  Expansion(mlir::Operation *op, mlir::OpBuilder &builder, Refusals &refusals)
      : op(op), builder(builder), refusals(refusals) {}

  /// The result of a new operator `Op`, with its inferred type.
  template <typename Op, typename... Args> mlir::Value create(Args &&...args) {
    if (failed())
      return {};
    mlir::OperationState state(op->getLoc(), Op::getOperationName());
    // The inferring builders end the process for invalid operands.
    mlir::Type placeholder = builder.getNoneType();
    Op::build(builder, state, mlir::TypeRange(placeholder),
              std::forward<Args>(args)...);
    state.types.clear();
    return infer(state);
  }

  /// Constants: a list of i64, a scalar.
  mlir::Value constant(llvm::ArrayRef<int64_t> values);
  mlir::Value scalar(mlir::TypedAttr value);
  mlir::Value scalar(mlir::Type elementType, double value);

  mlir::Value cast(mlir::Value x, mlir::Type elementType);
  mlir::Value transpose(mlir::Value x, llvm::ArrayRef<int64_t> permutation);
  mlir::Value reshape(mlir::Value x, llvm::ArrayRef<int64_t> shape);

  /// `x - zeroPoint` in `elementType`, the form of operands of quantised
  /// products.
  mlir::Value center(mlir::Value x, llvm::FailureOr<int64_t> zeroPoint,
                     mlir::Type elementType);

  /// The elements of a constant shape. Refuses a shape that is not constant.
  llvm::SmallVector<int64_t> getShape(mlir::Value shape);

  /// Refuses values other than a constant 0.
  void expectZero(llvm::FailureOr<int64_t> value, llvm::StringRef what);
  /// Refuses the mode that ignores NaN.
  void expectPropagation(mlir::tosa::NanPropagationMode mode);
  mlir::Value refuse(const llvm::Twine &reason);
  bool failed() const { return refusals.contains(op); }

  /// `value` converted to the operator's result type `type`; null after a
  /// refusal.
  mlir::Value finish(mlir::Value value, mlir::Type type);

private:
  mlir::Value infer(mlir::OperationState &state);

  mlir::Operation *op;
  mlir::OpBuilder &builder;
  Refusals &refusals;
};

} // namespace tvm::tosa_to_graph

#endif // TVM_CONVERSION_TOSATOGRAPH_EXPANSION_H
