// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/ObjectCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace tvm::codegen {

// The first bytes of a file, whose parts are: magic, size of the key, size of
// the object, xxh3 of the object (8 bytes each, little-endian), key, object.
static constexpr StringLiteral kMagic = "tvmobj01";
static constexpr size_t kHeaderSize = 32;

static void appendNumber(std::string &text, uint64_t number) {
  char bytes[8];
  support::endian::write64le(bytes, number);
  text.append(bytes, sizeof(bytes));
}

static std::string makeHeader(StringRef key, StringRef object) {
  std::string header = kMagic.str();
  appendNumber(header, key.size());
  appendNumber(header, object.size());
  appendNumber(header, xxh3_64bits(object));
  return header;
}

std::string ObjectCache::getPath(StringRef key) const {
  XXH128_hash_t hash = xxh3_128bits(arrayRefFromStringRef(key));
  // pruneCache removes only files with this prefix.
  std::string name = "llvmcache-" + utohexstr(hash.high64, true, 16) +
                     utohexstr(hash.low64, true, 16);
  SmallString<128> path(folder);
  sys::path::append(path, name);
  return std::string(path);
}

std::optional<std::string> ObjectCache::find(StringRef key) const {
  if (folder.empty())
    return std::nullopt;
  auto buffer = MemoryBuffer::getFile(getPath(key), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return std::nullopt;
  StringRef bytes = (*buffer)->getBuffer();
  if (bytes.size() < kHeaderSize + key.size())
    return std::nullopt;
  StringRef object = bytes.drop_front(kHeaderSize + key.size());
  if (bytes.take_front(kHeaderSize) != makeHeader(key, object) ||
      bytes.substr(kHeaderSize, key.size()) != key)
    return std::nullopt;
  return object.str();
}

void ObjectCache::insert(StringRef key, StringRef object) const {
  if (folder.empty() ||
      sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                  sys::fs::owner_all))
    return;
  std::string path = getPath(key);
  auto file = sys::fs::TempFile::create(path + ".%%%%%%%%");
  if (!file)
    return consumeError(file.takeError());
  raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << makeHeader(key, object) << key << object;
  os.flush();
  bool isWritten = !os.has_error();
  os.clear_error();
  consumeError(isWritten ? file->keep(path) : file->discard());
}

} // namespace tvm::codegen
