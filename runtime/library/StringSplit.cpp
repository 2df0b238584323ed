// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/LibraryCall.h"
#include "runtime/library/StringLibrary.h"
#include "runtime/memory/RunPool.h"

namespace tvm::runtime {

static constexpr std::string_view kSpaces = " \t\n\v\f\r";

/// Calls `use` with each part of `text` between runs of white space.
template <typename Use>
static void forEachWord(std::string_view text, int64_t limit, Use use) {
  for (size_t begin = 0; limit != 0; --limit) {
    begin = text.find_first_not_of(kSpaces, begin);
    if (begin == text.npos)
      return;
    size_t end = text.find_first_of(kSpaces, begin);
    use(text.substr(begin, end - begin));
    if (end == text.npos)
      return;
    text.remove_prefix(end);
    begin = 0;
  }
  size_t begin = text.find_first_not_of(kSpaces);
  if (begin == text.npos)
    return;
  size_t last = text.find_last_not_of(kSpaces);
  use(text.substr(begin, last + 1 - begin));
}

/// Calls `use` with each part of `text`; after `limit` splits, the remainder is
/// one part.
template <typename Use>
static void forEachPart(std::string_view text, std::string_view delimiter,
                        int64_t limit, Use use) {
  if (delimiter.empty())
    return forEachWord(text, limit, use);
  if (text.empty())
    return;
  for (; limit != 0; --limit) {
    size_t end = text.find(delimiter);
    if (end == text.npos)
      break;
    use(text.substr(0, end));
    text.remove_prefix(end + delimiter.size());
  }
  use(text);
}

namespace {
/// The common arguments of counting and splitting.
struct SplitCall {
  explicit SplitCall(const tvm_args *args) : reader(args) {
    delimiter = reader.text();
    const auto *options = reader.list<int64_t>(count);
    rank = options[0];
    limit = options[1];
    const int64_t *sizes;
    x = static_cast<const tvm_string *const *>(reader.next(rank, count, sizes));
  }

  ArgumentReader reader;
  std::string_view delimiter;
  int64_t rank, limit, count;
  const tvm_string *const *x;
};
} // namespace

Status countParts(const tvm_args *args) {
  SplitCall call(args);
  auto *counts = call.reader.next<int64_t>(call.rank);
  for (int64_t i = 0; i < call.count; ++i) {
    counts[i] = 0;
    forEachPart(getView(call.x[i]), call.delimiter, call.limit,
                [&](std::string_view) { ++counts[i]; });
  }
  return TVM_OK;
}

Status splitStrings(const tvm_args *args) {
  RunPool *run = RunPool::current();
  if (!run)
    return error(TVM_RUN_FAILED, "expected a run of a model to own strings");
  SplitCall call(args);
  int64_t total;
  const int64_t *sizes;
  auto *parts = static_cast<const tvm_string **>(
      call.reader.next(call.rank + 1, total, sizes));
  int64_t width = sizes[call.rank];
  std::fill_n(parts, total, nullptr);
  for (int64_t i = 0; i < call.count; ++i) {
    int64_t part = 0;
    forEachPart(getView(call.x[i]), call.delimiter, call.limit,
                [&](std::string_view text) {
                  if (part < width)
                    parts[i * width + part++] =
                        run->strings.add(std::string(text));
                });
  }
  return TVM_OK;
}

} // namespace tvm::runtime
