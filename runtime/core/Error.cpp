// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/Error.h"

#include "runtime/core/ThreadPointer.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tvm::runtime;

/// The buffer for most messages. Memory that exists from a thread's start
/// cannot fail, and without a destructor no registration can fail.
static thread_local char shortText[512];

static void freeText(char *text) { std::free(text); }

/// The buffer for long messages.
static const ThreadPointer<char, freeText> &getLongText() {
  static const ThreadPointer<char, freeText> text;
  return text;
}

/// Records a message. Allocates only for long ones.
static void record(const char *format, va_list arguments) noexcept {
  // The arguments may point into the previous message, so it is replaced last.
  char text[sizeof(shortText)];
  va_list again;
  va_copy(again, arguments);
  int length = std::vsnprintf(text, sizeof(text), format, arguments);
  char *longer = nullptr;
  if (length < 0)
    text[0] = '\0';
  if (length >= static_cast<int>(sizeof(text))) {
    std::strcpy(text + sizeof(text) - sizeof("..."), "...");
    longer = static_cast<char *>(std::malloc(length + 1));
  }
  if (longer)
    std::vsnprintf(longer, length + 1, format, again);
  va_end(again);
  std::memcpy(shortText, text, sizeof(text));
  if (getLongText().set(longer))
    return;
  std::free(longer);
  (void)getLongText().set(nullptr);
}

Status tvm::runtime::error(tvm_status code, const char *format, ...) noexcept {
  va_list arguments;
  va_start(arguments, format);
  record(format, arguments);
  va_end(arguments);
  return code;
}

Status tvm::runtime::within(std::string_view context, Status status) noexcept {
  if (!status.failed())
    return status;
  return error(status, "%.*s: %s", static_cast<int>(context.size()),
               context.data(), lastErrorText());
}

// The dynamic linker has no error code for this, only texts: the system's, and
// some of its own.
tvm_status tvm::runtime::statusOfLinker(const char *why,
                                        tvm_status otherwise) noexcept {
  const char *texts[] = {std::strerror(ENOMEM), "out of memory",
                         "cannot allocate ", "cannot create ",
                         "cannot extend "};
  for (const char *text : texts)
    if (std::strstr(why, text))
      return TVM_OUT_OF_MEMORY;
  return otherwise;
}

const char *tvm::runtime::lastErrorText() noexcept {
  const char *text = getLongText().get();
  return text ? text : shortText;
}

std::string tvm::runtime::lastError() { return lastErrorText(); }
