// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/npz/Npy.h"

#include "tools/npz/NpyStrings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;

namespace tvm::tvmc {

namespace {

constexpr StringLiteral kNpyMagic = "\x93NUMPY";
struct TypeCode {
  StringLiteral dtype;
  StringLiteral code; // of NumPy, without byte order
  unsigned size;
};

constexpr TypeCode kTypes[] = {
    {"float32", "f4", 4},   {"float64", "f8", 8},      {"float16", "f2", 2},
    {"int8", "i1", 1},      {"int16", "i2", 2},        {"int32", "i4", 4},
    {"int64", "i8", 8},     {"uint8", "u1", 1},        {"uint16", "u2", 2},
    {"uint32", "u4", 4},    {"uint64", "u8", 8},       {"bool", "b1", 1},
    {"complex64", "c8", 8}, {"complex128", "c16", 16}, {"void16", "V2", 2},
    {"void8", "V1", 1},     {"void8", "f1", 1}};

} // namespace

StringRef getFileType(StringRef dtype) {
  if (dtype == "bfloat16")
    return "void16";
  if (dtype == "string")
    return dtype;
  bool isKnown = llvm::any_of(
      kTypes, [&](const TypeCode &type) { return type.dtype == dtype; });
  return isKnown ? dtype : "void8";
}

unsigned getElementSize(StringRef dtype) {
  dtype = getFileType(dtype);
  for (const TypeCode &type : kTypes)
    if (type.dtype == dtype)
      return type.size;
  return 0;
}

Error resize(Bytes &bytes, uint64_t size) {
  try {
    bytes.resize(size);
    return Error::success();
  } catch (const std::exception &) {
    return createStringError("no memory for " + Twine(size) + " bytes");
  }
}

bool isNpy(StringRef bytes) { return bytes.starts_with(kNpyMagic); }

/// The text between the `key` of a header and the end of its value.
static StringRef getField(StringRef header, StringRef key) {
  for (StringRef quote : {"'", "\""}) {
    size_t at = header.find((quote + key + quote).str());
    if (at == StringRef::npos)
      continue;
    return header.drop_front(at + key.size() + 2)
        .ltrim()
        .drop_while([](char c) { return c == ':'; })
        .ltrim();
  }
  return {};
}

static Error badHeader(StringRef what) {
  return createStringError("not a .npy array: " + what);
}

namespace {
/// The description of an element in a header.
struct ElementType {
  std::string dtype;
  uint64_t size = 0;
  std::optional<StringType> string; // for dtype "string"
};
} // namespace

static std::optional<ElementType> parseCode(StringRef text) {
  StringRef order = text.take_front(1), code = text;
  if (order.find_first_of("<>|=") == 0)
    code = text.drop_front();
  if (auto string = StringType::parse(code);
      string && (order != ">" || string->kind == 'S'))
    return ElementType{"string", string->getElementSize(), string};
  for (const TypeCode &type : kTypes)
    if (type.code == code && (order != ">" || type.size == 1))
      return ElementType{type.dtype.str(), type.size, std::nullopt};
  return std::nullopt;
}

static Expected<ElementType> parseType(StringRef header) {
  StringRef text = getField(header, "descr");
  if (text.empty())
    return badHeader("its header has no element type");
  if (text.front() != '\'' && text.front() != '"')
    return createStringError("structured element types are not supported");
  text = text.drop_front().take_until(
      [](char c) { return c == '\'' || c == '"'; });
  if (auto type = parseCode(text))
    return *type;
  return createStringError("element type '" + text +
                           "' is not supported: expected numbers, the least "
                           "byte first, bool, or strings (U, S)");
}

/// Returns the bytes of all elements.
static Expected<uint64_t> parseShape(StringRef header, uint64_t elementSize,
                                     Array &array) {
  StringRef text = getField(header, "shape");
  if (!text.consume_front("("))
    return badHeader("its header has no shape");
  text = text.take_until([](char c) { return c == ')'; });
  uint64_t bytes = elementSize;
  if (bytes > kMaxArrayBytes)
    return badHeader("its elements are too large");
  bool isEmpty = false;
  for (StringRef part : llvm::split(text, ',')) {
    part = part.trim();
    int64_t size;
    if (part.empty())
      continue;
    if (part.getAsInteger(10, size) || size < 0 || array.shape.size() == 64)
      return badHeader(("size '" + part + "' in its shape").str());
    array.shape.push_back(size);
    isEmpty |= size == 0;
    bytes = SaturatingMultiply<uint64_t>(bytes, std::max<int64_t>(size, 1));
    if (bytes > kMaxArrayBytes)
      return badHeader("its shape is too large");
  }
  return isEmpty ? 0 : bytes;
}

/// Converts column-major to row-major order.
static Error transposeFortran(Array &array, size_t size) {
  size_t rank = array.shape.size();
  Bytes rowMajor;
  if (Error error = resize(rowMajor, array.data.size()))
    return error;
  std::vector<int64_t> index(rank, 0);
  for (size_t to = 0; to < array.data.size(); to += size) {
    size_t from = 0, stride = size;
    for (size_t dim = 0; dim < rank; ++dim) {
      from += index[dim] * stride;
      stride *= array.shape[dim];
    }
    std::copy_n(array.data.begin() + from, size, rowMajor.begin() + to);
    for (size_t dim = rank; dim-- > 0;) {
      if (++index[dim] < array.shape[dim])
        break;
      index[dim] = 0;
    }
  }
  array.data = std::move(rowMajor);
  return Error::success();
}

static Error convertToStrings(Array &array, StringType type) {
  auto strings = decodeStrings({array.data.data(), array.data.size()}, type);
  if (!strings)
    return strings.takeError();
  array.strings = std::move(*strings);
  array.data.clear();
  return Error::success();
}

Expected<Array> parseNpy(StringRef bytes) {
  Array array;
  if (bytes.size() < 10 || !isNpy(bytes))
    return badHeader("it starts with something else");
  unsigned version = static_cast<unsigned char>(bytes[6]);
  size_t start = version == 1 ? 10 : 12;
  if (version < 1 || version > 3 || bytes.size() < start)
    return badHeader("its format version is unknown");
  uint64_t length =
      version == 1 ? read16le(bytes.data() + 8) : read32le(bytes.data() + 8);
  if (length > bytes.size() - start)
    return badHeader("it is truncated");
  StringRef header = bytes.substr(start, length);
  auto type = parseType(header);
  if (!type)
    return type.takeError();
  array.dtype = type->dtype;
  auto size = parseShape(header, type->size, array);
  if (!size)
    return size.takeError();
  StringRef data = bytes.drop_front(start + length);
  if (data.size() < *size)
    return badHeader(("it has " + Twine(data.size()) +
                      " bytes of data, expected " + Twine(*size))
                         .str());
  if (Error error = resize(array.data, *size))
    return std::move(error);
  std::copy_n(data.begin(), *size, array.data.begin());
  if (getField(header, "fortran_order").starts_with("True"))
    if (Error error = transposeFortran(array, type->size))
      return std::move(error);
  if (type->string)
    if (Error error = convertToStrings(array, *type->string))
      return std::move(error);
  return array;
}

/// NumPy's code of an element type; `dtype` may already be one.
static std::string getCode(StringRef dtype) {
  if (dtype.starts_with("<U") || dtype.starts_with("|S"))
    return dtype.str();
  const TypeCode *type = llvm::find_if(kTypes, [&](const TypeCode &known) {
    return known.dtype == getFileType(dtype);
  });
  return (type->size == 1 ? "|" : "<") + type->code.str();
}

std::string writeNpyHeader(const Array &array) {
  std::string text = "{'descr': '" + getCode(array.dtype);
  text += "', 'fortran_order': False, 'shape': (";
  for (int64_t size : array.shape)
    text += std::to_string(size) + ",";
  text += "), }";
  // The data starts at a multiple of 64.
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  std::string header = kNpyMagic.str() + std::string("\1\0", 2);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

} // namespace tvm::tvmc
