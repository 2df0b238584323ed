// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/tuning/InputRecorder.h"

#include "dialects/Graph/GraphAttributes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace tvm::compiler {

DictionaryAttr describeArgument(Builder &builder, StringRef name, Type type) {
  auto shape = cast<RankedTensorType>(type).getShape();
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("graph.dims", builder.getI64ArrayAttr(shape)),
       builder.getNamedAttr("graph.name", builder.getStringAttr(name))});
}

SmallVector<Value> getDistinctInputs(graph::LaunchOp launch) {
  SmallVector<Value> inputs;
  for (Value input : launch.getInputs())
    if (!input.getDefiningOp<graph::ConstantOp>() &&
        !llvm::is_contained(inputs, input))
      inputs.push_back(input);
  return inputs;
}

bool InputRecorder::add(graph::LaunchOp launch, StringRef kernel) {
  auto main = dyn_cast<func::FuncOp>(launch->getParentOp());
  if (!main || main.getName() != "main")
    return false;
  SmallVector<Value> added = getDistinctInputs(launch);
  uint64_t bytes = 0;
  for (Value input : added)
    bytes += graph::getStorageSize(cast<ShapedType>(input.getType()));
  if (bytes > bytesLeft)
    return false;
  bytesLeft -= bytes;
  for (auto [i, input] : llvm::enumerate(added))
    inputs.emplace_back((kernel + ":x" + llvm::Twine(i)).str(), input);
  return true;
}

OwningOpRef<ModuleOp> InputRecorder::build(ModuleOp model) const {
  if (inputs.empty())
    return {};
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(model->clone(mapping)));
  auto main = copy->lookupSymbol<func::FuncOp>("main");
  Operation *end = main.getBody().front().getTerminator();
  Builder builder(model.getContext());
  SmallVector<Value> results;
  SmallVector<Attribute> descriptions;
  for (const auto &[name, input] : inputs) {
    results.push_back(mapping.lookup(input));
    descriptions.push_back(describeArgument(builder, name, input.getType()));
  }
  end->setOperands(results);
  main.setType(builder.getFunctionType(main.getArgumentTypes(),
                                       ValueRange(results).getTypes()));
  main.setResAttrsAttr(builder.getArrayAttr(descriptions));
  return copy;
}

} // namespace tvm::compiler
