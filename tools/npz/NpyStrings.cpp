// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/npz/NpyStrings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace llvm;

namespace tvm::tvmc {

std::optional<StringType> StringType::parse(StringRef code) {
  StringType type;
  if (!code.starts_with("U") && !code.starts_with("S"))
    return std::nullopt;
  type.kind = code.front();
  if (code.drop_front().getAsInteger(10, type.width) || type.width == 0)
    return std::nullopt;
  return type;
}

uint64_t StringType::getElementSize() const {
  return SaturatingMultiply<uint64_t>(width, kind == 'U' ? sizeof(UTF32) : 1);
}

//===-- reading -----------------------------------------------------------===//

static std::optional<std::string> decodeUtf32(StringRef bytes) {
  std::vector<UTF32> points(bytes.size() / sizeof(UTF32));
  std::memcpy(points.data(), bytes.data(), bytes.size());
  while (!points.empty() && points.back() == 0)
    points.pop_back();
  std::string text(points.size() * UNI_MAX_UTF8_BYTES_PER_CODE_POINT, 0);
  const UTF32 *from = points.data();
  auto *start = reinterpret_cast<UTF8 *>(text.data()), *to = start;
  if (ConvertUTF32toUTF8(&from, from + points.size(), &to, to + text.size(),
                         strictConversion) != conversionOK)
    return std::nullopt;
  text.resize(to - start);
  return text;
}

Expected<std::vector<std::string>> decodeStrings(StringRef data,
                                                 StringType type) {
  std::vector<std::string> strings;
  for (uint64_t size = type.getElementSize(); !data.empty();
       data = data.drop_front(size)) {
    StringRef element = data.take_front(size);
    if (type.kind == 'S') {
      strings.push_back(element.rtrim('\0').str());
      continue;
    }
    auto text = decodeUtf32(element);
    if (!text)
      return createStringError("string " + Twine(strings.size()) +
                               " has a character that Unicode does not know");
    strings.push_back(std::move(*text));
  }
  return strings;
}

//===-- writing -----------------------------------------------------------===//

static std::optional<std::vector<UTF32>> encodeUtf32(StringRef text) {
  std::vector<UTF32> points(text.size());
  const auto *from = reinterpret_cast<const UTF8 *>(text.data());
  UTF32 *to = points.data();
  if (ConvertUTF8toUTF32(&from, from + text.size(), &to, to + points.size(),
                         strictConversion) != conversionOK)
    return std::nullopt;
  points.resize(to - points.data());
  return points;
}

/// The type of `array` in the file: at least one character wide, as in NumPy.
static StringType chooseType(const Array &array) {
  StringType type{'U', 1};
  for (StringRef text : array.strings) {
    auto points = encodeUtf32(text);
    if (!points) {
      type = {'S', 1};
      break;
    }
    type.width = std::max<uint64_t>(type.width, points->size());
  }
  if (type.kind == 'S')
    for (StringRef text : array.strings)
      type.width = std::max<uint64_t>(type.width, text.size());
  return type;
}

Expected<Array> encodeStrings(const Array &array) {
  Array encoded;
  encoded.name = array.name;
  encoded.shape = array.shape;
  StringType type = chooseType(array);
  uint64_t size = type.getElementSize();
  encoded.dtype = (type.kind == 'U' ? "<U" : "|S") + std::to_string(type.width);
  uint64_t bytes = SaturatingMultiply<uint64_t>(size, array.strings.size());
  if (bytes > kMaxArrayBytes)
    return createStringError("array '" + array.name + "' is too large as " +
                             encoded.dtype);
  encoded.data.resize(bytes);
  for (auto [i, text] : enumerate(array.strings)) {
    if (!text.empty() && text.back() == '\0')
      return createStringError("string " + Twine(i) + " of array '" +
                               array.name +
                               "' ends with a zero byte, which NumPy's arrays "
                               "of strings cannot hold");
    char *to = encoded.data.data() + i * size;
    if (type.kind == 'S')
      std::memcpy(to, text.data(), text.size());
    else if (auto points = encodeUtf32(text); points && !points->empty())
      std::memcpy(to, points->data(), points->size() * sizeof(UTF32));
  }
  return encoded;
}

} // namespace tvm::tvmc
