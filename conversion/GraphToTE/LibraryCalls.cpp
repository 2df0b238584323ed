// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/LibraryCalls.h"

using namespace mlir;

namespace tvm {

FailureOr<SmallVector<Value>> callLibrary(Definition &d, StringRef name,
                                          ArrayRef<Attribute> constants,
                                          ValueRange inputs, Type element) {
  OpBuilder &builder = d.b.builder;
  ReifiedRankedShapedTypeDims shapes;
  if (failed(reifyResultShapes(builder, d.op, shapes)))
    return failure();
  SmallVector<Type> types;
  SmallVector<Value> extents;
  for (auto [i, shape] : llvm::enumerate(shapes)) {
    auto type = cast<RankedTensorType>(d.op->getResult(i).getType());
    types.push_back(type.clone(element ? element : d.resultElement(i)));
    for (auto [dim, size] : llvm::enumerate(shape))
      if (type.isDynamicDim(dim))
        extents.push_back(d.b.value(size));
  }
  auto call = te::ExternOp::create(builder, d.b.loc, types, name, inputs,
                                   extents, builder.getArrayAttr(constants));
  return SmallVector<Value>(call.getResults());
}

} // namespace tvm
