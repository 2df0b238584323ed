// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_TOSATOGRAPH_PATTERNS_H
#define TVM_CONVERSION_TOSATOGRAPH_PATTERNS_H

#include "conversion/TosaToGraph/Expansion.h"
#include "mlir/Transforms/DialectConversion.h"

namespace tvm::tosa_to_graph {

/// A function that builds the result of `Op` from its converted operands; null
/// after a refusal.
template <typename Op>
using Conversion = mlir::Value (*)(Op op, typename Op::Adaptor operands,
                                   Expansion &e);

/// The pattern that replaces an `Op` by the result of a Conversion. It
/// declines, with the recorded refusal as the reason, if the result is null.
template <typename Op>
class ConversionPattern : public mlir::OpConversionPattern<Op> {
public:
  ConversionPattern(const mlir::TypeConverter &types, Conversion<Op> convert,
                    Refusals &refusals, mlir::MLIRContext *context)
      : mlir::OpConversionPattern<Op>(types, context), convert(convert),
        refusals(refusals) {}

  llvm::LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor operands,
                  mlir::ConversionPatternRewriter &rewriter) const override {
    mlir::Type type =
        this->getTypeConverter()->convertType(op->getResult(0).getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "its result has no graph type");
    Expansion e(op, rewriter, refusals);
    mlir::Value value = e.finish(convert(op, operands, e), type);
    if (!value)
      return rewriter.notifyMatchFailure(op, refusals.at(op));
    rewriter.replaceOp(op, value);
    return llvm::success();
  }

private:
  Conversion<Op> convert;
  Refusals &refusals;
};

/// The conversions of all operators.
class Patterns {
public:
  Patterns(mlir::RewritePatternSet &set, const mlir::TypeConverter &types,
           Refusals &refusals)
      : set(set), types(types), refusals(refusals) {}

  template <typename Op> void add(Conversion<Op> convert) {
    set.add<ConversionPattern<Op>>(types, convert, refusals, set.getContext());
  }

private:
  mlir::RewritePatternSet &set;
  const mlir::TypeConverter &types;
  Refusals &refusals;
};

/// Functions that each add the conversions of a family of operators, in a file
/// of the family's name.
void addConstants(Patterns &patterns);
void addElementwise(Patterns &patterns);
void addProducts(Patterns &patterns);
void addPooling(Patterns &patterns);
void addReductions(Patterns &patterns);
void addShapes(Patterns &patterns);
void addIndexing(Patterns &patterns);
void addResize(Patterns &patterns);

} // namespace tvm::tosa_to_graph

#endif // TVM_CONVERSION_TOSATOGRAPH_PATTERNS_H
