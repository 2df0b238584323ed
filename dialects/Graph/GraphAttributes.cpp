// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphAttributes.h"

#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/Networks/WinogradTiles.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cstring>

using namespace mlir;

#include "dialects/Graph/GraphEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Graph/GraphAttributes.cpp.inc"

namespace tvm::graph {

void GraphDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Graph/GraphAttributes.cpp.inc"
      >();
}

/// Whether a weight may have such elements.
static bool isStored(Type element) {
  if (auto number = dyn_cast<ComplexType>(element))
    return isa<FloatType>(number.getElementType());
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() < 8 || llvm::isPowerOf2_32(integer.getWidth());
  return isa<FloatType>(element);
}

LogicalResult
WeightAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   StringRef, uint64_t, uint64_t, RankedTensorType type) {
  if (!type)
    return emitError() << "expected the type of a weight";
  if (!type.hasStaticShape() || isTooLarge(type.getShape())) // C1
    return emitError() << "expected a weight of a static shape that fits into "
                          "memory, got "
                       << type;
  if (!isStored(type.getElementType())) // C2
    return emitError() << "expected a weight of numbers, got " << type;
  return success();
}

LogicalResult
WinogradAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     int64_t tile) {
  if (!isWinogradTile(tile)) // C1
    return emitError() << "expected a tile of 2, 4 or 6, got " << tile;
  return success();
}

/// Constants of more bytes go to the weight store.
static constexpr uint64_t kMaxInlineBytes = 256;

uint64_t getStorageSize(ShapedType type) {
  return type.getNumElements() * getElementBytes(type.getElementType());
}

WeightAttr createWeight(RankedTensorType type, StringRef name,
                        ArrayRef<char> bytes,
                        std::shared_ptr<const void> owner) {
  MLIRContext *context = type.getContext();
  auto &store = context->getOrLoadDialect<GraphDialect>()->getWeightStore();
  WeightStore::Entry entry = store.add(bytes, std::move(owner));
  return WeightAttr::get(context, name, entry.offset, entry.hash, type);
}

/// Whether all elements of `size` bytes each are equal.
static bool isSplat(ArrayRef<char> bytes, size_t size) {
  return bytes.size() > size && bytes.drop_front(size) == bytes.drop_back(size);
}

/// Elements attributes pack `i1`; we keep one byte per element.
static DenseElementsAttr getBoolElements(RankedTensorType type,
                                         ArrayRef<char> bytes) {
  SmallVector<bool> values;
  for (char byte : bytes)
    values.push_back(byte != 0);
  return DenseElementsAttr::get(type, ArrayRef<bool>(values));
}

TypedAttr createConstant(RankedTensorType type, StringRef name,
                         ArrayRef<char> bytes,
                         std::shared_ptr<const void> owner) {
  size_t elementSize = getElementBytes(type.getElementType());
  bool splat = isSplat(bytes, elementSize);
  if (bytes.size() > kMaxInlineBytes && !splat)
    return createWeight(type, name, bytes, std::move(owner));
  ArrayRef<char> values = splat ? bytes.take_front(elementSize) : bytes;
  if (type.getElementType().isInteger(1))
    return getBoolElements(type, values);
  return cast<TypedAttr>(DenseElementsAttr::getFromRawBuffer(type, values));
}

TypedAttr reshapeConstant(TypedAttr value, RankedTensorType type) {
  if (auto weight = dyn_cast<WeightAttr>(value))
    return WeightAttr::get(type.getContext(), weight.getName(),
                           weight.getOffset(), weight.getHash(), type);
  auto elements = dyn_cast<DenseElementsAttr>(value);
  return elements ? cast<TypedAttr>(elements.reshape(type)) : TypedAttr();
}

llvm::Expected<ArrayRef<char>> getConstantBytes(Attribute value,
                                                SmallVectorImpl<char> &buffer) {
  if (auto weight = dyn_cast<WeightAttr>(value)) {
    auto &store =
        value.getContext()->getOrLoadDialect<GraphDialect>()->getWeightStore();
    return store.lookup(weight.getOffset(), getStorageSize(weight.getType()),
                        weight.getHash());
  }
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!elements)
    return llvm::createStringError("expected a dense constant");
  buffer.clear();
  int64_t count = elements.getNumElements();
  if (elements.getElementType().isInteger(1)) {
    for (bool bit : elements.getValues<bool>())
      buffer.push_back(bit);
    return ArrayRef<char>(buffer);
  }
  ArrayRef<char> raw = elements.getRawData();
  if (!elements.isSplat())
    return raw;
  for (int64_t i = 0; i < count; ++i)
    buffer.append(raw.begin(), raw.end());
  return ArrayRef<char>(buffer);
}

SmallVector<int64_t> decodeIntegers(IntegerType type, ArrayRef<char> bytes) {
  size_t size = getElementBytes(type);
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  SmallVector<int64_t> values;
  for (size_t at = 0; at + size <= bytes.size(); at += size) {
    uint64_t bits = 0;
    memcpy(&bits, bytes.data() + at, size);
    APInt integer = APInt(64, bits).trunc(size * 8);
    values.push_back(isUnsigned ? static_cast<int64_t>(integer.getZExtValue())
                                : integer.getSExtValue());
  }
  return values;
}

} // namespace tvm::graph
