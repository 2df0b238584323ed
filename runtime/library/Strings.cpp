// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/LetterCase.h"
#include "runtime/library/LibraryCall.h"
#include "runtime/library/StringLibrary.h"
#include "runtime/memory/RunPool.h"

#include <unordered_map>
#include <unordered_set>

namespace tvm::runtime {

namespace {
using Strings = const tvm_string *const *;

/// A list of `count` strings.
struct List {
  Strings strings;
  int64_t count;
  std::string_view operator[](int64_t i) const { return getView(strings[i]); }
};
} // namespace

static List readList(ArgumentReader &reader, int64_t rank) {
  List list;
  const int64_t *sizes;
  list.strings = static_cast<Strings>(reader.next(rank, list.count, sizes));
  return list;
}

static Status getPool(StringPool *&pool) {
  RunPool *run = RunPool::current();
  pool = run ? &run->strings : nullptr;
  if (run)
    return TVM_OK;
  return error(TVM_RUN_FAILED, "expected a run of a model to own new strings");
}

Status makeStrings(const tvm_args *args) {
  StringPool *pool;
  TVM_RETURN_IF_FAILED(getPool(pool));
  ArgumentReader reader(args);
  std::string_view bytes = reader.text();
  int64_t count;
  const auto *sizes = reader.list<int64_t>(count);
  auto *result = reader.next<const tvm_string *>(0);
  for (int64_t i = 0; i < count; ++i) {
    result[i] = pool->add(std::string(bytes.substr(0, sizes[i])));
    bytes.remove_prefix(sizes[i]);
  }
  return TVM_OK;
}

Status concatStrings(const tvm_args *args) {
  StringPool *pool;
  TVM_RETURN_IF_FAILED(getPool(pool));
  ArgumentReader reader(args);
  int64_t count, rank = *reader.list<int64_t>(count);
  List x = readList(reader, rank), y = readList(reader, rank);
  auto *result = reader.next<const tvm_string *>(rank);
  for (int64_t i = 0; i < x.count; ++i)
    result[i] = pool->add(std::string(x[i]).append(y[i]));
  return TVM_OK;
}

Status compareStrings(const tvm_args *args) {
  ArgumentReader reader(args);
  int64_t count, rank = *reader.list<int64_t>(count);
  List x = readList(reader, rank), y = readList(reader, rank);
  auto *result = reader.next<uint8_t>(rank);
  for (int64_t i = 0; i < x.count; ++i)
    result[i] = x[i] == y[i];
  return TVM_OK;
}

Status lookUpStrings(const tvm_args *args) {
  ArgumentReader reader(args);
  int64_t count, rank = *reader.list<int64_t>(count);
  List x = readList(reader, rank), keys = readList(reader, 1);
  auto *result = reader.next<int64_t>(rank);
  std::unordered_map<std::string_view, int64_t> indices;
  for (int64_t i = 0; i < keys.count; ++i)
    indices.try_emplace(keys[i], i);
  for (int64_t i = 0; i < x.count; ++i) {
    auto found = indices.find(x[i]);
    result[i] = found == indices.end() ? -1 : found->second;
  }
  return TVM_OK;
}

Status normalizeStrings(const tvm_args *args) {
  StringPool *pool;
  TVM_RETURN_IF_FAILED(getPool(pool));
  ArgumentReader reader(args);
  int64_t count;
  const auto *options = reader.list<int64_t>(count);
  auto letters = static_cast<Letters>(options[0]);
  Letters compared = options[1] ? Letters::Unchanged : Letters::Lower;
  List x = readList(reader, 1), stopwords = readList(reader, 1);
  auto *result = reader.next<const tvm_string *>(1);
  auto *number = reader.next<int64_t>(1);
  std::unordered_set<std::string> words;
  for (int64_t i = 0; i < stopwords.count; ++i)
    words.insert(changeLetters(stopwords[i], compared));
  int64_t kept = 0;
  for (int64_t i = 0; i < x.count; ++i)
    if (!words.count(changeLetters(x[i], compared)))
      result[kept++] = pool->add(changeLetters(x[i], letters));
  if (kept == 0)
    result[kept++] = pool->add("");
  *number = kept;
  for (int64_t i = kept; i < x.count; ++i)
    result[i] = nullptr;
  return TVM_OK;
}

} // namespace tvm::runtime
