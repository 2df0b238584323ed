// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/npz/Npz.h"

#include "compiler/files/Files.h"
#include "tools/npz/NpyStrings.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstring>
#include <memory>
#include <zip.h>

using namespace llvm;

namespace tvm::tvmc {

namespace {
/// An archive that is discarded if it is not closed.
using Archive = std::unique_ptr<zip_t, decltype(&zip_discard)>;
using File = std::unique_ptr<zip_file_t, decltype(&zip_fclose)>;
using Source = std::unique_ptr<zip_source_t, decltype(&zip_source_free)>;
} // namespace

//===-- reading -----------------------------------------------------------===//

static Error damaged(const Twine &what) {
  return createStringError("damaged .npz archive: " + what);
}

static Error damagedMember(const zip_stat_t &member, const Twine &what) {
  return damaged("member '" + Twine(member.name) + "': " + what);
}

static Expected<Archive> open(StringRef bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *source =
      zip_source_buffer_create(bytes.data(), bytes.size(), /*freep=*/0, &error);
  zip_t *archive =
      source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (archive)
    return Archive(archive, zip_discard);
  zip_source_free(source);
  return damaged(why);
}

/// The reason why a member does not end at its declared size.
static const char *describeEnd(zip_file_t *file) {
  bool isEnd = zip_error_code_zip(zip_file_get_error(file)) == ZIP_ER_OK;
  return isEnd ? "its size is false" : zip_file_strerror(file);
}

/// The bytes of a member; damaged ones are detected at its end. Memory grows
/// with the actual data, not with the declared size.
static Expected<Bytes> extract(zip_t *archive, const zip_stat_t &member) {
  constexpr uint64_t kFirstPiece = uint64_t(1) << 24;
  // Deflate compresses by at most a factor of 1032: larger claims are false.
  if (member.size > kMaxArrayBytes || member.size / 1032 > member.comp_size + 1)
    return damagedMember(member, "its size is false");
  File file(zip_fopen_index(archive, member.index, 0), zip_fclose);
  if (!file)
    return damagedMember(member, zip_strerror(archive));
  Bytes bytes;
  while (bytes.size() < member.size) {
    uint64_t start = bytes.size();
    uint64_t piece = std::min(std::max(start, kFirstPiece),
                              static_cast<uint64_t>(member.size) - start);
    if (Error error = resize(bytes, start + piece))
      return damagedMember(member, toString(std::move(error)));
    if (zip_fread(file.get(), bytes.data() + start, piece) !=
        static_cast<zip_int64_t>(piece))
      return damagedMember(member, describeEnd(file.get()));
  }
  std::array<char, 1> end;
  if (zip_fread(file.get(), end.data(), end.size()) != 0)
    return damagedMember(member, describeEnd(file.get()));
  return bytes;
}

static Expected<Array> readMember(zip_t *archive, uint64_t index) {
  zip_stat_t member;
  zip_stat_init(&member);
  if (zip_stat_index(archive, index, 0, &member) != 0)
    return damaged(zip_strerror(archive));
  auto bytes = extract(archive, member);
  if (!bytes)
    return bytes.takeError();
  StringRef name = member.name;
  auto array = parseNpy(StringRef(bytes->data(), bytes->size()));
  if (!array)
    return createStringError("member '" + name +
                             "': " + toString(array.takeError()));
  name.consume_back(".npy");
  array->name = name.str();
  return array;
}

static Expected<std::vector<Array>> parseNpz(StringRef bytes) {
  auto archive = open(bytes);
  if (!archive)
    return archive.takeError();
  std::vector<Array> arrays;
  zip_int64_t count = zip_get_num_entries(archive->get(), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    auto array = readMember(archive->get(), i);
    if (!array)
      return array.takeError();
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

static Expected<std::vector<Array>> parseArrays(StringRef bytes) {
  if (bytes.starts_with("PK"))
    return parseNpz(bytes);
  if (!isNpy(bytes))
    return createStringError("neither a .npz nor a .npy file");
  auto array = parseNpy(bytes);
  if (!array)
    return array.takeError();
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

/// Adds `array` to an archive. It and its `header` stay in place until the
/// archive is closed.
static bool addMember(zip_t *archive, const Array &array,
                      const std::string &header) {
  constexpr zip_uint16_t kFirstDay = 0x21; // the first of January, 1980
  auto bytesOf = [](const auto &bytes) {
    auto *data = reinterpret_cast<const zip_uint8_t *>(bytes.data());
    return zip_buffer_fragment_t{const_cast<zip_uint8_t *>(data), bytes.size()};
  };
  std::array fragments = {bytesOf(header), bytesOf(array.data)};
  zip_source_t *source = zip_source_buffer_fragment(
      archive, fragments.data(), fragments.size(), /*freep=*/0);
  if (!source)
    return false;
  zip_int64_t index = zip_file_add(archive, (array.name + ".npy").c_str(),
                                   source, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(source);
    return false;
  }
  return zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) == 0 &&
         zip_file_set_dostime(archive, index, 0, kFirstDay, 0) == 0;
}

/// The bytes that the closed archive has written to its `source`.
static Expected<std::string> readSource(zip_source_t *source) {
  zip_stat_t about;
  zip_stat_init(&about);
  if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
    return createStringError(zip_error_strerror(zip_source_error(source)));
  std::string bytes(about.size, 0);
  zip_int64_t size = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (size != static_cast<zip_int64_t>(bytes.size()))
    return createStringError(zip_error_strerror(zip_source_error(source)));
  return bytes;
}

/// Builds an archive in memory, because libzip seeks back in its output, and
/// renames a file of its own over the file to be written.
static Expected<std::string> makeNpz(ArrayRef<Array> arrays) {
  zip_source_t *buffer =
      zip_source_buffer_create(nullptr, 0, /*freep=*/0, nullptr);
  if (!buffer)
    return createStringError("out of memory");
  Source source(buffer, zip_source_free);
  zip_source_keep(buffer); // the archive frees one reference
  Archive archive(zip_open_from_source(buffer, ZIP_TRUNCATE, nullptr),
                  zip_discard);
  if (!archive) {
    zip_source_free(buffer);
    return createStringError("out of memory");
  }
  std::vector<std::string> headers;
  headers.reserve(arrays.size());
  for (const Array &array : arrays) {
    headers.push_back(writeNpyHeader(array));
    if (!addMember(archive.get(), array, headers.back()))
      return createStringError(zip_strerror(archive.get()));
  }
  if (zip_close(archive.get()) != 0)
    return createStringError(zip_strerror(archive.get()));
  (void)archive.release(); // the archive is closed
  return readSource(buffer);
}

static Error writeNpz(StringRef path, ArrayRef<Array> arrays) {
  auto bytes = makeNpz(arrays);
  if (!bytes)
    return createStringError("cannot write '" + path +
                             "': " + toString(bytes.takeError()));
  return writeFile(path, [&](raw_ostream &os) { os << *bytes; });
}

static Error writeNpy(StringRef path, ArrayRef<Array> arrays) {
  if (arrays.size() != 1)
    return createStringError("cannot write " + Twine(arrays.size()) +
                             " outputs to '" + path + "': expected a .npz");
  return writeFile(path, [&](raw_ostream &os) {
    os << writeNpyHeader(arrays.front());
    os.write(arrays.front().data.data(), arrays.front().data.size());
  });
}

Error writeArrays(StringRef path, std::vector<Array> arrays) {
  for (Array &array : arrays) {
    if (array.dtype != "string")
      continue;
    auto encoded = encodeStrings(array);
    if (!encoded)
      return createStringError("cannot write '" + path +
                               "': " + toString(encoded.takeError()));
    array = std::move(*encoded);
  }
  return path.ends_with(".npy") ? writeNpy(path, arrays)
                                : writeNpz(path, arrays);
}

} // namespace tvm::tvmc
