// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Isolation.h"

#include "codegen/OutOfMemory.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"

#include <unistd.h>

#include <cstring>
#include <mutex>
#include <optional>
#include <string>

using namespace llvm;

namespace {
/// The stack size in bytes of a compiling thread: LLVM recurses deeply on large
/// blocks.
constexpr unsigned kStackBytes = 16 << 20;

/// The process-wide handlers of signals and of fatal errors, which are
/// installed while at least one thread works.
class Handlers {
public:
  Handlers() {
    std::lock_guard<std::mutex> lock(mutex);
    if (users++ != 0)
      return;
    CrashRecoveryContext::Enable();
    install_fatal_error_handler(handleFatalError);
  }
  ~Handlers() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--users != 0)
      return;
    remove_fatal_error_handler();
    CrashRecoveryContext::Disable();
  }

private:
  static void handleFatalError(void *, const char *reason, bool);

  static std::mutex mutex;
  static unsigned users;
};
} // namespace

std::mutex Handlers::mutex;
unsigned Handlers::users = 0;

/// The place for LLVM's last message on this thread, while it works.
static thread_local std::string *fatalReason = nullptr;

void Handlers::handleFatalError(void *, const char *reason, bool) {
  if (fatalReason)
    *fatalReason = reason;
  if (CrashRecoveryContext *context = CrashRecoveryContext::GetCurrent())
    context->HandleExit(1);
}

static constexpr StringLiteral kOutOfMemory = "out of memory";

/// Memory is exhausted here; a text this short needs none.
static void handleBadAlloc(void *message, const char *, bool) {
  if (fatalReason)
    fatalReason->assign(kOutOfMemory.data(), kOutOfMemory.size());
  if (CrashRecoveryContext *context = CrashRecoveryContext::GetCurrent())
    context->HandleExit(1);
  auto *text = static_cast<const char *>(message);
  (void)!write(STDERR_FILENO, text, strlen(text));
  sys::RunInterruptHandlers(); // removes incomplete files
  _exit(1);
}

void tvm::codegen::installBadAllocHandler(const char *message) {
  install_bad_alloc_error_handler(handleBadAlloc, const_cast<char *>(message));
}

Error tvm::codegen::runIsolated(function_ref<Error()> work, bool &crashed) {
  Handlers handlers;
  std::optional<Error> result;
  std::string reason;
  // The outer context handles threads that cannot be created.
  CrashRecoveryContext outer, inner;
  bool survived = false;
  fatalReason = &reason;
  outer.RunSafely([&] {
    survived = inner.RunSafelyOnThread(
        [&] {
          fatalReason = &reason;
          result = work();
        },
        kStackBytes);
  });
  fatalReason = nullptr;
  crashed = !survived || !result;
  if (!crashed)
    return std::move(*result);
  bool isWithoutThread = StringRef(reason).starts_with("pthread_create");
  if (reason == kOutOfMemory ||
      ((reason.empty() || isWithoutThread) && isMemoryExhausted())) {
    crashed = false;
    return createStringError(kOutOfMemory);
  }
  if (result)
    consumeError(std::move(*result));
  // A graph of LLVM's state may follow the first line.
  StringRef line = StringRef(reason).split('\n').first;
  return createStringError(line.empty() ? "the code generator crashed"
                                        : "code generation: " + line);
}
