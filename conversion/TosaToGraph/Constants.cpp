// Constants, whose large ones go to the weight store.

#include "conversion/TosaToGraph/Patterns.h"
#include "dialects/Graph/GraphStructure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace tvm::graph;

namespace tvm::tosa_to_graph {

/// The bytes of a `dense_resource`, of which texts may leave out the data.
static llvm::Expected<ArrayRef<char>>
getResourceBytes(DenseResourceElementsAttr resource) {
  StringRef key = resource.getRawHandle().getKey();
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return llvm::createStringError("expected the data of dense_resource '" +
                                   key + "', got none");
  uint64_t expected = getStorageSize(resource.getType());
  if (blob->getData().size() != expected)
    return llvm::createStringError("expected " + Twine(expected) +
                                   " bytes of dense_resource '" + key +
                                   "', got " + Twine(blob->getData().size()));
  return blob->getData();
}

static Value createConstant(ElementsAttr elements, Expansion &e) {
  auto type = dyn_cast<RankedTensorType>(elements.getType());
  if (auto splat = dyn_cast<SplatElementsAttr>(elements))
    return e.create<ConstantOp>(splat);
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  SmallVector<char> buffer;
  auto bytes = resource ? getResourceBytes(resource)
                        : getConstantBytes(elements, buffer);
  if (!bytes)
    return e.refuse(llvm::toString(bytes.takeError()));
  StringRef name = resource ? resource.getRawHandle().getKey() : "";
  auto owner = std::make_shared<std::vector<char>>(*bytes);
  return e.create<ConstantOp>(graph::createConstant(type, name, *owner, owner));
}

static Value convertConst(tosa::ConstOp op, tosa::ConstOp::Adaptor,
                          Expansion &e) {
  return createConstant(op.getValues(), e);
}

static Value convertArithConstant(arith::ConstantOp op,
                                  arith::ConstantOp::Adaptor, Expansion &e) {
  return createConstant(cast<ElementsAttr>(op.getValue()), e);
}

static Value convertConstShape(tosa::ConstShapeOp op,
                               tosa::ConstShapeOp::Adaptor, Expansion &e) {
  return e.constant(llvm::map_to_vector(
      op.getValues().getValues<APInt>(),
      [](const APInt &value) { return value.getSExtValue(); }));
}

void addConstants(Patterns &patterns) {
  patterns.add<tosa::ConstOp>(convertConst);
  patterns.add<tosa::ConstShapeOp>(convertConstShape);
  patterns.add<arith::ConstantOp>(convertArithConstant);
}

} // namespace tvm::tosa_to_graph
