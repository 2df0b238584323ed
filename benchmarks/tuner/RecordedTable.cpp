// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks/tuner/RecordedTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::tuner {

using schedule::ParameterSpace;
using schedule::Point;

double RecordedTable::getBest() const {
  double best = 0;
  for (const auto &[point, entry] : entries)
    best = std::max(best, entry.score);
  return best;
}

/// Whether all `words` are numbers, which go to `numbers`.
template <typename Numbers>
static bool parseNumbers(ArrayRef<StringRef> words, Numbers &numbers) {
  return all_of(words, [&](StringRef word) {
    int64_t number;
    if (word.getAsInteger(10, number))
      return false;
    numbers.push_back(number);
    return true;
  });
}

static bool parseSeconds(StringRef word, double &seconds) {
  return !word.getAsDouble(seconds) && seconds > 0;
}

/// Reads the line of a point.
static bool parsePoint(ArrayRef<StringRef> words, RecordedTable &table) {
  SmallVector<int64_t> numbers; // values, and the program
  double seconds = 0;
  if (!parseNumbers(words.drop_back(), numbers))
    return false;
  bool hasFailed = words.back() == "failed";
  if (!hasFailed && !parseSeconds(words.back(), seconds))
    return false;
  Point point;
  ArrayRef<int64_t> rest = numbers;
  for (const SmallVector<int64_t> &values : table.values) {
    if (values.size() > 1 && rest.empty())
      return false;
    point.push_back(values.size() > 1 ? rest.consume_front() : values.front());
  }
  if (rest.size() != 1)
    return false;
  int64_t program = rest.front();
  double score = hasFailed ? 0 : table.defaultSeconds / seconds;
  return table.entries.insert({point, {program, score}}).second;
}

static bool parseLine(ArrayRef<StringRef> words, RecordedTable &table) {
  if (words[0] == "default")
    return words.size() == 2 && parseSeconds(words[1], table.defaultSeconds);
  if (words[0] != "parameter")
    return parsePoint(words, table);
  if (words.size() < 3)
    return false;
  table.names.push_back(words[1].str());
  return parseNumbers(words.drop_front(2), table.values.emplace_back());
}

Expected<RecordedTable> RecordedTable::parse(StringRef text) {
  RecordedTable table;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (auto [number, line] : enumerate(lines)) {
    SmallVector<StringRef> words;
    line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    if (words.empty() || words[0].starts_with("#"))
      continue;
    if (!parseLine(words, table))
      return createStringError("line %zu: unexpected '%s'", number + 1,
                               line.str().c_str());
  }
  if (table.defaultSeconds == 0 || table.getBest() == 0)
    return createStringError("expected times of the default and of points");
  return table;
}

Expected<ParameterSpace>
    RecordedTable::restrict(const ParameterSpace &space) const {
  size_t number = 0;
  for (const schedule::ParameterGroup &group : space.getGroups())
    for (const schedule::Parameter &parameter : group.getParameters()) {
      if (number == names.size() || names[number] != parameter.name)
        return createStringError("the kernel has a parameter '" +
                                 parameter.name +
                                 "' that the table does not expect");
      ++number;
    }
  return restrictSpace(space, values);
}

} // namespace tvm::tuner
