// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants of a model: element types, raw and typed data, external data.

#include "conversion/OnnxToGraph/ExternalData.h"
#include "conversion/OnnxToGraph/GraphImporter.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/Tensors/GraphString.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::onnx_import {

namespace {
/// Element types that libonnx does not know yet.
enum NewDataType {
  FLOAT8E4M3FN = 17,
  FLOAT8E4M3FNUZ = 18,
  FLOAT8E5M2 = 19,
  FLOAT8E5M2FNUZ = 20,
  UINT4 = 21,
  INT4 = 22,
  FLOAT4E2M1 = 23,
  FLOAT8E8M0 = 24,
  UINT2 = 25,
  INT2 = 26
};
} // namespace

static Type getNewElementType(int32_t onnxType, MLIRContext *context) {
  switch (onnxType) {
  case FLOAT8E4M3FN:
    return Float8E4M3FNType::get(context);
  case FLOAT8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case FLOAT8E5M2:
    return Float8E5M2Type::get(context);
  case FLOAT8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case FLOAT8E8M0:
    return Float8E8M0FNUType::get(context);
  case FLOAT4E2M1:
    return Float4E2M1FNType::get(context);
  case UINT4:
    return IntegerType::get(context, 4, IntegerType::Unsigned);
  case INT4:
    return IntegerType::get(context, 4);
  case UINT2:
    return IntegerType::get(context, 2, IntegerType::Unsigned);
  case INT2:
    return IntegerType::get(context, 2);
  default:
    return {};
  }
}

Type getElementType(int32_t onnxType, MLIRContext *context) {
  Builder b(context);
  auto unsignedType = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  switch (onnxType) {
  case onnx::TensorProto::FLOAT:
    return b.getF32Type();
  case onnx::TensorProto::DOUBLE:
    return b.getF64Type();
  case onnx::TensorProto::FLOAT16:
    return b.getF16Type();
  case onnx::TensorProto::BFLOAT16:
    return b.getBF16Type();
  case onnx::TensorProto::INT8:
    return b.getI8Type();
  case onnx::TensorProto::INT16:
    return b.getI16Type();
  case onnx::TensorProto::INT32:
    return b.getI32Type();
  case onnx::TensorProto::INT64:
    return b.getI64Type();
  case onnx::TensorProto::UINT8:
    return unsignedType(8);
  case onnx::TensorProto::UINT16:
    return unsignedType(16);
  case onnx::TensorProto::UINT32:
    return unsignedType(32);
  case onnx::TensorProto::UINT64:
    return unsignedType(64);
  case onnx::TensorProto::BOOL:
    return b.getI1Type();
  case onnx::TensorProto::COMPLEX64:
    return ComplexType::get(b.getF32Type());
  case onnx::TensorProto::COMPLEX128:
    return ComplexType::get(b.getF64Type());
  case onnx::TensorProto::STRING:
    return graph::StringType::get(context);
  default:
    return getNewElementType(onnxType, context);
  }
}

Type getCastableType(int32_t onnxType, MLIRContext *context) {
  Type type = getElementType(onnxType, context);
  return isa_and_present<ComplexType>(type) ? Type() : type;
}

/// Appends the elements of a typed field, narrowed to `T`.
template <typename T, typename Field>
static void appendElements(const Field &field, std::string &bytes) {
  for (auto element : field) {
    T value = static_cast<T>(element);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
  }
}

/// Returns data that is not raw, from the field for its group of types.
static std::string getTypedData(const onnx::TensorProto &tensor) {
  std::string bytes;
  switch (tensor.data_type()) {
  case onnx::TensorProto::FLOAT:
  case onnx::TensorProto::COMPLEX64:
    appendElements<float>(tensor.float_data(), bytes);
    break;
  case onnx::TensorProto::DOUBLE:
  case onnx::TensorProto::COMPLEX128:
    appendElements<double>(tensor.double_data(), bytes);
    break;
  case onnx::TensorProto::INT64:
    appendElements<int64_t>(tensor.int64_data(), bytes);
    break;
  case onnx::TensorProto::UINT32:
    appendElements<uint32_t>(tensor.uint64_data(), bytes);
    break;
  case onnx::TensorProto::UINT64:
    appendElements<uint64_t>(tensor.uint64_data(), bytes);
    break;
  case onnx::TensorProto::INT32:
    appendElements<int32_t>(tensor.int32_data(), bytes);
    break;
  case onnx::TensorProto::INT16:
  case onnx::TensorProto::UINT16:
  case onnx::TensorProto::FLOAT16:
  case onnx::TensorProto::BFLOAT16:
    appendElements<uint16_t>(tensor.int32_data(), bytes);
    break;
  default:
    appendElements<uint8_t>(tensor.int32_data(), bytes);
  }
  return bytes;
}

