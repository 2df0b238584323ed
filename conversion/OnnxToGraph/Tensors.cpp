// Constants of a model: element types, raw and typed data, external data.

#include "conversion/OnnxToGraph/ExternalData.h"
#include "conversion/OnnxToGraph/GraphImporter.h"
#include "dialects/Graph/GraphString.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::onnx_import {

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
  case onnx::TensorProto::STRING:
    return graph::StringType::get(context);
  default:
    return {};
  }
}

/// Appends the elements of a typed field, narrowed to `T`.
template <typename T, typename Field>
static void appendElements(const Field &field, std::string &bytes) {
  for (auto element : field) {
    T value = static_cast<T>(element);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
  }
}

/// Data that is not raw lies in a field per group of types.
static std::string getTypedData(const onnx::TensorProto &tensor) {
  std::string bytes;
  switch (tensor.data_type()) {
  case onnx::TensorProto::FLOAT:
    appendElements<float>(tensor.float_data(), bytes);
    break;
  case onnx::TensorProto::DOUBLE:
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

/// Number of elements, or nothing where a dimension is negative or the product
/// overflows.
static std::optional<int64_t> countElements(const onnx::TensorProto &tensor) {
  int64_t count = 1;
  for (int64_t dim : tensor.dims())
    if (dim < 0 || llvm::MulOverflow(count, dim, count))
      return std::nullopt;
  return count;
}

/// Texts of a constant: they have a field of their own, and no bytes.
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
  int64_t size = 0;
  unsigned elementSize = (elementType.getIntOrFloatBitWidth() + 7) / 8;
  if (!count || llvm::MulOverflow<int64_t>(*count, elementSize, size))
    return emitError(loc) << "tensor '" << tensor.name()
                          << "' has impossible dimensions";
  auto type = RankedTensorType::get(
      SmallVector<int64_t>(tensor.dims().begin(), tensor.dims().end()),
      elementType);
  ArrayRef<char> bytes;
  std::shared_ptr<const void> owner = model;
  if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    auto external = readExternalData(tensor, path, size);
    if (!external)
      return emitError(loc) << "tensor '" << tensor.name()
                            << "': " << llvm::toString(external.takeError());
    owner = *external;
    bytes = ArrayRef<char>((*external)->getBufferStart(),
                           (*external)->getBufferSize());
  } else if (tensor.has_raw_data()) {
    bytes = ArrayRef<char>(tensor.raw_data().data(), tensor.raw_data().size());
  } else {
    auto data = std::make_shared<std::string>(getTypedData(tensor));
    bytes = ArrayRef<char>(data->data(), data->size());
    owner = data;
  }
  if (static_cast<int64_t>(bytes.size()) != size)
    return emitError(loc) << "tensor '" << tensor.name() << "' of type " << type
                          << " has " << bytes.size()
                          << " bytes of data, expected " << size;
  return graph::ConstantOp::create(builder, loc,
                                   graph::createConstant(type, tensor.name(),
                                                         bytes,
                                                         std::move(owner)))
      .getResult();
}

} // namespace tvm::onnx_import
