// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of strings that artefacts call.
#include "runtime/include/tvm_mlir.h"
#include "runtime/library/LetterCase.h"
#include "runtime/library/Library.h"
#include "runtime/memory/RunPool.h"

#include <gtest/gtest.h>

#include <vector>

using namespace tvm::runtime;

namespace {

using Texts = std::vector<std::string>;
using Ints = std::vector<int64_t>;
using Handles = std::vector<const tvm_string *>;

/// Calls with strings of its own.
struct Strings : testing::Test {
  Handles make(const Texts &texts) {
    Handles handles;
    for (const std::string &text : texts)
      handles.push_back(run.strings.add(text));
    return handles;
  }

  static Texts read(const Handles &handles) {
    Texts texts;
    for (const tvm_string *handle : handles)
      texts.emplace_back(getView(handle));
    return texts;
  }

  template <typename T>
  void add(std::vector<T> &list, std::vector<int64_t> sizes = {}) {
    buffers.push_back(list.data());
    if (sizes.empty())
      sizes.push_back(list.size());
    dims.insert(dims.end(), sizes.begin(), sizes.end());
  }
  void add(std::string &text) {
    buffers.push_back(text.data());
    dims.push_back(text.size());
  }

  int32_t call(const char *name) {
    tvm_args args = {buffers.data(), dims.data(), nullptr, nullptr};
    int32_t status = findLibraryFunction(name)(&args);
    buffers.clear();
    dims.clear();
    return status;
  }

  RunPool run;
  std::vector<void *> buffers;
  std::vector<int64_t> dims;
};

} // namespace

TEST_F(Strings, NeedARun) {
  std::string bytes = "ab";
  Ints sizes = {2};
  Handles result(1);
  add(bytes);
  add(sizes);
  add(result);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_strings"));
  EXPECT_STREQ("expected a run of a model to own new strings",
               tvm_last_error());
}

TEST_F(Strings, ComeFromBytesAndSizes) {
  RunPool::Scope scope(run);
  std::string bytes("ab\0c", 4);
  Ints sizes = {2, 0, 2};
  Handles result(3);
  add(bytes);
  add(sizes);
  add(result);
  EXPECT_EQ(TVM_OK, call("tvm_strings"));
  EXPECT_EQ((Texts{"ab", "", std::string("\0c", 2)}), read(result));
}

TEST_F(Strings, AreJoinedAndCompared) {
  RunPool::Scope scope(run);
  Ints rank = {1};
  Handles x = make({"a", ""}), y = make({"b", ""}), result(2);
  x.push_back(nullptr);
  y.push_back(*make({"c"}).data());
  result.resize(3);
  add(rank), add(x), add(y), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_string_concat"));
  EXPECT_EQ((Texts{"ab", "", "c"}), read(result));
  std::vector<uint8_t> equal(3);
  add(rank), add(x), add(y), add(equal);
  EXPECT_EQ(TVM_OK, call("tvm_string_equal"));
  EXPECT_EQ((std::vector<uint8_t>{0, 1, 0}), equal);
}

TEST_F(Strings, AreFoundAtTheFirstEqualKey) {
  Ints rank = {1}, indices(3);
  Handles x = make({"b", "c", "a"}), keys = make({"a", "b", "a"});
  add(rank), add(x), add(keys), add(indices);
  EXPECT_EQ(TVM_OK, call("tvm_string_lookup"));
  EXPECT_EQ((Ints{1, -1, 0}), indices);
}

TEST_F(Strings, AreNormalized) {
  RunPool::Scope scope(run);
  Ints upper = {2, 0}, asIs = {0, 1}, number(1);
  Handles x = make({"The", "cat"}), words = make({"the"}), result(2);
  add(upper), add(x), add(words), add(result), add(number);
  EXPECT_EQ(TVM_OK, call("tvm_string_normalize"));
  EXPECT_EQ((Ints{1}), number);
  EXPECT_EQ((Texts{"CAT", ""}), read(result));
  add(asIs), add(x), add(words), add(result), add(number);
  EXPECT_EQ(TVM_OK, call("tvm_string_normalize"));
  EXPECT_EQ((Texts{"The", "cat"}), read(result));
}

