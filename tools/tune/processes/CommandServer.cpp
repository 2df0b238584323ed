// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/CommandServer.h"

#include "tools/tune/processes/NamedPipe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"

#include <poll.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

using namespace llvm;

namespace tvm::tvmc {

/// Milliseconds after which the end of the process is noticed.
static constexpr int kPatience = 50;

using Clock = std::chrono::steady_clock;

static double getSecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

//===-- the process -------------------------------------------------------===//

CommandServer::CommandServer(const ChildRunner &runner)
    : runner(runner), input(runner.makeName("commands")),
      errors(runner.makeName("stderr")) {
  Error error = openPipe(input, inputFile);
  if (!error)
    error = runner.start({"serve"}, Limits{}, input, /*output=*/"", errors)
                .moveInto(process);
  // A command that runs in another way reports the same problem.
  consumeError(std::move(error));
}

CommandServer::~CommandServer() {
  if (isRunning()) {
    (void)kill(process.Pid, SIGKILL);
    (void)sys::Wait(process, /*SecondsToWait=*/std::nullopt);
  }
  if (inputFile >= 0)
    (void)close(inputFile);
  (void)unlink(input.c_str()); // LLVM removes no pipes
  (void)unlink(errors.c_str());
}

bool CommandServer::isRunning() {
  std::lock_guard<std::mutex> lock(mutex);
  if (process.Pid == 0)
    return false;
  std::string message;
  auto end = ChildResult::End::Success;
  if (!findStatus(process, message, end))
    return true;
  process = sys::ProcessInfo();
  return false;
}

//===-- commands ----------------------------------------------------------===//

bool CommandServer::send(json::Object question) {
  std::string line = formatv("{0}\n", json::Value(std::move(question))).str();
  StringRef left = line;
  std::lock_guard<std::mutex> lock(writing);
  while (!left.empty() && isRunning()) {
    pollfd wait = {inputFile, POLLOUT, 0};
    (void)poll(&wait, 1, kPatience);
    if (ssize_t size = write(inputFile, left.data(), left.size()); size > 0)
      left = left.drop_front(static_cast<size_t>(size));
  }
  return left.empty();
}

std::optional<std::string> CommandServer::waitFor(int file, StringRef path,
                                                  const Limits &limits,
                                                  bool &isLate) {
  auto start = Clock::now();
  std::string answer;
  while (!StringRef(answer).ends_with("\n")) {
    bool isAlive = isRunning();
    pollfd wait = {file, POLLIN, 0};
    (void)poll(&wait, 1, isAlive ? kPatience : 0);
    readPipe(file, answer);
    if (!isAlive && !StringRef(answer).ends_with("\n"))
      return std::nullopt;
    if (isLate || limits.seconds == 0 ||
        getSecondsSince(start) < limits.seconds)
      continue;
    isLate = true;
    (void)send(json::Object{{"end", path}});
  }
  return answer;
}

/// Notes the end of a command in `result`. Returns false if it did not start.
static bool noteEnd(ChildResult &result, StringRef answer, StringRef errors,
                    const Limits &limits) {
  Expected<json::Value> value = json::parse(answer);
  const json::Object *object = value ? value->getAsObject() : nullptr;
  if (!object) {
    consumeError(value.takeError());
    return false;
  }
  if (auto signal = object->getString("signal")) {
    result.end = ChildResult::End::Signal;
    result.failure = ("signal: " + *signal).str();
    return true;
  }
  auto status = object->getInteger("status");
  if (status && *status != 0)
    noteError(result, static_cast<int>(*status), limits, errors);
  return status.has_value();
}

std::optional<ChildResult> CommandServer::run(ArrayRef<std::string> arguments,
                                              const Limits &limits) {
  auto start = Clock::now();
  // JSON has no other bytes.
  if (!all_of(arguments, [](StringRef word) { return json::isUTF8(word); }))
    return std::nullopt;
  std::string output = runner.makeName("stdout"),
              errors = runner.makeName("stderr"),
              answer = runner.makeName("answer");
  FileRemover removeOutput(output), removeErrors(errors);
  int file = -1;
  scope_exit close([&] {
    if (file >= 0)
      (void)::close(file);
    (void)unlink(answer.c_str());
  });
  if (Error error = openPipe(answer, file)) {
    consumeError(std::move(error));
    return std::nullopt;
  }
  if (!send(json::Object{{"arguments", json::Array(arguments)},
                         {"output", output},
                         {"errors", errors},
                         {"answer", answer},
                         {"megabytes", limits.megabytes}}))
    return std::nullopt;
  bool isLate = false;
  auto line = waitFor(file, answer, limits, isLate);
  ChildResult result;
  if (!line || !noteEnd(result, *line, readText(errors), limits))
    return std::nullopt;
  result.output = readText(output);
  if (isLate) {
    result.end = ChildResult::End::TimeLimit;
    result.failure = describeTimeLimit(limits);
  }
  result.seconds = getSecondsSince(start);
  return result;
}

} // namespace tvm::tvmc