/// The number of elements; nothing where a dimension is negative or the product
/// overflows.
static std::optional<int64_t> countElements(const onnx::TensorProto &tensor) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims())
    if (dim < 0 || llvm::MulOverflow(count, dim, count))
      return std::nullopt;
  return count;
}

/// Imports the texts of a constant, which have a field of their own instead of
/// bytes.
static FailureOr<Value> importStrings(OpBuilder &builder,
                                      const onnx::TensorProto &tensor,
                                      Location loc) {
  if (!countElements(tensor))
    return emitError(loc) << "tensor '" << tensor.name()
                          << "' has impossible dimensions";
  SmallVector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  SmallVector<StringRef> texts(tensor.string_data().begin(),
                               tensor.string_data().end());
  auto type = RankedTensorType::get(
      shape, graph::StringType::get(builder.getContext()));
  if (type.getNumElements() != tensor.string_data_size())
    return emitError(loc) << "tensor '" << tensor.name() << "' of type " << type
                          << " has " << tensor.string_data_size() << " texts";
  return graph::StringsOp::create(builder, loc, type,
                                  builder.getStrArrayAttr(texts),
                                  builder.getDenseI64ArrayAttr(shape))
      .getResult();
}

/// Bits of an element in a model.
static unsigned getPackedWidth(Type element) {
  bool isPacked = element.isIntOrFloat() && !element.isInteger(1);
  return isPacked ? element.getIntOrFloatBitWidth()
                  : 8 * graph::getElementBytes(element);
}

namespace {
/// Bytes with their owner.
struct Data {
  ArrayRef<char> bytes;
  std::shared_ptr<const void> owner;

  static Data own(std::string text) {
    auto owned = std::make_shared<std::string>(std::move(text));
    return {ArrayRef<char>(owned->data(), owned->size()), owned};
  }
};
} // namespace

/// Unpacks `count` elements of `width` bits to one byte each.
static Data unpack(ArrayRef<char> packed, int64_t count, unsigned width) {
  std::string bytes(count, 0);
  unsigned perByte = 8 / width, mask = (1u << width) - 1;
  for (int64_t i = 0; i < count; ++i)
    bytes[i] =
        static_cast<char>(static_cast<unsigned char>(packed[i / perByte]) >>
                              (i % perByte * width) &
                          mask);
  return Data::own(std::move(bytes));
}

/// The data of `tensor`, which is in `owner` or, with `size` bytes, beside the
/// model.
static llvm::Expected<Data> getData(const onnx::TensorProto &tensor,
                                    const std::shared_ptr<const void> &owner,
                                    StringRef path, int64_t size) {
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    auto external = readExternalData(tensor, path, size);
    if (!external)
      return external.takeError();
    return Data{ArrayRef<char>((*external)->getBufferStart(),
                               (*external)->getBufferSize()),
                *external};
  }
  if (tensor.has_raw_data())
    return Data{
        ArrayRef<char>(tensor.raw_data().data(), tensor.raw_data().size()),
        owner};
  return Data::own(getTypedData(tensor));
}

FailureOr<Value> GraphImporter::importTensor(const onnx::TensorProto &tensor,
                                             Location loc) {
  Type elementType = getElementType(tensor.data_type(), builder.getContext());
  if (!elementType)
    return emitError(loc) << "tensor '" << tensor.name()
                          << "' has unsupported element type "
                          << tensor.data_type();
  if (isa<graph::StringType>(elementType))
    return importStrings(builder, tensor, loc);
  std::optional<int64_t> count = countElements(tensor);
  int64_t bits = 0;
  unsigned width = getPackedWidth(elementType);
  if (!count || llvm::MulOverflow<int64_t>(*count, width, bits))
    return emitError(loc) << "tensor '" << tensor.name()
                          << "' has impossible dimensions";
  auto type = RankedTensorType::get(
      SmallVector<int64_t>(tensor.dims().begin(), tensor.dims().end()),
      elementType);
  int64_t size = llvm::divideCeil(bits, 8);
  auto data = getData(tensor, owner, path, size);
  if (!data)
    return emitError(loc) << "tensor '" << tensor.name()
                          << "': " << llvm::toString(data.takeError());
  if (static_cast<int64_t>(data->bytes.size()) != size)
    return emitError(loc) << "tensor '" << tensor.name() << "' of type " << type
                          << " has " << data->bytes.size()
                          << " bytes of data, expected " << size;
  if (width < 8)
    data = unpack(data->bytes, *count, width);
  return graph::ConstantOp::create(
             builder, loc,
             graph::createConstant(type, tensor.name(), data->bytes,
                                   std::move(data->owner)))
      .getResult();
}

} // namespace tvm::onnx_import
