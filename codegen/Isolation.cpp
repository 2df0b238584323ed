#include "codegen/Isolation.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <mutex>
#include <optional>
#include <string>

using namespace llvm;

namespace {
/// Stack of the thread that compiles: LLVM recurses deeply on large blocks.
constexpr unsigned kStackBytes = 16 << 20;

/// The handlers of signals and of fatal errors are the process's: they are in
/// place while at least one thread works.
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

/// Where the thread at work keeps what LLVM said last.
static thread_local std::string *fatalReason = nullptr;

void Handlers::handleFatalError(void *, const char *reason, bool) {
  if (fatalReason)
    *fatalReason = reason;
  if (CrashRecoveryContext *context = CrashRecoveryContext::GetCurrent())
    context->HandleExit(1);
}

Error tvm::codegen::runIsolated(function_ref<Error()> work, bool &crashed) {
  Handlers handlers;
  std::optional<Error> result;
  std::string reason;
  CrashRecoveryContext context;
  bool survived = context.RunSafelyOnThread(
      [&] {
        fatalReason = &reason;
        result = work();
      },
      kStackBytes);
  crashed = !survived || !result;
  if (!crashed)
    return std::move(*result);
  if (result)
    consumeError(std::move(*result));
  // A graph may follow of what LLVM was at.
  StringRef line = StringRef(reason).split('\n').first;
  return createStringError(line.empty() ? "the code generator crashed"
                                        : "code generation: " + line);
}
