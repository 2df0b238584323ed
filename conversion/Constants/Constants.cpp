// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/Constants/Constants.h"

#include "dialects/Graph/GraphAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

namespace tvm {

StringRef getForeignName(ElementsAttr elements) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  return resource ? resource.getRawHandle().getKey() : "";
}

static llvm::Expected<ArrayRef<char>>
getResourceBytes(DenseResourceElementsAttr resource) {
  StringRef key = resource.getRawHandle().getKey();
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return llvm::createStringError("expected the data of dense_resource '" +
                                   key + "', got none");
  uint64_t expected = graph::getStorageSize(resource.getType());
  if (blob->getData().size() != expected)
    return llvm::createStringError("expected " + Twine(expected) +
                                   " bytes of dense_resource '" + key +
                                   "', got " + Twine(blob->getData().size()));
  return blob->getData();
}

llvm::Expected<ArrayRef<char>> getForeignBytes(ElementsAttr elements,
                                               SmallVectorImpl<char> &buffer) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
    return getResourceBytes(resource);
  return graph::getConstantBytes(elements, buffer);
}

} // namespace tvm
