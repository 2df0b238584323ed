// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_GRAPH_WEIGHTS_WEIGHTSTORE_H
#define TVM_DIALECTS_GRAPH_WEIGHTS_WEIGHTSTORE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tvm::graph {

/// Append-only byte space of a model's large constants.
///
/// Every entry has an offset (64-byte aligned) and a hash (xxh3 of its bytes).
/// Equal bytes are stored once. Bytes stay where their owner put them (a
/// parsed model, a mapped file, a folded result) until the store dies.
/// Thread-safe.
class WeightStore {
public:
  static constexpr uint64_t kAlignment = 64;

  struct Entry {
    uint64_t offset = 0;
    uint64_t hash = 0;
    llvm::ArrayRef<char> bytes;
  };

  /// Adds `bytes`, kept alive by `owner`; returns the entry that holds them.
  Entry add(llvm::ArrayRef<char> bytes, std::shared_ptr<const void> owner);

  /// Adds a copy of `bytes`.
  Entry addCopy(llvm::ArrayRef<char> bytes);

  /// The bytes of an entry of `size` bytes at `offset`. Fails, with the reason,
  /// where there is no such entry or its hash is not `hash`.
  llvm::Expected<llvm::ArrayRef<char>> lookup(uint64_t offset, uint64_t size,
                                              uint64_t hash) const;

  /// Maps a file that `write` wrote: from now on `lookup` finds its entries at
  /// their offsets, and `add` finds equal bytes among them. Only an empty store
  /// can map a file.
  llvm::Error mapFile(llvm::StringRef path);

  /// Names the `weights.bin` of the module that is being read, in the folder
  /// of setFolder. It is mapped by the first use of the store; without it
  /// `lookup` fails.
  void setFile(llvm::StringRef name);

  /// The folder of files that setFile names, for this store; by default that
  /// of setDefaultFolder.
  void setFolder(llvm::StringRef path);

  /// Sets the folder of all stores without a folder of their own; at first it
  /// is the working directory.
  static void setDefaultFolder(llvm::StringRef path);

  /// Writes the byte space, from offset 0, gaps as zeros. The list of entries
  /// follows, so that a program that maps the file gives equal bytes the
  /// offsets that they have here.
  void write(llvm::raw_ostream &os) const;

  /// One past the last byte in use.
  uint64_t size() const;

private:
  struct Stored {
    Entry entry;
    std::shared_ptr<const void> owner;
  };
  /// The place of an entry of the mapped file.
  struct Place {
    uint64_t offset, size;
  };
  void mapPending() const;
  llvm::Error mapLocked(llvm::StringRef path);
  void readList();
  void writeList(llvm::raw_ostream &os, uint64_t end) const;
  std::optional<Entry> findMapped(uint64_t hash, llvm::ArrayRef<char> bytes);

  mutable std::mutex mutex;
  std::string folder;
  std::string pending; // named, not mapped yet
  std::string problem; // why it could not be mapped
  std::map<uint64_t, Stored> byOffset;
  std::multimap<uint64_t, uint64_t> offsetsByHash;
  llvm::ArrayRef<char> mapped; // without the list of entries
  std::multimap<uint64_t, Place> mappedByHash;
  std::shared_ptr<const void> mappedOwner;
  uint64_t end = 0;
};

} // namespace tvm::graph

#endif // TVM_DIALECTS_GRAPH_WEIGHTS_WEIGHTSTORE_H
