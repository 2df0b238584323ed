// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEBlocks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tvm::te {

/// Whether `value` is an argument of a kernel that has the attribute `name`.
static bool hasArgumentAttribute(Value value, StringRef name) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto kernel = argument ? dyn_cast_if_present<FunctionOpInterface>(
                               argument.getOwner()->getParentOp())
                         : FunctionOpInterface();
  return kernel && kernel.getArgAttr(argument.getArgNumber(), name);
}

bool isWeight(Value value) {
  return hasArgumentAttribute(value, kWeightAttrName);
}

bool isFinite(Value value) {
  return hasArgumentAttribute(value, kFiniteAttrName);
}

BlockOp buildCopyBlock(OpBuilder &builder, Location loc, StringRef name,
                       ValueRange iters, Value source, Value target) {
  auto block =
      BlockOp::create(builder, loc, name, iters, ValueRange{source, target},
                      builder.getMultiDimIdentityMap(iters.size()),
                      SmallVector<bool>(iters.size(), false));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&block.getBody());
  SmallVector<Value> axes;
  for (size_t i = 0; i < iters.size(); ++i)
    axes.push_back(body->addArgument(builder.getIndexType(), loc));
  Value from = body->addArgument(source.getType(), loc);
  Value to = body->addArgument(target.getType(), loc);
  int64_t rank = cast<MemRefType>(source.getType()).getRank();
  Value element = affine::AffineLoadOp::create(
      builder, loc, from, ValueRange(axes).take_back(rank));
  affine::AffineStoreOp::create(builder, loc, element, to, axes);
  YieldOp::create(builder, loc);
  return block;
}

FailureOr<Attribute> getMemorySpace(MLIRContext *context, StringRef name) {
  static constexpr StringLiteral kScopes[] = {"shared", "local", "warp"};
  if (name == "global")
    return Attribute();
  auto [target, memory] = name.split('.');
  if (!llvm::is_contained(kScopes, name) && (target.empty() || memory.empty()))
    return failure();
  return StringAttr::get(context, name);
}

void makeBlockNamesUnique(Operation *root) {
  llvm::StringSet<> names;
  root->walk([&](BlockOp block) {
    std::string base = block.getName().str(), name = base;
    for (int i = 1; !names.insert(name).second; ++i)
      name = (base + "_" + Twine(i)).str();
    block.setName(name);
  });
}

} // namespace tvm::te
