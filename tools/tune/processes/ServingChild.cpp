// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/ServingChild.h"

#include "tools/tune/processes/NamedPipe.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

using namespace llvm;

namespace tvm::tvmc {

/// Milliseconds after which an end of the process is noticed.
static constexpr int kPatience = 50;

//===-- the process -------------------------------------------------------===//

Error ServingChild::start() {
  input = runner.makeName("questions");
  output = runner.makeName("answers");
  errors = runner.makeName("stderr");
  if (Error error = openPipe(input, inputFile))
    return error;
  if (Error error = openPipe(output, outputFile))
    return error;
  numAnswers = 0;
  return runner.start(arguments, limits, input, output, errors)
      .moveInto(process);
}

void ServingChild::stop() {
  if (process.Pid != 0) {
    (void)kill(process.Pid, SIGKILL);
    (void)sys::Wait(process, /*SecondsToWait=*/std::nullopt);
  }
  process = sys::ProcessInfo();
  for (int *file : {&inputFile, &outputFile})
    if (*file >= 0)
      (void)close(std::exchange(*file, -1));
  for (std::string *path : {&input, &output, &errors})
    if (!path->empty())
      (void)unlink(std::exchange(*path, "").c_str());
}

bool ServingChild::hasEnded(ChildResult &result) {
  std::string message;
  std::optional<int> status = findStatus(process, message, result.end);
  if (!status)
    return false;
  process = sys::ProcessInfo();
  if (*status == -2) {
    result.failure = message;
    return true;
  }
  noteError(result, *status, limits, readText(errors));
  return true;
}

//===-- questions ---------------------------------------------------------===//

Expected<ChildResult> ServingChild::askOnce(StringRef line) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  auto getSeconds = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  if (runner.isEnding())
    return createStringError("interrupted");
  std::string question = (line + "\n").str();
  StringRef left = question;
  ChildResult result;
  while (!StringRef(result.output).ends_with("\n")) {
    if (hasEnded(result))
      break;
    if (limits.seconds != 0 && getSeconds() > limits.seconds) {
      result.end = ChildResult::End::TimeLimit;
      result.failure = describeTimeLimit(limits);
      break;
    }
    pollfd waits[] = {{outputFile, POLLIN, 0}, {inputFile, POLLOUT, 0}};
    (void)poll(waits, left.empty() ? 1 : 2, kPatience);
    if (!left.empty())
      if (ssize_t size = write(inputFile, left.data(), left.size()); size > 0)
        left = left.drop_front(static_cast<size_t>(size));
    readPipe(outputFile, result.output);
  }
  result.seconds = getSeconds();
  if (!result.failure.empty())
    stop();
  if (runner.isEnding())
    return createStringError("interrupted");
  if (Error error = runner.checkDisk(result))
    return std::move(error);
  ++numAnswers;
  return result;
}

Expected<ChildResult> ServingChild::ask(StringRef line) {
  if (process.Pid == 0)
    if (Error error = start())
      return std::move(error);
  bool isNew = numAnswers == 0;
  Expected<ChildResult> result = askOnce(line);
  if (!result || result->failure.empty() || isNew ||
      result->end == ChildResult::End::TimeLimit)
    return result;
  if (Error error = start())
    return std::move(error);
  return askOnce(line);
}

} // namespace tvm::tvmc
