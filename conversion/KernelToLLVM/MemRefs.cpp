// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/MemRefs.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tvm {

bool isPlainMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.getLayout().isIdentity() && !memref.getMemorySpace();
}

Crossing::Crossing(MLIRContext *context) : converter(context) {}

SmallVector<Type> Crossing::getTypes(Type type) const {
  MLIRContext *context = type.getContext();
  if (isPlainMemRef(type)) {
    auto memref = cast<MemRefType>(type);
    if (!converter.convertType(memref.getElementType()))
      return {};
    SmallVector<Type> types = {LLVM::LLVMPointerType::get(context)};
    types.append(memref.getNumDynamicDims(), IntegerType::get(context, 64));
    return types;
  }
  Type converted = converter.convertType(type);
  return converted ? SmallVector<Type>{converted} : SmallVector<Type>{};
}

static Value castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  if (isa<IndexType>(type) || isa<IndexType>(value.getType()))
    return arith::IndexCastOp::create(builder, loc, type, value);
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

SmallVector<Value> Crossing::take(OpBuilder &builder, Location loc,
                                  Value value) const {
  Type converted = converter.convertType(value.getType());
  Value whole = castTo(builder, loc, converted, value);
  if (!isPlainMemRef(value.getType()))
    return {whole};
  auto memref = cast<MemRefType>(value.getType());
  MemRefDescriptor descriptor(whole);
  SmallVector<Value> parts = {descriptor.alignedPtr(builder, loc)};
  for (auto [index, size] : llvm::enumerate(memref.getShape()))
    if (ShapedType::isDynamic(size))
      parts.push_back(descriptor.size(builder, loc, index));
  return parts;
}

static Value buildMemRef(OpBuilder &builder, Location loc, MemRefType type,
                         ValueRange parts, const LLVMTypeConverter &converter) {
  auto constant = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
  };
  SmallVector<Value> sizes, strides(type.getRank());
  ValueRange dynamic = parts.drop_front();
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(constant(size));
      continue;
    }
    sizes.push_back(dynamic.front());
    dynamic = dynamic.drop_front();
  }
  Value stride = type.getRank() ? constant(1) : Value();
  for (int64_t i = type.getRank() - 1; i >= 0; --i) {
    strides[i] = stride;
    if (i > 0)
      stride = LLVM::MulOp::create(builder, loc, stride, sizes[i],
                                   LLVM::IntegerOverflowFlags::nsw);
  }
  SmallVector<Value> fields = {parts[0], parts[0], constant(0)};
  fields.append(sizes);
  fields.append(strides);
  Value whole = MemRefDescriptor::pack(builder, loc, converter, type, fields);
  return castTo(builder, loc, type, whole);
}

Value Crossing::build(OpBuilder &builder, Location loc, Type type,
                      ValueRange parts) const {
  if (isPlainMemRef(type))
    return buildMemRef(builder, loc, cast<MemRefType>(type), parts, converter);
  return castTo(builder, loc, type, parts.front());
}

} // namespace tvm
