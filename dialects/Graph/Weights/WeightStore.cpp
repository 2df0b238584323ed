// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Weights/WeightStore.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <cstring>
#include <vector>

using namespace llvm;

namespace tvm::graph {

static uint64_t hashOf(ArrayRef<char> bytes) {
  return xxh3_64bits(ArrayRef<uint8_t>(
      reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size()));
}

WeightStore::Entry WeightStore::add(ArrayRef<char> bytes,
                                    std::shared_ptr<const void> owner) {
  uint64_t hash = hashOf(bytes);
  std::lock_guard<std::mutex> lock(mutex);
  mapPending();
  auto range = offsetsByHash.equal_range(hash);
  for (auto it = range.first; it != range.second; ++it) {
    const Entry &entry = byOffset.at(it->second).entry;
    if (entry.bytes == bytes)
      return entry;
  }
  if (std::optional<Entry> entry = findMapped(hash, bytes))
    return *entry;
  Entry entry{end, hash, bytes};
  byOffset[end] = {entry, std::move(owner)};
  offsetsByHash.emplace(hash, end);
  end = alignTo(end + std::max<uint64_t>(bytes.size(), 1), kAlignment);
  return entry;
}

WeightStore::Entry WeightStore::addCopy(ArrayRef<char> bytes) {
  auto owner = std::make_shared<std::vector<char>>(bytes.begin(), bytes.end());
  ArrayRef<char> owned(owner->data(), owner->size());
  return add(owned, std::move(owner));
}

Expected<ArrayRef<char>> WeightStore::lookup(uint64_t offset, uint64_t size,
                                             uint64_t hash) const {
  std::lock_guard<std::mutex> lock(mutex);
  mapPending();
  ArrayRef<char> bytes;
  auto it = byOffset.find(offset);
  if (it != byOffset.end())
    bytes = it->second.entry.bytes;
  else if (offset <= mapped.size() && size <= mapped.size() - offset)
    bytes = mapped.slice(offset, size);
  else if (!problem.empty())
    return createStringError(problem);
  else
    return createStringError("no weight at offset " + Twine(offset) +
                             " of the weight store");
  if (bytes.size() != size)
    return createStringError("weight at offset " + Twine(offset) + " has " +
                             Twine(bytes.size()) + " bytes, expected " +
                             Twine(size));
  uint64_t actual =
      it != byOffset.end() ? it->second.entry.hash : hashOf(bytes);
  if (actual != hash)
    return createStringError("weight at offset " + Twine(offset) +
                             " has other contents than when it was written");
  return bytes;
}

//===-- the list of entries in a file -------------------------------------===//

namespace {
/// An entry, as the list in a file has it; numbers are little-endian.
struct ListedEntry {
  support::ulittle64_t offset, size, hash;
};

/// The end of a file with a list, which begins at `begin`.
struct ListEnd {
  support::ulittle64_t begin, count;
  char magic[8];
};
} // namespace

static constexpr StringLiteral kListMagic = "tvmwlst1";

/// Reads the list at the end of `mapped`, if there is one, and leaves it out
/// of `mapped`. Entries that cannot be are left out.
void WeightStore::readList() {
  if (mapped.size() < sizeof(ListEnd))
    return;
  ListEnd tail;
  std::memcpy(&tail, mapped.end() - sizeof(tail), sizeof(tail));
  uint64_t room = mapped.size() - sizeof(tail);
  if (StringRef(tail.magic, sizeof(tail.magic)) != kListMagic ||
      tail.begin > room || (room - tail.begin) % sizeof(ListedEntry) != 0 ||
      (room - tail.begin) / sizeof(ListedEntry) != tail.count)
    return;
  ArrayRef<char> list = mapped.slice(tail.begin, room - tail.begin);
  mapped = mapped.take_front(tail.begin);
  for (; !list.empty(); list = list.drop_front(sizeof(ListedEntry))) {
    ListedEntry entry;
    std::memcpy(&entry, list.data(), sizeof(entry));
    if (entry.offset <= mapped.size() &&
        entry.size <= mapped.size() - entry.offset)
      mappedByHash.emplace(entry.hash, Place{entry.offset, entry.size});
  }
}

/// Writes the list behind entries that end at `position`.
void WeightStore::writeList(raw_ostream &os, uint64_t position) const {
  std::vector<ListedEntry> list;
  auto add = [&](uint64_t offset, uint64_t size, uint64_t hash) {
    list.push_back({support::ulittle64_t(offset), support::ulittle64_t(size),
                    support::ulittle64_t(hash)});
  };
  for (const auto &[hash, place] : mappedByHash)
    add(place.offset, place.size, hash);
  for (const auto &[offset, stored] : byOffset)
    add(offset, stored.entry.bytes.size(), stored.entry.hash);
  ListEnd tail{
      support::ulittle64_t(position), support::ulittle64_t(list.size()), {}};
  llvm::copy(kListMagic, tail.magic);
  os.write(reinterpret_cast<const char *>(list.data()),
           list.size() * sizeof(ListedEntry));
  os.write(reinterpret_cast<const char *>(&tail), sizeof(tail));
}

std::optional<WeightStore::Entry>
WeightStore::findMapped(uint64_t hash, ArrayRef<char> bytes) {
  auto range = mappedByHash.equal_range(hash);
  for (auto it = range.first; it != range.second; ++it) {
    auto [offset, size] = it->second;
    if (mapped.slice(offset, size) == bytes)
      return Entry{offset, hash, mapped.slice(offset, size)};
  }
  return std::nullopt;
}

//===-- files -------------------------------------------------------------===//

Error WeightStore::mapLocked(StringRef path) {
  if (end != 0)
    return createStringError("cannot map '" + path +
                             "' into a weight store that is in use");
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read weights '" + path +
                             "': " + file.getError().message());
  std::shared_ptr<MemoryBuffer> owner = std::move(*file);
  mapped = ArrayRef<char>(owner->getBufferStart(), owner->getBufferSize());
  mappedOwner = std::move(owner);
  readList();
  end = alignTo(mapped.size(), kAlignment);
  return Error::success();
}

