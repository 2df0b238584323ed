// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvmc/Comparison.h"

#include "codegen/HostCaches.h"
#include "tuner/database/Quantiles.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <cmath>
#include <cstring>

using namespace llvm;

namespace tvm::tvmc {

char Fault::ID = 0;

static Error makeDifference(const Twine &text) {
  return make_error<Fault>(tuner::Cause::WrongResult, text.str());
}

//===-- outputs -----------------------------------------------------------===//

/// The format of the parts of an element; null if it is no float.
static const fltSemantics *getFormat(StringRef dtype) {
  return StringSwitch<const fltSemantics *>(dtype)
      .Cases({"float32", "complex64"}, &APFloat::IEEEsingle())
      .Cases({"float64", "complex128"}, &APFloat::IEEEdouble())
      .Case("float16", &APFloat::IEEEhalf())
      .Case("bfloat16", &APFloat::BFloat())
      .Default(nullptr);
}

/// The elements of `array`, which are of type T.
template <typename T>
static std::vector<double> readNative(const Array &array) {
  std::vector<double> numbers(array.data.size() / sizeof(T));
  for (auto [i, number] : enumerate(numbers)) {
    T element;
    std::memcpy(&element, &array.data[i * sizeof(T)], sizeof(T));
    number = element;
  }
  return numbers;
}

static std::vector<double> readNumbers(const Array &array,
                                       const fltSemantics &format) {
  if (&format == &APFloat::IEEEsingle())
    return readNative<float>(array);
  if (&format == &APFloat::IEEEdouble())
    return readNative<double>(array);
  unsigned bits = APFloat::getSizeInBits(format), bytes = bits / 8;
  std::vector<double> numbers;
  numbers.reserve(array.data.size() / bytes);
  for (size_t at = 0; at < array.data.size(); at += bytes) {
    uint64_t word = 0;
    std::memcpy(&word, &array.data[at], bytes);
    numbers.push_back(APFloat(format, APInt(bits, word)).convertToDouble());
  }
  return numbers;
}

static double getLargest(ArrayRef<double> numbers) {
  double largest = 0;
  for (double number : numbers)
    if (std::isfinite(number))
      largest = std::max(largest, std::abs(number));
  return largest;
}

/// The largest difference of two finite numbers.
static double getLargestError(ArrayRef<double> numbers,
                              ArrayRef<double> exact) {
  double largest = 0;
  for (auto [number, right] : zip_equal(numbers, exact))
    if (double error = std::abs(number - right); std::isfinite(error))
      largest = std::max(largest, error);
  return largest;
}

/// The largest error of an output that is right, divided by the largest error
/// of the expected output.
static constexpr double kErrorFactor = 2;

/// `exact` has the exact numbers; empty: they are unknown.
static Error compareNumbers(const Array &expected, const Array &got,
                            const fltSemantics &format, double tolerance,
                            ArrayRef<double> exact) {
  if (APFloat::getSizeInBits(format) == 16)
    tolerance *= 100;
  std::vector<double> a = readNumbers(expected, format),
                      b = readNumbers(got, format);
  double limit = tolerance * (getLargest(a) + 0.1), maxError = 0;
  if (!exact.empty())
    maxError = kErrorFactor * getLargestError(a, exact);
  for (auto [i, x, y] : enumerate(a, b)) {
    bool isEqual = x == y || (std::isnan(x) && std::isnan(y)) ||
                   std::abs(x - y) <= limit ||
                   (!exact.empty() && std::abs(y - exact[i]) <= maxError);
    if (isEqual)
      continue;
    std::string text =
        formatv("output '{0}' differs: expected {1:e}, got {2:e} in element "
                "{3} (tolerance {4:e}",
                expected.name, x, y, i, limit);
    if (!exact.empty())
      text += formatv(", {0:e} from the exact {1:e}", maxError, exact[i]);
    return makeDifference(text + ")");
  }
  return Error::success();
}

/// Reads the exact numbers of the output `expected`.
static Error readExact(const std::vector<Array> &exact, const Array &expected,
                       std::vector<double> &numbers) {
  auto found = find_if(
      exact, [&](const Array &each) { return each.name == expected.name; });
  if (found == exact.end())
    return createStringError("expected the exact output '" + expected.name +
                             "'");
  const fltSemantics *format = getFormat(found->dtype);
  if (!format || found->shape != expected.shape)
    return createStringError("expected floats of the same sizes as the exact "
                             "output '" +
                             expected.name + "'");
  numbers = readNumbers(*found, *format);
  return Error::success();
}

static Error compareOutput(const Array &expected, const Array &got,
                           double tolerance, const std::vector<Array> *exact) {
  if (expected.name != got.name || expected.dtype != got.dtype ||
      expected.shape != got.shape)
    return makeDifference("expected an output '" + expected.name +
                          "' of the same type");
  if (const fltSemantics *format = getFormat(expected.dtype)) {
    std::vector<double> numbers;
    if (exact)
      if (Error error = readExact(*exact, expected, numbers))
        return error;
    return compareNumbers(expected, got, *format, tolerance, numbers);
  }
  if (expected.data != got.data || expected.strings != got.strings)
    return makeDifference("output '" + expected.name + "' differs");
  return Error::success();
}

Error compareOutputs(ArrayRef<Array> expected, ArrayRef<Array> got,
                     double tolerance, const std::vector<Array> *exact) {
  if (expected.size() != got.size())
    return makeDifference(
        formatv("expected {0} outputs, got {1}", expected.size(), got.size())
            .str());
  for (auto [a, b] : zip_equal(expected, got))
    if (Error error = compareOutput(a, b, tolerance, exact))
      return error;
  return Error::success();
}

//===-- times -------------------------------------------------------------===//

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

static constexpr double kSecondsPerTurn = 1e-3;
static constexpr unsigned kMinRounds = 5, kMaxRounds = 100'000;

/// The seconds of one run, the mean of `count`.
static Expected<double> timeRuns(Session &session, unsigned count) {
  auto start = Clock::now();
  for (unsigned i = 0; i < count; ++i)
    if (Error error = session.run())
      return std::move(error);
  return Seconds(Clock::now() - start).count() / count;
}

/// The number of runs in a turn. Warms the session up.
static Expected<unsigned> chooseRuns(Session &session) {
  double shortest = kSecondsPerTurn;
  for (int i = 0; i < 3; ++i) {
    Expected<double> time = timeRuns(session, 1);
    if (!time)
      return time.takeError();
    shortest = std::min(shortest, *time);
  }
  return static_cast<unsigned>(
      std::ceil(kSecondsPerTurn / std::max(shortest, 1e-7)));
}

static RunTimes getRunTimes(const std::vector<double> &times) {
  auto get = [&](double place) { return tuner::getQuantile(times, place); };
  return {get(0.5), get(0.25), get(0.75), get(0.1)};
}

namespace {
/// Memory whose lines replace all others in the caches.
class CacheFiller {
public:
  CacheFiller() : memory(getSize()) {}
  void fill() {
    volatile char *bytes = memory.data();
    for (size_t i = 0; i < memory.size(); i += kLine)
      bytes[i] = static_cast<char>(bytes[i] + 1);
  }

private:
  static constexpr size_t kLine = 64;
  /// Twice the size of the largest cache; 64 MiB if it is unknown.
  static size_t getSize() {
    auto sizes = codegen::getHostCacheSizes();
    int64_t bytes = *llvm::max_element(sizes);
    return 2 * (bytes > 0 ? static_cast<size_t>(bytes) : size_t(32) << 20);
  }
  std::vector<char> memory;
};
} // namespace

namespace {
/// One of the sessions that run in turns.
struct Side {
  Session &session;
  unsigned runs; // in a turn
  std::vector<double> times;
};
} // namespace

/// Runs both sides in turns for about `seconds`. `filler` empties the caches
/// before each turn, if there is one.
static Expected<TurnTimes> measure(MutableArrayRef<Side> sides, double seconds,
                                   std::optional<CacheFiller> &filler) {
  for (Side &side : sides)
    side.times.clear();
  auto start = Clock::now();
  unsigned rounds = 0;
  while (rounds < kMinRounds ||
         (rounds < kMaxRounds &&
          Seconds(Clock::now() - start).count() < seconds)) {
    for (Side &side : sides) {
      if (filler)
        filler->fill();
      Expected<double> time = timeRuns(side.session, side.runs);
      if (!time)
        return time.takeError();
      side.times.push_back(*time);
    }
    ++rounds;
  }
  return TurnTimes{getRunTimes(sides[0].times), getRunTimes(sides[1].times),
                   rounds};
}

Expected<TurnTimes> timeInTurns(Session &first, Session &second, double seconds,
                                bool coldCaches, double maxSpread) {
  Side sides[] = {{first, 0, {}}, {second, 0, {}}};
  for (Side &side : sides) {
    Expected<unsigned> runs = chooseRuns(side.session);
    if (!runs)
      return runs.takeError();
    side.runs = coldCaches ? 1 : *runs;
  }
  std::optional<CacheFiller> filler;
  if (coldCaches)
    filler.emplace();
  return measureUntilCalm(seconds, maxSpread, [&](double each) {
    return measure(sides, each, filler);
  });
}

} // namespace tvm::tvmc
