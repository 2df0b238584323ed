// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/Child.h"

#include "codegen/Artefacts/OutputFile.h"
#include "tools/tune/processes/CommandServer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

using namespace llvm;

namespace tvm::tvmc {

std::string readText(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  return file ? (*file)->getBuffer().str() : "";
}

/// The first error message in `text`; all of the text if there is none.
static std::string findError(StringRef text) {
  StringRef error = text;
  size_t place = text.find("error: ");
  if (place != StringRef::npos)
    error = text.substr(place + strlen("error: "));
  return error.trim().split('\n').first.str();
}

static Error makeInterrupted() { return createStringError("interrupted"); }

/// The environment of this process, with `cache` as the folder of kernels.
static std::vector<std::string> getEnvironment(StringRef cache) {
  constexpr StringLiteral kCache = "TVM_MLIR_CACHE=";
  std::vector<std::string> variables{(kCache + cache).str()};
  for (char **variable = environ; *variable; ++variable)
    if (!StringRef(*variable).starts_with(kCache))
      variables.push_back(*variable);
  return variables;
}

int openProcess(pid_t process) {
  return static_cast<int>(syscall(SYS_pidfd_open, process, 0));
}

std::optional<int> findStatus(const sys::ProcessInfo &process,
                              std::string &message, ChildResult::End &end) {
  sys::ProcessInfo ended = sys::Wait(process, /*SecondsToWait=*/0, &message);
  if (ended.Pid == 0)
    return std::nullopt;
  if (ended.ReturnCode == -2) {
    end = ChildResult::End::Signal;
    message.insert(0, "signal: ");
  }
  return ended.ReturnCode;
}

std::string describeTimeLimit(const Limits &limits) {
  return "time limit of " + std::to_string(limits.seconds) + " s";
}

/// Waits until `process` ends or its time is over. Returns its status. -2 is a
/// signal or the end of its time: `message` is the cause of the failure then.
static int waitFor(const sys::ProcessInfo &process, const Limits &limits,
                   std::string &message, ChildResult::End &end) {
  using Clock = std::chrono::steady_clock;
  auto limit = Clock::now() + std::chrono::seconds(limits.seconds);
  int file = openProcess(process.Pid);
  scope_exit close([&] { ::close(file); });
  while (true) {
    if (std::optional<int> status = findStatus(process, message, end))
      return *status;
    std::chrono::duration<double, std::milli> rest = limit - Clock::now();
    bool isLimited = limits.seconds != 0;
    if (isLimited && rest.count() <= 0)
      break;
    int milliseconds = isLimited ? static_cast<int>(rest.count()) + 1 : -1;
    pollfd wait = {file, POLLIN, 0};
    (void)poll(&wait, 1, file < 0 ? 1 : milliseconds);
  }
  (void)kill(process.Pid, SIGKILL);
  (void)sys::Wait(process, /*SecondsToWait=*/std::nullopt, &message);
  end = ChildResult::End::TimeLimit;
  message = describeTimeLimit(limits);
  return -2;
}

/// The failure that tvmc reports where there is no memory.
static constexpr StringLiteral kOutOfMemory = "out of memory";

void noteError(ChildResult &result, int status, const Limits &limits,
               StringRef errors) {
  result.end = ChildResult::End::Error;
  result.failure = findError(errors);
  if (result.failure.empty())
    result.failure = "exit status " + std::to_string(status);
  if (limits.megabytes == 0 || result.failure != kOutOfMemory)
    return;
  result.end = ChildResult::End::MemoryLimit;
  result.failure =
      "memory limit of " + std::to_string(limits.megabytes) + " MB";
}

ChildRunner::ChildRunner(std::string program, std::string folder,
                         const std::atomic<bool> *isInterrupted)
    : program(std::move(program)), folder(std::move(folder)),
      isInterrupted(isInterrupted) {}

ChildRunner::~ChildRunner() = default;

//===-- disks -------------------------------------------------------------===//

/// Whether a failure says that a file system does not take what was written.
static bool isOfDisk(StringRef failure) {
  for (std::errc code :
       {std::errc::no_space_on_device, std::errc::file_too_large})
    if (failure.contains(std::make_error_code(code).message()))
      return true;
  return failure.contains(
      std::error_code(EDQUOT, std::generic_category()).message());
}

Error ChildRunner::checkDisk(const ChildResult &result) const {
  constexpr size_t kLeastBytes = 64 << 10;
  if (result.failure.empty() || result.end == ChildResult::End::TimeLimit)
    return Error::success();
  if (isOfDisk(result.failure))
    return createStringError(result.failure);
  // What a command has said may be lost as well.
  std::string path = makeName("space");
  Error error = codegen::writeOutputFile(path, [](raw_ostream &os) {
    os << std::string(kLeastBytes, ' ');
    return Error::success();
  });
  (void)sys::fs::remove(path);
  return error;
}

//===-- commands ----------------------------------------------------------===//

Expected<sys::ProcessInfo> ChildRunner::start(ArrayRef<std::string> arguments,
                                              const Limits &limits,
                                              StringRef input, StringRef output,
                                              StringRef errors) const {
  std::optional<StringRef> redirects[] = {input, output, errors};
  std::vector<StringRef> words{program};
  append_range(words, arguments);
  std::vector<std::string> variables = getEnvironment(folder + "/cache");
  std::vector<StringRef> environment(variables.begin(), variables.end());
  std::string message;
  bool isNotStarted = false;
  sys::ProcessInfo process =
      sys::ExecuteNoWait(program, words, ArrayRef(environment), redirects,
                         limits.megabytes, &message, &isNotStarted);
  if (isNotStarted)
    return createStringError("cannot run '" + program + "': " + message);
  return process;
}

Expected<ChildResult> ChildRunner::run(ArrayRef<std::string> arguments,
                                       const Limits &limits) const {
  auto start = std::chrono::steady_clock::now();
  std::string output = makeName("stdout"), errors = makeName("stderr");
  FileRemover removeOutput(output), removeErrors(errors);
  if (isEnding())
    return makeInterrupted();
  auto process = this->start(arguments, limits, /*input=*/"", output, errors);
  if (!process)
    return process.takeError();
  ChildResult result;
  std::string message;
  int status = waitFor(*process, limits, message, result.end);
  if (status == -1)
    return createStringError("cannot run '" + program + "': " + message);
  if (isEnding())
    return makeInterrupted();
  result.output = readText(output);
  if (status < 0)
    result.failure = message;
  else if (status != 0)
    noteError(result, status, limits, readText(errors));
  if (Error error = checkDisk(result))
    return std::move(error);
  std::chrono::duration<double> taken =
      std::chrono::steady_clock::now() - start;
  result.seconds = taken.count();
  return result;
}

Expected<ChildResult> ChildRunner::runCopy(ArrayRef<std::string> arguments,
                                           const Limits &limits) const {
  if (isEnding())
    return makeInterrupted();
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!server)
      server = std::make_unique<CommandServer>(*this);
  }
  std::optional<ChildResult> result = server->run(arguments, limits);
  if (isEnding())
    return makeInterrupted();
  if (!result)
    return run(arguments, limits);
  if (Error error = checkDisk(*result))
    return std::move(error);
  return std::move(*result);
}

} // namespace tvm::tvmc
