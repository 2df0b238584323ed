// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/run/Profile.h"

#include "runtime/core/MappedFile.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <numeric>

using namespace tvm::runtime;

static constexpr size_t maxEvents = size_t(1) << 20;

int64_t Profile::now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void Profile::start() {
  totals.assign(kernels.size(), {});
  runs = {};
  events.clear();
  zero = now();
}

static void add(Profile::Totals &totals, int64_t duration) {
  totals.min = totals.calls ? std::min(totals.min, duration) : duration;
  totals.max = std::max(totals.max, duration);
  totals.total += duration;
  ++totals.calls;
}

void Profile::record(Event event) {
  if (events.size() < maxEvents)
    events.push_back(event);
}

/// The sum of `terms` for `dims`; `fixed` if there are no terms.
static int64_t evaluate(int64_t fixed,
                        const std::vector<std::vector<int64_t>> &terms,
                        const int64_t *dims) {
  if (terms.empty() || !dims)
    return fixed;
  double sum = 0;
  for (const std::vector<int64_t> &term : terms) {
    double product = double(term[0]);
    for (size_t i = 1; i < term.size(); ++i)
      product *= double(dims[term[i]]);
    sum += product;
  }
  return sum < 9e18 ? int64_t(sum) : -1;
}

void Profile::recordCall(int32_t kernel, int64_t begin, int64_t end,
                         const int64_t *dims) {
  const Kernel &called = kernels[kernel];
  int64_t flops = evaluate(called.flops, called.flopsOfDims, dims);
  int64_t bytes = evaluate(called.bytes, called.bytesOfDims, dims);
  record({kernel, begin, end, flops, bytes});
  add(totals[kernel], end - begin);
  totals[kernel].flops += double(flops);
  totals[kernel].bytes += double(bytes);
}

void Profile::recordRun(int64_t begin, int64_t end) {
  record({-1, begin, end, -1, -1});
  add(runs, end - begin);
}

Profile::Totals Profile::getTotals(int32_t kernel) const {
  return totals.empty() ? Totals() : totals[kernel];
}

__attribute__((format(printf, 2, 3))) static void
append(std::string &text, const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  text += line;
}

/// Appends an amount per nanosecond in units of 1e9 per second; "-" if unknown.
static void appendRate(std::string &text, double amount,
                       const Profile::Totals &totals) {
  if (amount < 0 || totals.total == 0)
    append(text, " %8s", "-");
  else
    append(text, " %8.1f", amount / totals.total);
}

/// Appends the machine's least possible time in per cent of the measured time.
static void appendShareOfLimit(std::string &text, const Profile::Totals &totals,
                               const MachineLimits &limits) {
  double least = limits.getLeastTime(totals.flops, totals.bytes);
  if (least <= 0 || totals.total == 0)
    append(text, " %6s", "-");
  else
    append(text, " %5.0f%%", 100 * least / totals.total);
}

std::string Profile::table(const MachineLimits &limits) const {
  std::vector<int32_t> order(totals.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::make_pair(-totals[a].total, a) <
           std::make_pair(-totals[b].total, b);
  });
  double numRuns = std::max<int64_t>(runs.calls, 1);
  double all = std::max<int64_t>(runs.total, 1);
  int64_t rest = runs.total;
  std::string text;
  append(text, "%10s %6s %10s %8s %8s %6s  %s\n", "ms/run", "share",
         "calls/run", "GFLOP/s", "GB/s", "limit", "kernel (nodes)");
  for (int32_t i : order) {
    if (totals[i].calls == 0)
      continue;
    rest -= totals[i].total;
    append(text, "%10.4f %5.1f%% %10.1f", totals[i].total / numRuns * 1e-6,
           totals[i].total / all * 100, totals[i].calls / numRuns);
    appendRate(text, totals[i].flops, totals[i]);
    appendRate(text, totals[i].bytes, totals[i]);
    appendShareOfLimit(text, totals[i], limits);
    text += "  " + kernels[i].name;
    text += kernels[i].nodes.empty() ? "\n" : " (" + kernels[i].nodes + ")\n";
  }
  append(text, "%10.4f %5.1f%% %10s %8s %8s %6s  %s\n", rest / numRuns * 1e-6,
         rest / all * 100, "", "", "", "", "between kernels");
  append(text, "%10.4f %5.1f%% %10s %8s %8s %6s  all (%lld runs)\n",
         runs.total / numRuns * 1e-6, 100.0, "", "", "", "",
         (long long)runs.calls);
  append(text, "limits: %.1f GFLOP/s, %.1f GB/s copied\n", limits.flops,
         limits.bytes);
  return text;
}

static std::string quote(const std::string &text) {
  std::string quoted = "\"";
  for (unsigned char character : text) {
    if (character < ' ') {
      append(quoted, "\\u%04x", character);
      continue;
    }
    if (character == '"' || character == '\\')
      quoted += '\\';
    quoted += character;
  }
  return quoted + '"';
}

static std::string traceArguments(const Kernel &kernel, int64_t flops,
                                  int64_t bytes) {
  std::string json = ",\"args\":{\"nodes\":" + quote(kernel.nodes);
  if (flops >= 0)
    json += ",\"flops\":" + std::to_string(flops);
  if (bytes >= 0)
    json += ",\"bytes\":" + std::to_string(bytes);
  return json + "}";
}

Status Profile::writeTrace(const char *path) const {
  std::string json = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  const char *separator = "\n";
  for (const Event &event : events) {
    bool isRun = event.kernel < 0;
    json += separator;
    json += "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"name\":";
    json += isRun ? "\"run\"" : quote(kernels[event.kernel].name);
    append(json, ",\"ts\":%.3f,\"dur\":%.3f", (event.begin - zero) * 1e-3,
           (event.end - event.begin) * 1e-3);
    json += isRun ? "}"
                  : traceArguments(kernels[event.kernel], event.flops,
                                   event.bytes) +
                        "}";
    separator = ",\n";
  }
  json += "\n]}\n";
  return writeFile(path, json.data(), json.size());
}
