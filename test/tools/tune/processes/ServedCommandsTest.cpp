// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/ServedCommands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

namespace tvm::tvmc {
namespace {

/// Runs a command whose first word says what happens.
int runWord(llvm::ArrayRef<llvm::StringRef> arguments) {
  llvm::StringRef word = arguments.front();
  if (word == "fail") {
    llvm::errs() << "error: no\n";
    return 3;
  }
  if (word == "crash")
    (void)raise(SIGKILL);
  if (word == "sleep")
    std::this_thread::sleep_for(std::chrono::minutes(2));
  if (word == "allocate") {
    void *memory = mmap(nullptr, size_t(900) << 20, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED;
  }
  if (word == "read")
    return getchar() == EOF ? 0 : 1;
  for (llvm::StringRef argument : arguments)
    llvm::outs() << argument << "\n"; // is not flushed
  return 0;
}

class ServedCommandsTest : public testing::Test {
protected:
  ServedCommandsTest() {
    std::string test =
        testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = testing::TempDir() + "/" + test + std::to_string(getpid());
    (void)llvm::sys::fs::create_directories(folder);
    EXPECT_EQ(pipe(commands), 0);
    EXPECT_EQ(pipe(lives), 0);
    server = fork();
    if (server == 0) {
      (void)close(commands[1]);
      llvm::Error error = serveCommands(commands[0], runWord);
      _exit(error ? 1 : 0);
    }
    (void)close(lives[1]);
  }
  ~ServedCommandsTest() override {
    end();
    (void)close(lives[0]);
  }

  /// Ends the input of the server.
  void end() {
    if (commands[1] < 0)
      return;
    (void)close(std::exchange(commands[1], -1));
    int status = -1;
    EXPECT_EQ(waitpid(server, &status, 0), server);
    EXPECT_EQ(status, 0);
  }

  void send(const std::string &line) const {
    EXPECT_EQ(write(commands[1], line.data(), line.size()),
              static_cast<ssize_t>(line.size()));
  }

  /// Asks for a command. `name` tells its files apart.
  void start(const std::string &name, llvm::ArrayRef<std::string> words,
             unsigned megabytes = 0) const {
    std::string base = folder + "/" + name;
    std::ofstream(base + ".answer").flush();
    std::string line;
    llvm::raw_string_ostream(line)
        << llvm::json::Value(
               llvm::json::Object{{"arguments", llvm::json::Array(words)},
                                  {"output", base + ".out"},
                                  {"errors", base + ".err"},
                                  {"answer", base + ".answer"},
                                  {"megabytes", megabytes}})
        << "\n";
    send(line);
  }

  std::string read(const std::string &file) const {
    std::ifstream stream(folder + "/" + file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  /// The answer for a command, when it has ended.
  std::string waitFor(const std::string &name) const {
    for (int i = 0; i < 2000; ++i) {
      std::string answer = read(name + ".answer");
      if (!answer.empty() && answer.back() == '\n')
        return answer;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return "none";
  }

  std::string run(llvm::ArrayRef<std::string> words,
                  unsigned megabytes = 0) const {
    start("command", words, megabytes);
    return waitFor("command");
  }

  std::string folder;
  int commands[2],
      lives[2]; // pipes; the server and its copies write to `lives`
  pid_t server;
};

TEST_F(ServedCommandsTest, RunsCommands) {
  EXPECT_EQ(run({"print", "a b", "\"\n"}), "{\"status\":0}\n");
  EXPECT_EQ(read("command.out"), "print\na b\n\"\n\n");
  EXPECT_EQ(run({"fail"}), "{\"status\":3}\n");
  EXPECT_EQ(read("command.out"), ""); // nothing is left of the first one
  EXPECT_EQ(read("command.err"), "error: no\n");
}

TEST_F(ServedCommandsTest, SurvivesCrashes) {
  EXPECT_EQ(run({"crash"}), "{\"signal\":\"Killed\"}\n");
  EXPECT_EQ(run({"print"}), "{\"status\":0}\n");
}

TEST_F(ServedCommandsTest, LimitsMemory) {
  EXPECT_EQ(run({"allocate"}), "{\"status\":0}\n");
  EXPECT_EQ(run({"allocate"}, /*megabytes=*/800), "{\"status\":1}\n");
  EXPECT_EQ(run({"allocate"}), "{\"status\":0}\n");
}

TEST_F(ServedCommandsTest, CommandsHaveNoInput) {
  EXPECT_EQ(run({"read"}), "{\"status\":0}\n");
}

TEST_F(ServedCommandsTest, EndsCommands) {
  start("slow", {"sleep"});
  start("other", {"sleep"});
  EXPECT_EQ(run({"print"}), "{\"status\":0}\n"); // at the same time
  send("{\"end\":\"" + folder + "/slow.answer\"}\n");
  EXPECT_EQ(waitFor("slow"), "{\"signal\":\"Killed\"}\n");
  EXPECT_EQ(read("other.answer"), "");
}

TEST_F(ServedCommandsTest, CommandsEndWithIt) {
  start("slow", {"sleep"});
  EXPECT_EQ(run({"print"}), "{\"status\":0}\n"); // the other one has begun
  end();
  char byte;
  EXPECT_EQ(::read(lives[0], &byte, 1), 0); // nobody is left who writes
}

TEST_F(ServedCommandsTest, IgnoresWhatIsNoCommand) {
  send("?\n[]\n{\"end\":\"none\"}\n");
  EXPECT_EQ(run({"print"}), "{\"status\":0}\n");
}

TEST_F(ServedCommandsTest, ACopyWithoutFilesFails) {
  std::ofstream(folder + "/a.answer").flush();
  send("{\"arguments\":[\"print\"],\"answer\":\"" + folder + "/a.answer\"}\n");
  EXPECT_EQ(waitFor("a"), "{\"status\":1}\n");
}

} // namespace
} // namespace tvm::tvmc
