// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/database/Record.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

#include <cmath>
#include <limits>
#include <tuple>

using namespace llvm;

namespace tvm::tuner {

namespace {
/// A text of a record, with its name in JSON.
struct TextField {
  StringLiteral name;
  std::string Record::*member;
};

/// A number of a record, with its bounds and its name in JSON.
struct NumberField {
  StringLiteral name;
  int64_t Record::*member;
  int64_t least, most;
};

/// A time of a record, with its name in JSON.
struct TimeField {
  StringLiteral name;
  double Times::*member;
};
} // namespace

static constexpr TextField kTexts[] = {
    {"task", &Record::task},         {"target", &Record::target},
    {"strategy", &Record::strategy}, {"method", &Record::method},
    {"machine", &Record::machine},   {"version", &Record::version},
    {"failure", &Record::failure}};

static constexpr NumberField kNumbers[] = {
    {"threads", &Record::threads, 0, std::numeric_limits<int32_t>::max()},
    {"opt_level", &Record::optLevel, 0, 3}};

static constexpr TimeField kTimes[] = {
    {"median", &Times::median}, {"lower", &Times::lower},
    {"upper", &Times::upper},   {"reference", &Times::reference},
    {"share", &Times::share},   {"ratio", &Times::ratio}};

static constexpr StringLiteral kRuns = "runs", kSchema = "schema";

//===-- contents ----------------------------------------------------------===//

template <typename T> static void update(SHA256 &hash, T number) {
  hash.update(ArrayRef(reinterpret_cast<const uint8_t *>(&number), sizeof(T)));
}

std::string Record::getDigest() const {
  SHA256 hash;
  for (const TextField &field : kTexts) {
    const std::string &text = this->*field.member;
    update<uint64_t>(hash, text.size());
    hash.update(text);
  }
  for (const NumberField &field : kNumbers)
    update(hash, this->*field.member);
  if (times) {
    for (const TimeField &field : kTimes)
      update(hash, *times.*field.member);
    update(hash, times->runs);
  }
  return toHex(hash.final(), /*LowerCase=*/true);
}

static Error verifyTimes(const Times &times) {
  for (const TimeField &field : kTimes)
    if (!std::isfinite(times.*field.member) || times.*field.member <= 0)
      return createStringError(
          formatv("expected a positive time '{0}', got {1}", field.name,
                  times.*field.member));
  if (times.lower > times.median || times.median > times.upper)
    return createStringError("expected lower ≤ median ≤ upper");
  if (times.runs <= 0)
    return createStringError(
        formatv("expected a positive number of runs, got {0}", times.runs));
  return Error::success();
}

Error Record::verify() const {
  for (const TextField &field : kTexts)
    if (!json::isUTF8(this->*field.member))
      return createStringError("expected UTF-8 in '" + field.name + "'");
  for (const NumberField &field : kNumbers)
    if (int64_t number = this->*field.member;
        number < field.least || number > field.most)
      return createStringError(
          formatv("expected a number from {0} to {1} in '{2}', got {3}",
                  field.least, field.most, field.name, number));
  if (times && !failure.empty())
    return createStringError("expected times or a failure, got both");
  if (!times && failure.empty())
    return createStringError("expected times or a failure, got neither");
  return times ? verifyTimes(*times) : Error::success();
}

static auto tie(const Times &times) {
  return std::tie(times.median, times.lower, times.upper, times.reference,
                  times.share, times.runs, times.ratio);
}

bool operator==(const Record &a, const Record &b) {
  if (a.times.has_value() != b.times.has_value())
    return false;
  if (a.times && tie(*a.times) != tie(*b.times))
    return false;
  auto isEqual = [&](const auto &field) {
    return a.*field.member == b.*field.member;
  };
  return all_of(kTexts, isEqual) && all_of(kNumbers, isEqual);
}

//===-- JSON --------------------------------------------------------------===//

std::string printRecord(const Record &record) {
  json::Object object{{kSchema, kRecordSchema}};
  for (const TextField &field : kTexts)
    if (!(record.*field.member).empty())
      object[field.name] = record.*field.member;
  for (const NumberField &field : kNumbers)
    object[field.name] = record.*field.member;
  if (record.times) {
    for (const TimeField &field : kTimes)
      object[field.name] = *record.times.*field.member;
    object[kRuns] = record.times->runs;
  }
  return formatv("{0}", json::Value(std::move(object)));
}

static Error checkNames(const json::Object &object) {
  for (const auto &[key, value] : object) {
    StringRef name = key;
    auto isField = [&](const auto &field) { return field.name == name; };
    if (name != kSchema && name != kRuns && none_of(kTexts, isField) &&
        none_of(kNumbers, isField) && none_of(kTimes, isField))
      return createStringError("unknown field '" + name + "'");
  }
  return Error::success();
}

static Error parseTexts(const json::Object &object, Record &record) {
  for (const TextField &field : kTexts) {
    const json::Value *value = object.get(field.name);
    if (!value)
      continue;
    std::optional<StringRef> text = value->getAsString();
    if (!text)
      return createStringError("expected a text in '" + field.name + "'");
    record.*field.member = text->str();
  }
  return Error::success();
}

static Error parseNumbers(const json::Object &object, Record &record) {
  for (const NumberField &field : kNumbers) {
    std::optional<int64_t> number = object.getInteger(field.name);
    if (!number)
      return createStringError("expected a number in '" + field.name + "'");
    record.*field.member = *number;
  }
  return Error::success();
}

static Error parseTimes(const json::Object &object, Record &record) {
  if (!object.get(kTimes[0].name))
    return Error::success();
  Times times;
  for (const TimeField &field : kTimes) {
    std::optional<double> number = object.getNumber(field.name);
    if (!number)
      return createStringError("expected a number in '" + field.name + "'");
    times.*field.member = *number;
  }
  std::optional<int64_t> runs = object.getInteger(kRuns);
  if (!runs)
    return createStringError("expected a number in '" + kRuns + "'");
  times.runs = *runs;
  record.times = times;
  return Error::success();
}

Expected<Record> parseRecord(StringRef line) {
  Expected<json::Value> value = json::parse(line);
  if (!value)
    return value.takeError();
  const json::Object *object = value->getAsObject();
  if (!object)
    return createStringError("expected a JSON object");
  std::optional<int64_t> schema = object->getInteger(kSchema);
  if (schema != kRecordSchema)
    return createStringError(
        formatv("expected schema {0}, got {1}", kRecordSchema,
                schema ? std::to_string(*schema) : "none"));
  Record record;
  if (Error error = checkNames(*object))
    return std::move(error);
  if (Error error = parseTexts(*object, record))
    return std::move(error);
  if (Error error = parseNumbers(*object, record))
    return std::move(error);
  if (Error error = parseTimes(*object, record))
    return std::move(error);
  if (Error error = record.verify())
    return std::move(error);
  return record;
}

} // namespace tvm::tuner
