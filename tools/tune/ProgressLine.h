// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_PROGRESSLINE_H
#define TVM_TOOLS_TUNE_PROGRESSLINE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace tvm::tvmc {

/// What a command does at the moment, for people. On a terminal, the last line
/// says it and is drawn again every second, so nobody waits without a sign of
/// life. Elsewhere each step has a line when it begins for the first time, and
/// the state at most one line per second. Any thread may call all methods.
class ProgressLine {
public:
  using Clock = std::chrono::steady_clock;
  /// Returns the state, such as trials and the time that is left now.
  using Describe = std::function<std::string()>;

  /// Prints to `os`; nothing but messages if `isQuiet`. `columns` is the width
  /// of the terminal; 0: `os` is none.
  ProgressLine(llvm::raw_ostream &os, bool isQuiet, unsigned columns);
  ~ProgressLine();

  /// Begins a step: "reading the model".
  void begin(llvm::StringRef step);
  /// Sets the state, which stands in front of the step on a terminal, and a
  /// detail, which stands last, where a terminal may have no room for it.
  void setState(Describe describe, std::string detail);
  /// Prints messages above the line.
  void print(llvm::function_ref<void(llvm::raw_ostream &)> write);
  /// Prints the state for the last time, if there is one, and removes the line
  /// until the next step begins.
  void finish();

private:
  void draw();
  void printState();
  void clear();
  void runClock();

  llvm::raw_ostream &os;
  bool isQuiet;
  unsigned columns;
  std::mutex mutex; // of all that follows
  std::string step;
  Clock::time_point start; // of the step
  llvm::StringSet<> known; // steps that have a line
  Describe describe;
  std::string detail;
  std::optional<Clock::time_point> lastState; // when it was printed
  std::string printed;                        // the state that was printed last
  bool isDrawn = false, isEnding = false;
  std::condition_variable ending;
  std::thread clock; // draws the line every second
};

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_PROGRESSLINE_H
