#include "tools/tune/ServingChild.h"

#include "llvm/Support/MemoryBuffer.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

using namespace llvm;

namespace tvm::tvmc {

/// Milliseconds after which an end of the process is noticed.
static constexpr int kPatience = 50;

//===-- the process -------------------------------------------------------===//

/// Makes a pipe, and opens both of its ends, so that opening does not wait for
/// the process.
static Error openPipe(const std::string &path, int &file) {
  (void)unlink(path.c_str()); // LLVM removes no pipes
  if (mkfifo(path.c_str(), 0600) == 0)
    file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0)
    return Error::success();
  return createStringError(std::error_code(errno, std::generic_category()),
                           "cannot open the pipe '" + path + "'");
}

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
  auto text = MemoryBuffer::getFile(errors, /*IsText=*/true);
  noteError(result, *status, limits, text ? (*text)->getBuffer() : StringRef());
  return true;
}

//===-- questions ---------------------------------------------------------===//

void ServingChild::read(std::string &text) const {
  char buffer[4096];
  ssize_t size;
  while ((size = ::read(outputFile, buffer, sizeof(buffer))) > 0)
    text.append(buffer, static_cast<size_t>(size));
}

Expected<ChildResult> ServingChild::askOnce(StringRef line) {
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  auto getSeconds = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  bool before = runner.isEnding();
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
    read(result.output);
  }
  result.seconds = getSeconds();
  if (!result.failure.empty())
    stop();
  if (!before && runner.isEnding())
    return createStringError("interrupted");
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