/// There is always a string.
TEST_F(Strings, AreOneEmptyStringWhereNothingIsLeft) {
  RunPool::Scope scope(run);
  Ints options = {0, 1}, number(1);
  Handles x, words, result(1);
  add(options), add(x, {0}), add(words, {0}), add(result), add(number);
  EXPECT_EQ(TVM_OK, call("tvm_string_normalize"));
  EXPECT_EQ((Ints{1}), number);
  EXPECT_EQ((Texts{""}), read(result));
}

TEST_F(Strings, AreSplit) {
  RunPool::Scope scope(run);
  std::string comma = ",", none;
  struct Case {
    std::string &delimiter;
    int64_t limit;
    std::string text;
    Texts parts;
  };
  for (const Case &each : std::vector<Case>{
           {comma, -1, "a,,b", {"a", "", "b"}},
           {comma, 1, "a,b,c", {"a", "b,c"}},
           {comma, 0, "a,b", {"a,b"}},
           {comma, -1, "", {}},
           {comma, -1, ",", {"", ""}},
           {none, -1, " a \t b ", {"a", "b"}},
           {none, 1, " a  b c ", {"a", "b c"}},
           {none, 0, " a b ", {"a b"}},
           {none, -1, "  ", {}},
       }) {
    Ints options = {1, each.limit}, counts(1);
    Handles x = make({each.text});
    add(each.delimiter), add(options), add(x), add(counts);
    EXPECT_EQ(TVM_OK, call("tvm_string_count_parts"));
    EXPECT_EQ(int64_t(each.parts.size()), counts[0]) << each.text;
    Handles parts(each.parts.size() + 1);
    int64_t width = parts.size();
    add(each.delimiter), add(options), add(x), add(parts, {1, width});
    EXPECT_EQ(TVM_OK, call("tvm_string_split"));
    Texts expected = each.parts;
    expected.emplace_back();
    EXPECT_EQ(expected, read(parts)) << each.text;
  }
}

TEST_F(Strings, NGramsAreCountedWithGaps) {
  Ints rank = {1}, pool = {1, 2, 1, 3}, starts = {0, 2}, columns = {2, 0},
       range = {1, 2, 1}, x = {1, 2, 3, 1, 3};
  columns.push_back(1); // 1 and 2 alone, then 1 3
  std::vector<float> counts(3, -1);
  add(rank), add(pool), add(starts), add(columns), add(range);
  add(x), add(counts);
  EXPECT_EQ(TVM_OK, call("tvm_count_ngrams"));
  EXPECT_EQ((std::vector<float>{1, 2, 2}), counts);
}

TEST(LetterCase, ChangesScriptsWithPairs) {
  EXPECT_EQ("straße äöü", changeLetters("STRAßE ÄÖÜ", Letters::Lower));
  EXPECT_EQ("STRAßE ÄÖÜ", changeLetters("Straße äöü", Letters::Upper));
  EXPECT_EQ("ωμέγα да ÿ", changeLetters("ΩΜΈΓΑ ДА Ÿ", Letters::Lower));
  EXPECT_EQ("ΩΜΈΓΑ ЁЖ Ÿ", changeLetters("ωμέγα ёж ÿ", Letters::Upper));
  EXPECT_EQ("× ÷ 漢 \xff\xc3",
            changeLetters("× ÷ 漢 \xff\xc3", Letters::Lower));
}

TEST(StringPool, KeepsAddresses) {
  StringPool pool;
  const tvm_string *first = pool.add("first");
  for (int i = 0; i < 10000; ++i)
    pool.add(std::to_string(i));
  EXPECT_EQ("first", getView(first));
}

TEST(RunPool, IsThatOfTheRun) {
  RunPool pool;
  EXPECT_EQ(nullptr, RunPool::current());
  {
    RunPool::Scope scope(pool);
    EXPECT_EQ(&pool, RunPool::current());
  }
  EXPECT_EQ(nullptr, RunPool::current());
}
