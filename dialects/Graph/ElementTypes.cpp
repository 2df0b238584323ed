// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/ElementTypes.h"

#include "dialects/Graph/GraphTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::graph {

bool isAddress(Type element) { return isa<StringType, HandleType>(element); }

bool isNumber(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() == 1 || integer.getWidth() >= 8;
  return isa<FloatType>(element) &&
         !isa<Float8E8M0FNUType, Float4E2M1FNType>(element);
}

Type getStorageElement(Type element) {
  if (isa<Float8E8M0FNUType, Float4E2M1FNType>(element))
    return IntegerType::get(element.getContext(), 8);
  if (isAddress(element))
    return IntegerType::get(element.getContext(), 64);
  if (auto number = dyn_cast<ComplexType>(element))
    return IntegerType::get(
        element.getContext(),
        2 * number.getElementType().getIntOrFloatBitWidth());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(),
                            std::max(8u, integer.getWidth()));
  return element;
}

Type getProductElement(Type a, Type b) {
  if (a == b)
    return a;
  bool isQuantized = a.isUnsignedInteger(8) && b.isSignlessInteger(8);
  return isQuantized ? IntegerType::get(a.getContext(), 32) : Type();
}

bool isTooLarge(ArrayRef<int64_t> shape) {
  constexpr int64_t kMaxElements = int64_t(1) << 55; // their bits fit 64 bits
  int64_t elements = 1;
  for (int64_t size : shape)
    if (size > 0 && (llvm::MulOverflow(elements, size, elements) ||
                     elements > kMaxElements))
      return true;
  return false;
}

int64_t getElementBytes(Type element) {
  return getStorageElement(element).getIntOrFloatBitWidth() / 8;
}

std::string getElementName(Type element) {
  StringRef name =
      llvm::TypeSwitch<Type, StringRef>(element)
          .Case([](BFloat16Type) { return "bfloat16"; })
          .Case([](Float8E4M3FNType) { return "float8_e4m3fn"; })
          .Case([](Float8E4M3FNUZType) { return "float8_e4m3fnuz"; })
          .Case([](Float8E5M2Type) { return "float8_e5m2"; })
          .Case([](Float8E5M2FNUZType) { return "float8_e5m2fnuz"; })
          .Case([](Float8E8M0FNUType) { return "float8_e8m0fnu"; })
          .Case([](Float4E2M1FNType) { return "float4_e2m1fn"; })
          .Case([](StringType) { return "string"; })
          .Case([](HandleType) { return "handle"; })
          .Default(StringRef());
  if (!name.empty())
    return name.str();
  if (element.isInteger(1))
    return "bool";
  if (isa<ComplexType>(element))
    return "complex" + std::to_string(8 * getElementBytes(element));
  StringRef prefix = isa<FloatType>(element)       ? "float"
                     : element.isUnsignedInteger() ? "uint"
                                                   : "int";
  return (prefix + Twine(element.getIntOrFloatBitWidth())).str();
}

Type getElementByName(MLIRContext *context, StringRef name) {
  Builder b(context);
  SmallVector<Type> types = {b.getF16Type(),
                             b.getF32Type(),
                             b.getF64Type(),
                             b.getBF16Type(),
                             Float8E4M3FNType::get(context),
                             Float8E4M3FNUZType::get(context),
                             Float8E5M2Type::get(context),
                             Float8E5M2FNUZType::get(context),
                             Float8E8M0FNUType::get(context),
                             Float4E2M1FNType::get(context),
                             StringType::get(context),
                             HandleType::get(context),
                             b.getI1Type(),
                             ComplexType::get(b.getF32Type()),
                             ComplexType::get(b.getF64Type())};
  for (unsigned width : {2, 4, 8, 16, 32, 64})
    for (bool isSigned : {true, false})
      types.push_back(isSigned ? b.getIntegerType(width)
                               : b.getIntegerType(width, /*isSigned=*/false));
  auto *found = llvm::find_if(
      types, [&](Type type) { return getElementName(type) == name; });
  return found == types.end() ? Type() : *found;
}

} // namespace tvm::graph
