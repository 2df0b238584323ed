#include "runtime/Error.h"

#include <cstdarg>
#include <cstdio>

using namespace tvm::runtime;

static std::string &lastErrorOfThread() {
  static thread_local std::string text;
  return text;
}

Status tvm::runtime::error(tvm_status code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  // The arguments may point into the previous message, so do not write to it.
  std::string text(std::vsnprintf(nullptr, 0, format, arguments), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  va_end(arguments);
  lastErrorOfThread() = std::move(text);
  return code;
}

Status tvm::runtime::within(const std::string &context, Status status) {
  if (status.failed())
    lastErrorOfThread().insert(0, context + ": ");
  return status;
}

const std::string &tvm::runtime::lastError() { return lastErrorOfThread(); }
