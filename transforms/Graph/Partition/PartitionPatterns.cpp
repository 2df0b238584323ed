// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Graph/Partition/PartitionPatterns.h"

#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Graph/Partition/PartitionTargets.h"

using namespace mlir;

namespace tvm::graph {

static constexpr StringLiteral kRewrite = "partition";
static constexpr StringLiteral kHasElementType = "has_element_type";
static constexpr StringLiteral kHasRank = "has_rank";

//===-- what patterns call ------------------------------------------------===//

static LogicalResult markMatch(PatternRewriter &rewriter, PDLResultList &,
                               ArrayRef<PDLValue> arguments) {
  auto operators =
      llvm::map_to_vector(arguments.drop_front(), [](const PDLValue &value) {
        return value.cast<Operation *>();
      });
  // Whoever applies patterns looks for marks: a rewrite must not fail.
  (void)markPartition(rewriter,
                      cast<StringAttr>(arguments.front().cast<Attribute>()),
                      operators);
  return success();
}

static LogicalResult hasElementType(PatternRewriter &, Value value, Type type) {
  return success(getElementTypeOrSelf(value) == type);
}

static LogicalResult hasRank(PatternRewriter &, Value value, Attribute rank) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return success(type && type.getRank() == cast<IntegerAttr>(rank).getInt());
}

//===-- checks ------------------------------------------------------------===//

/// The constant that `value` is in a pattern.
template <typename Attr> static Attr getConstant(Value value) {
  auto attribute = value.getDefiningOp<pdl::AttributeOp>();
  return attribute && attribute.getValue()
             ? dyn_cast<Attr>(*attribute.getValue())
             : Attr();
}

static LogicalResult check(pdl::ApplyNativeRewriteOp op) {
  ValueRange arguments = op.getArgs();
  if (op.getName() != kRewrite)
    return op.emitOpError("expected '")
           << kRewrite << "', got '" << op.getName() << "'";
  bool areOperators =
      arguments.size() >= 2 &&
      llvm::all_of(arguments.drop_front().getTypes(),
                   [](Type type) { return isa<pdl::OperationType>(type); });
  if (!areOperators || !getConstant<StringAttr>(arguments.front()) ||
      op.getNumResults())
    return op.emitOpError("expected the name of a target, then operators");
  return success();
}

static LogicalResult check(pdl::ApplyNativeConstraintOp op) {
  TypeRange types = op.getArgs().getTypes();
  bool hasValue = types.size() == 2 && isa<pdl::ValueType>(types.front());
  if (op.getName() == kHasElementType && hasValue &&
      isa<pdl::TypeType>(types.back()))
    return success();
  if (op.getName() == kHasRank && hasValue &&
      getConstant<IntegerAttr>(op.getArgs().back()))
    return success();
  return op.emitOpError("expected '")
         << kHasElementType << "' of a value and a type or '" << kHasRank
         << "' of a value and a number, got '" << op.getName() << "'";
}

/// Checks a pattern for the properties that PDL's interpreter takes for
/// granted, and that the pattern only marks.
static LogicalResult check(pdl::RewriteOp op) {
  auto isCall = [](Operation &inner) {
    return isa<pdl::ApplyNativeRewriteOp>(inner);
  };
  if (op.getName() || llvm::count_if(op.getBodyRegion().getOps(), isCall) != 1)
    return op.emitOpError("expected one pdl.apply_native_rewrite '")
           << kRewrite << "'";
  for (Operation &inner : op.getBodyRegion().getOps())
    if (!isCall(inner) && !isa<pdl::AttributeOp>(inner))
      return inner.emitOpError("in a pattern that must only mark operators");
  return success();
}

static LogicalResult check(ModuleOp module) {
  if (module.getOps<pdl::PatternOp>().empty())
    return module.emitError("expected pdl.pattern in the file, got none");
  for (Operation &op : *module.getBody())
    if (!isa<pdl::PatternOp>(op))
      return op.emitOpError("in a file of pdl.pattern");
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    if (auto rewrite = dyn_cast<pdl::RewriteOp>(op))
      return check(rewrite);
    if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
      return check(call);
    if (auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op))
      return check(constraint);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult readPartitionPatterns(StringRef path,
                                    RewritePatternSet &patterns) {
  auto module = parseSourceFile<ModuleOp>(path, patterns.getContext());
  if (!module || failed(check(*module)))
    return failure();
  PDLPatternModule pdl(std::move(module));
  pdl.registerRewriteFunction(kRewrite, markMatch);
  pdl.registerConstraintFunction(kHasElementType, hasElementType);
  pdl.registerConstraintFunction(kHasRank, hasRank);
  patterns.add(std::move(pdl));
  return success();
}

} // namespace tvm::graph
