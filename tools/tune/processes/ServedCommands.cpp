// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/ServedCommands.h"

#include "tools/tune/processes/Child.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

using namespace llvm;

namespace tvm::tvmc {

namespace {
class Server {
public:
  Server(int input, function_ref<int(ArrayRef<StringRef>)> run)
      : input(input), run(run) {}

  void serve();

private:
  /// A command that runs.
  struct Command {
    pid_t process;
    int file; // which can be read when the process has ended
    std::string answer;
  };

  void hear(StringRef line);
  void start(const json::Object &question, StringRef answer);
  /// Runs a command in this process, which is a copy.
  [[noreturn]] void become(const json::Object &question, pid_t parent);
  static void tellEnd(const Command &command);

  int input;
  function_ref<int(ArrayRef<StringRef>)> run;
  std::vector<Command> commands;
};
} // namespace

static void writeAnswer(StringRef path, json::Object answer) {
  int file = open(path.str().c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return; // nobody waits for it
  std::string line = formatv("{0}\n", json::Value(std::move(answer))).str();
  (void)!write(file, line.data(), line.size());
  (void)close(file);
}

//===-- the copy ----------------------------------------------------------===//

/// Makes `file` refer to the file at `path`. Returns whether that is possible.
static bool redirect(int file, StringRef path, int flags) {
  int opened = open(path.str().c_str(), flags, 0666);
  return opened >= 0 && dup2(opened, file) == file && close(opened) == 0;
}

/// Limits the memory as llvm::sys::ExecuteNoWait does.
static void limitMemory(uint64_t megabytes) {
  if (megabytes == 0)
    return;
  for (auto resource : {RLIMIT_DATA, RLIMIT_RSS}) {
    rlimit limit = {};
    (void)getrlimit(resource, &limit);
    limit.rlim_cur = megabytes << 20;
    (void)setrlimit(resource, &limit);
  }
}

void Server::become(const json::Object &question, pid_t parent) {
  // It does not outlive the server, which may have ended before this call.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent)
    _exit(1);
  for (const Command &other : commands)
    (void)close(other.file);
  constexpr int kWritten = O_WRONLY | O_CREAT | O_TRUNC;
  if (!redirect(STDIN_FILENO, "/dev/null", O_RDONLY) ||
      !redirect(STDOUT_FILENO, question.getString("output").value_or(""),
                kWritten) ||
      !redirect(STDERR_FILENO, question.getString("errors").value_or(""),
                kWritten))
    _exit(1);
  limitMemory(question.getInteger("megabytes").value_or(0));
  SmallVector<StringRef> arguments;
  if (const json::Array *words = question.getArray("arguments"))
    for (const json::Value &word : *words)
      arguments.push_back(word.getAsString().value_or(""));
  int status = run(arguments);
  outs().flush();
  errs().flush();
  _exit(outs().has_error() ? 1 : status);
}

//===-- the server --------------------------------------------------------===//

void Server::start(const json::Object &question, StringRef answer) {
  pid_t parent = getpid(), process = fork();
  if (process == 0)
    become(question, parent);
  int file = process > 0 ? openProcess(process) : -1;
  if (file >= 0) {
    commands.push_back({process, file, answer.str()});
    return;
  }
  if (process > 0) {
    (void)kill(process, SIGKILL);
    (void)waitpid(process, nullptr, 0);
  }
  writeAnswer(answer, {});
}

void Server::tellEnd(const Command &command) {
  int status = 0;
  bool isKnown = waitpid(command.process, &status, 0) == command.process;
  (void)close(command.file);
  json::Object answer;
  if (isKnown && WIFSIGNALED(status))
    answer["signal"] = std::string(strsignal(WTERMSIG(status))) +
                       (WCOREDUMP(status) ? " (core dumped)" : "");
  else if (isKnown)
    answer["status"] = WEXITSTATUS(status);
  writeAnswer(command.answer, std::move(answer));
}

void Server::hear(StringRef line) {
  Expected<json::Value> value = json::parse(line);
  const json::Object *question = value ? value->getAsObject() : nullptr;
  if (!question) {
    errs() << "error: expected a command, got '" << line << "'\n";
    return consumeError(value.takeError());
  }
  if (auto end = question->getString("end")) {
    for (const Command &command : commands)
      if (command.answer == *end)
        (void)kill(command.process, SIGKILL);
    return;
  }
  start(*question, question->getString("answer").value_or(""));
}

void Server::serve() {
  std::string text;
  while (true) {
    std::vector<pollfd> waits{{input, POLLIN, 0}};
    for (const Command &command : commands)
      waits.push_back({command.file, POLLIN, 0});
    if (poll(waits.data(), waits.size(), /*timeout=*/-1) < 0)
      continue; // a signal
    std::vector<Command> left;
    for (auto [command, wait] : zip_equal(commands, drop_begin(waits)))
      if (wait.revents == 0)
        left.push_back(std::move(command));
      else
        tellEnd(command);
    commands = std::move(left);
    if (waits.front().revents == 0)
      continue;
    char buffer[4096];
    ssize_t size = read(input, buffer, sizeof(buffer));
    if (size <= 0)
      return; // whoever asked has ended
    text.append(buffer, static_cast<size_t>(size));
    for (size_t end; (end = text.find('\n')) != std::string::npos;
         text.erase(0, end + 1))
      hear(StringRef(text).take_front(end));
  }
}

Error serveCommands(int input, function_ref<int(ArrayRef<StringRef>)> run) {
  int self = openProcess(getpid());
  if (self < 0)
    return createStringError(std::error_code(errno, std::generic_category()),
                             "cannot wait for processes");
  (void)close(self);
  Server(input, run).serve();
  return Error::success();
}

} // namespace tvm::tvmc
