#include "tools/tvmc/Npz.h"

#include "tools/files/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <zlib.h>

using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;
using support::endian::read64le;

namespace tvm::tvmc {

namespace {

constexpr StringLiteral kNpyMagic = "\x93NUMPY";
/// Larger members are refused: 64 GB.
constexpr uint64_t kMaxBytes = uint64_t(1) << 36;

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

/// A member of a zip archive.
struct Member {
  StringRef name;
  StringRef bytes; // as stored
  uint64_t size;   // uncompressed
  uint16_t method;
  uint32_t crc;
};

} // namespace

StringRef getFileType(StringRef dtype) {
  if (dtype == "bfloat16")
    return "void16";
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

//===-- .npy --------------------------------------------------------------===//

/// The text between the `key` of a header and what ends its value.
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

static Error parseType(StringRef header, Array &array) {
  StringRef text = getField(header, "descr");
  if (text.empty() || (text.front() != '\'' && text.front() != '"'))
    return badHeader("structured element types are not supported");
  text = text.drop_front().take_until(
      [](char c) { return c == '\'' || c == '"'; });
  StringRef order = text.take_front(1), code = text;
  if (order.find_first_of("<>|=") == 0)
    code = text.drop_front();
  for (const TypeCode &type : kTypes)
    if (type.code == code && (order != ">" || type.size == 1)) {
      array.dtype = type.dtype.str();
      return Error::success();
    }
  return badHeader(("element type '" + text + "' is not supported").str());
}

static Expected<uint64_t> parseShape(StringRef header, Array &array) {
  StringRef text = getField(header, "shape");
  if (!text.consume_front("("))
    return badHeader("its header has no shape");
  text = text.take_until([](char c) { return c == ')'; });
  uint64_t bytes = getElementSize(array.dtype);
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
    bool overflow = false;
    bytes = SaturatingMultiply<uint64_t>(bytes, std::max<int64_t>(size, 1),
                                         &overflow);
    if (overflow || bytes > kMaxBytes)
      return badHeader("its shape is too large");
  }
  return isEmpty ? 0 : bytes;
}

/// From column-major to row-major.
static void transposeFortran(Array &array) {
  size_t size = getElementSize(array.dtype), rank = array.shape.size();
  std::vector<char> rowMajor(array.data.size());
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
}

static Expected<Array> parseNpy(StringRef bytes) {
  Array array;
  if (bytes.size() < 10 || !bytes.starts_with(kNpyMagic))
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
  if (Error error = parseType(header, array))
    return std::move(error);
  auto size = parseShape(header, array);
  if (!size)
    return size.takeError();
  StringRef data = bytes.drop_front(start + length);
  if (data.size() < *size)
    return badHeader(("it has " + Twine(data.size()) +
                      " bytes of data, expected " + Twine(*size))
                         .str());
  array.data.assign(data.begin(), data.begin() + *size);
  if (getField(header, "fortran_order").starts_with("True"))
    transposeFortran(array);
  return array;
}

//===-- .npz --------------------------------------------------------------===//

static Error badArchive(const Twine &what) {
  return createStringError("not a .npz archive: " + what);
}

/// The 64-bit sizes and offset, where the 32-bit ones are all ones.
static void readZip64(StringRef extra, uint64_t &size, uint64_t &stored,
                      uint64_t &offset) {
  while (extra.size() >= 4) {
    uint16_t id = read16le(extra.data()), length = read16le(extra.data() + 2);
    StringRef field = extra.drop_front(4).take_front(length);
    extra = extra.drop_front(std::min<size_t>(extra.size(), 4 + length));
    if (id != 1)
      continue;
    for (uint64_t *value : {&size, &stored, &offset})
      if (*value == UINT32_MAX && field.size() >= 8) {
        *value = read64le(field.data());
        field = field.drop_front(8);
      }
  }
}

/// Where the central directory of an archive starts, and its entries.
static std::optional<std::pair<uint64_t, uint64_t>>
findDirectory(StringRef bytes) {
  constexpr size_t kEndSize = 22;
  size_t end = bytes.rfind("PK\5\6");
  if (end == StringRef::npos || bytes.size() - end < kEndSize)
    return std::nullopt;
  uint64_t count = read16le(bytes.data() + end + 10);
  uint64_t offset = read32le(bytes.data() + end + 16);
  // A locator before it leads to the 64-bit record.
  if (end >= 20 && bytes.substr(end - 20, 4) == "PK\6\7") {
    uint64_t record = read64le(bytes.data() + end - 12);
    if (record > bytes.size() || bytes.size() - record < 56 ||
        bytes.substr(record, 4) != "PK\6\6")
      return std::nullopt;
    count = read64le(bytes.data() + record + 32);
    offset = read64le(bytes.data() + record + 48);
  }
  return std::make_pair(offset, count);
}

/// The entry at `offset` of the directory; moves `offset` behind it.
static Expected<Member> readEntry(StringRef bytes, uint64_t &offset) {
  constexpr uint64_t kEntrySize = 46, kLocalSize = 30;
  if (offset > bytes.size() || bytes.size() - offset < kEntrySize ||
      bytes.substr(offset, 4) != "PK\1\2")
    return badArchive("its directory is damaged");
  const char *entry = bytes.data() + offset;
  uint16_t nameSize = read16le(entry + 28), extraSize = read16le(entry + 30);
  Member member;
  member.method = read16le(entry + 10);
  member.crc = read32le(entry + 16);
  uint64_t stored = read32le(entry + 20), local = read32le(entry + 42);
  member.size = read32le(entry + 24);
  member.name = bytes.substr(offset + kEntrySize, nameSize);
  readZip64(bytes.substr(offset + kEntrySize + nameSize, extraSize),
            member.size, stored, local);
  offset += kEntrySize + nameSize + extraSize + read16le(entry + 32);
  if (local > bytes.size() || bytes.size() - local < kLocalSize ||
      bytes.substr(local, 4) != "PK\3\4")
    return badArchive("member '" + member.name + "' is damaged");
  uint64_t data = local + kLocalSize + read16le(bytes.data() + local + 26) +
                  read16le(bytes.data() + local + 28);
  if (data > bytes.size() || stored > bytes.size() - data)
    return badArchive("member '" + member.name + "' is truncated");
  member.bytes = bytes.substr(data, stored);
  return member;
}

static Expected<std::string> extract(const Member &member) {
  if (member.method == 0) {
    if (member.bytes.size() != member.size)
      return badArchive("member '" + member.name + "' is damaged");
    return member.bytes.str();
  }
  // Deflate shrinks by at most 1032: larger claims are false.
  if (member.method != 8 || member.size > kMaxBytes ||
      member.size / 1032 > member.bytes.size() + 1)
    return badArchive("member '" + member.name +
                      "' is compressed in an unknown way");
  std::string text(member.size, 0);
  z_stream stream = {};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return badArchive("out of memory");
  size_t in = 0, out = 0;
  int status = Z_OK;
  while (status == Z_OK) {
    constexpr size_t kChunk = size_t(1) << 30;
    char spare;
    stream.next_in =
        reinterpret_cast<Bytef *>(const_cast<char *>(member.bytes.data() + in));
    stream.avail_in = std::min(member.bytes.size() - in, kChunk);
    bool isFull = out == text.size();
    stream.next_out = reinterpret_cast<Bytef *>(isFull ? &spare : &text[out]);
    stream.avail_out = isFull ? 1 : std::min(text.size() - out, kChunk);
    size_t before = stream.avail_in, room = stream.avail_out;
    status = inflate(&stream, Z_NO_FLUSH);
    in += before - stream.avail_in;
    out += room - stream.avail_out;
    if (out > text.size())
      break;
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END || out != text.size())
    return badArchive("member '" + member.name + "' is damaged");
  return text;
}

static Expected<std::vector<Array>> parseNpz(StringRef bytes) {
  auto directory = findDirectory(bytes);
  if (!directory)
    return badArchive("it is truncated");
  auto [offset, count] = *directory;
  std::vector<Array> arrays;
  for (uint64_t i = 0; i < count; ++i) {
    auto member = readEntry(bytes, offset);
    if (!member)
      return member.takeError();
    auto text = extract(*member);
    if (!text)
      return text.takeError();
    if (crc32_z(0, reinterpret_cast<const Bytef *>(text->data()),
                text->size()) != member->crc)
      return badArchive("member '" + member->name + "' is damaged");
    auto array = parseNpy(*text);
    if (!array)
      return createStringError("member '" + member->name +
                               "': " + toString(array.takeError()));
    member->name.consume_back(".npy");
    array->name = member->name.str();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

Expected<std::vector<Array>> parseArrays(StringRef bytes) {
  if (bytes.starts_with("PK"))
    return parseNpz(bytes);
  auto array = parseNpy(bytes);
  if (!array)
    return bytes.starts_with(kNpyMagic)
               ? array.takeError()
               : (consumeError(array.takeError()),
                  createStringError("neither a .npz nor a .npy file"));
  std::vector<Array> arrays;
  arrays.push_back(std::move(*array));
  return arrays;
}

Expected<std::vector<Array>> readArrays(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read '" + path +
                             "': " + file.getError().message());
  auto arrays = parseArrays((*file)->getBuffer());
  if (!arrays)
    return createStringError(path + ": " + toString(arrays.takeError()));
  return arrays;
}

//===-- writing -----------------------------------------------------------===//

static std::string writeHeader(const Array &array) {
  const TypeCode *type = llvm::find_if(kTypes, [&](const TypeCode &known) {
    return known.dtype == getFileType(array.dtype);
  });
  std::string text = "{'descr': '";
  text += (type->size == 1 ? "|" : "<") + type->code.str();
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

namespace {
/// Little-endian fields.
struct Fields {
  std::string text;
  void add(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8)
      text += static_cast<char>(value & 0xff);
  }
};
} // namespace

/// What a local header and the directory say alike of a member.
static void addMember(Fields &fields, uint32_t crc, StringRef name) {
  fields.add(45, 2);         // zip64
  fields.add(1 << 11, 2);    // UTF-8
  fields.add(0, 2);          // stored
  fields.add(0x00210000, 4); // the first of January, 1980
  fields.add(crc, 4);
  fields.add(UINT32_MAX, 4);
  fields.add(UINT32_MAX, 4);
  fields.add(name.size(), 2);
}

static void writeNpz(raw_ostream &os, ArrayRef<Array> arrays) {
  Fields directory;
  uint64_t start = os.tell();
  for (const Array &array : arrays) {
    std::string header = writeHeader(array), name = array.name + ".npy";
    uint64_t size = header.size() + array.data.size();
    uint32_t crc = crc32_z(0, reinterpret_cast<const Bytef *>(header.data()),
                           header.size());
    crc = crc32_z(crc, reinterpret_cast<const Bytef *>(array.data.data()),
                  array.data.size());
    uint64_t offset = os.tell() - start;
    Fields local;
    local.add(0x04034b50, 4);
    addMember(local, crc, name);
    local.add(20, 2);
    local.text += name;
    local.add(1, 2);
    local.add(16, 2);
    local.add(size, 8);
    local.add(size, 8);
    os << local.text << header;
    os.write(array.data.data(), array.data.size());
    directory.add(0x02014b50, 4);
    directory.add(45, 2);
    addMember(directory, crc, name);
    directory.add(28, 2);
    directory.add(0, 10); // comment, disk, attributes
    directory.add(UINT32_MAX, 4);
    directory.text += name;
    directory.add(1, 2);
    directory.add(24, 2);
    directory.add(size, 8);
    directory.add(size, 8);
    directory.add(offset, 8);
  }
  uint64_t at = os.tell() - start, count = arrays.size();
  Fields end;
  end.add(0x06064b50, 4); // the 64-bit record
  end.add(44, 8);
  end.add(45, 2);
  end.add(45, 2);
  end.add(0, 8);
  end.add(count, 8);
  end.add(count, 8);
  end.add(directory.text.size(), 8);
  end.add(at, 8);
  end.add(0x07064b50, 4); // its locator
  end.add(0, 4);
  end.add(at + directory.text.size(), 8);
  end.add(1, 4);
  end.add(0x06054b50, 4);
  end.add(0, 4);
  end.add(std::min<uint64_t>(count, UINT16_MAX), 2);
  end.add(std::min<uint64_t>(count, UINT16_MAX), 2);
  end.add(UINT32_MAX, 4);
  end.add(UINT32_MAX, 4);
  end.add(0, 2);
  os << directory.text << end.text;
}

Error writeArrays(StringRef path, ArrayRef<Array> arrays) {
  bool isSingle = path.ends_with(".npy");
  if (isSingle && arrays.size() != 1)
    return createStringError("cannot write " + Twine(arrays.size()) +
                             " outputs to '" + path + "': expected a .npz");
  return writeFile(path, [&](raw_ostream &os) {
    if (!isSingle)
      return writeNpz(os, arrays);
    os << writeHeader(arrays.front());
    os.write(arrays.front().data.data(), arrays.front().data.size());
  });
}

} // namespace tvm::tvmc
