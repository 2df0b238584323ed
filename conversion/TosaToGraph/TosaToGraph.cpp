// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/TosaToGraph/TosaToGraph.h"

#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/GraphDialect.h"

using namespace mlir;

namespace tvm {

#define GEN_PASS_DEF_CONVERTTOSATOGRAPHPASS
#include "conversion/TosaToGraph/Passes.h.inc"

using tosa_to_graph::Patterns;
using tosa_to_graph::Refusals;

static bool isGraphElement(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.getWidth() <= 64 && llvm::isPowerOf2_32(integer.getWidth());
  return isa<Float64Type, Float32Type, Float16Type, BFloat16Type,
             Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
             Float8E5M2FNUZType, Float8E8M0FNUType, Float4E2M1FNType>(type);
}

static void addConversions(TypeConverter &types) {
  types.addConversion([](Type) { return Type(); });
  types.addConversion([](RankedTensorType type) {
    return isGraphElement(type.getElementType()) ? type : Type();
  });
  types.addConversion([](tosa::shapeType type) -> Type {
    return RankedTensorType::get({type.getRank()},
                                 IntegerType::get(type.getContext(), 64));
  });
}

static std::string getReason(Operation *op, const TypeConverter &types,
                             const Refusals &refusals) {
  if (auto it = refusals.find(op); it != refusals.end())
    return it->second;
  std::string reason = "it has no counterpart";
  for (TypeRange range :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : range)
      if (!types.convertType(type)) {
        llvm::raw_string_ostream(reason = "")
            << "expected ranked tensors of types that graph has, got " << type;
        return reason;
      }
  return reason;
}

/// Reports remaining operations of other dialects.
static LogicalResult checkConverted(func::FuncOp function,
                                    const TypeConverter &types,
                                    const Refusals &refusals) {
  bool isConverted = true;
  for (Operation &op : function.getOps()) {
    if (isa<graph::GraphDialect>(op.getDialect()) ||
        isa<func::ReturnOp, UnrealizedConversionCastOp>(op))
      continue;
    op.emitOpError("cannot become graph operators: ")
        << getReason(&op, types, refusals);
    isConverted = false;
  }
  return success(isConverted);
}

static void addPatterns(Patterns patterns) {
  tosa_to_graph::addConstants(patterns);
  tosa_to_graph::addElementwise(patterns);
  tosa_to_graph::addProducts(patterns);
  tosa_to_graph::addPooling(patterns);
  tosa_to_graph::addReductions(patterns);
  tosa_to_graph::addShapes(patterns);
  tosa_to_graph::addIndexing(patterns);
  tosa_to_graph::addResize(patterns);
}

LogicalResult convertTosaToGraph(func::FuncOp function) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block");
  MLIRContext *context = function.getContext();
  TypeConverter types;
  addConversions(types);
  Refusals refusals;
  RewritePatternSet patterns(context);
  addPatterns(Patterns(patterns, types, refusals));
  ConversionTarget target(*context);
  target.addLegalDialect<graph::GraphDialect>();
  // Operations that stay are reported below, with a reason.
  ConversionConfig config;
  config.buildMaterializations = false;
  if (failed(applyPartialConversion(function, target, std::move(patterns),
                                    config)))
    return failure();
  return checkConverted(function, types, refusals);
}

namespace {
struct ConvertTosaToGraphPass
    : impl::ConvertTosaToGraphPassBase<ConvertTosaToGraphPass> {
  void runOnOperation() override {
    if (!getOperation().isExternal() &&
        failed(convertTosaToGraph(getOperation())))
      signalPassFailure();
  }
};
} // namespace

} // namespace tvm