Error WeightStore::mapFile(StringRef path) {
  std::lock_guard<std::mutex> lock(mutex);
  return mapLocked(path);
}

static std::string &getDefaultFolder() {
  static std::string folder;
  return folder;
}

void WeightStore::setDefaultFolder(StringRef path) {
  getDefaultFolder() = path.str();
}

void WeightStore::setFolder(StringRef path) {
  std::lock_guard<std::mutex> lock(mutex);
  folder = path.empty() ? "." : path.str();
}

void WeightStore::setFile(StringRef name) {
  std::lock_guard<std::mutex> lock(mutex);
  if (end != 0 || !problem.empty())
    return;
  SmallString<128> path(folder.empty() ? getDefaultFolder() : folder);
  sys::path::append(path, name);
  pending = path.str().str();
}

void WeightStore::mapPending() const {
  if (pending.empty())
    return;
  auto *self = const_cast<WeightStore *>(this);
  Error error = self->mapLocked(pending);
  self->pending.clear();
  if (error)
    self->problem = toString(std::move(error));
}

void WeightStore::write(raw_ostream &os) const {
  std::lock_guard<std::mutex> lock(mutex);
  mapPending();
  os.write(mapped.data(), mapped.size());
  uint64_t position = mapped.size();
  for (const auto &[offset, stored] : byOffset) {
    os.write_zeros(offset - position);
    os.write(stored.entry.bytes.data(), stored.entry.bytes.size());
    position = offset + stored.entry.bytes.size();
  }
  writeList(os, position);
}

uint64_t WeightStore::size() const {
  std::lock_guard<std::mutex> lock(mutex);
  mapPending();
  return end;
}

} // namespace tvm::graph
