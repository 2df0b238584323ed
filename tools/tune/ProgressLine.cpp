// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ProgressLine.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tvm::tvmc {

static constexpr std::chrono::seconds kPause(1);

ProgressLine::ProgressLine(raw_ostream &os, bool isQuiet, unsigned columns)
    : os(os), isQuiet(isQuiet), columns(columns) {
  if (!isQuiet && columns != 0)
    clock = std::thread([this] { runClock(); });
}

ProgressLine::~ProgressLine() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    clear();
    isEnding = true;
  }
  ending.notify_all();
  if (clock.joinable())
    clock.join();
}

//===-- the line of a terminal --------------------------------------------===//

void ProgressLine::clear() {
  if (isDrawn)
    os << "\r\x1b[K";
  os.flush();
  isDrawn = false;
}

void ProgressLine::draw() {
  if (isQuiet || columns == 0 || step.empty())
    return;
  auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
  std::string line = formatv("{0} ({1} s)", step, seconds.count());
  if (describe)
    line = describe() + ", " + line + detail;
  // A line that is too long would not be replaced as a whole.
  os << "\r\x1b[K" << StringRef(line).take_front(columns - 1);
  os.flush();
  isDrawn = true;
}

void ProgressLine::printState() {
  std::string state = describe() + detail;
  if (state == printed)
    return;
  os << state << "\n";
  os.flush();
  printed = std::move(state);
}

void ProgressLine::runClock() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!isEnding) {
    draw();
    ending.wait_for(lock, kPause, [&] { return isEnding; });
  }
}

//===-- what happens ------------------------------------------------------===//

void ProgressLine::begin(StringRef next) {
  std::lock_guard<std::mutex> lock(mutex);
  if (step != next)
    start = Clock::now();
  step = next.str();
  if (isQuiet)
    return;
  if (columns != 0)
    return draw();
  if (known.insert(step).second)
    os << step << "\n";
  os.flush();
}

void ProgressLine::setState(Describe next, std::string nextDetail) {
  std::lock_guard<std::mutex> lock(mutex);
  describe = std::move(next);
  detail = std::move(nextDetail);
  if (isQuiet)
    return;
  if (columns != 0)
    return draw();
  if (lastState && Clock::now() - *lastState < kPause)
    return;
  lastState = Clock::now();
  printState();
}

void ProgressLine::print(function_ref<void(raw_ostream &)> write) {
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  write(os);
  os.flush();
  draw();
}

void ProgressLine::finish() {
  std::lock_guard<std::mutex> lock(mutex);
  clear();
  if (describe && !isQuiet)
    printState();
  os.flush();
  describe = nullptr;
  step.clear();
}

} // namespace tvm::tvmc
