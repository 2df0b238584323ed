#include "tools/tune/Child.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace llvm;

namespace tvm::tvmc {

static std::string readText(StringRef path) {
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

/// The environment of this process, with `cache` as the folder of kernels.
static std::vector<std::string> getEnvironment(StringRef cache) {
  constexpr StringLiteral kCache = "TVM_MLIR_CACHE=";
  std::vector<std::string> variables{(kCache + cache).str()};
  for (char **variable = environ; *variable; ++variable)
    if (!StringRef(*variable).starts_with(kCache))
      variables.push_back(*variable);
  return variables;
}

/// The cause of a failure with status -2.
static std::string describeEnd(StringRef message, const Limits &limits) {
  if (message.starts_with("Child timed out"))
    return "time limit of " + std::to_string(limits.seconds) + " s";
  return "signal: " + message.str();
}

Expected<ChildResult> ChildRunner::run(ArrayRef<std::string> arguments,
                                       const Limits &limits) const {
  std::string output = folder + "/stdout", errors = folder + "/stderr";
  for (const std::string &path : {output, errors})
    (void)sys::fs::remove(path); // it would only be overwritten
  std::optional<StringRef> redirects[] = {StringRef(), StringRef(output),
                                          StringRef(errors)};
  std::vector<StringRef> words{program};
  for (const std::string &argument : arguments)
    words.push_back(argument);
  std::vector<std::string> variables = getEnvironment(folder + "/cache");
  std::vector<StringRef> environment(variables.begin(), variables.end());
  std::string message;
  bool isNotStarted = false, before = isInterrupted && *isInterrupted;
  int status = sys::ExecuteAndWait(program, words, ArrayRef(environment),
                                   redirects, limits.seconds, limits.megabytes,
                                   &message, &isNotStarted);
  if (isNotStarted || status == -1)
    return createStringError("cannot run '" + program + "': " + message);
  if (!before && isInterrupted && *isInterrupted)
    return createStringError("interrupted");
  ChildResult result;
  result.output = readText(output);
  if (status < 0)
    result.failure = describeEnd(message, limits);
  else if (status != 0)
    result.failure = findError(readText(errors));
  if (status != 0 && result.failure.empty())
    result.failure = "exit status " + std::to_string(status);
  return result;
}

} // namespace tvm::tvmc
