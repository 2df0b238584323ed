// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/Fleet.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cerrno>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;

namespace tvm::tvmc {

/// The path of the Python that runs the fleet.
static Expected<std::string> findPython() {
  const char *given = std::getenv("TVM_MLIR_PYTHON");
  StringRef name = given && *given ? given : "python3";
  ErrorOr<std::string> path = sys::findProgramByName(name);
  if (path)
    return *path;
  return createStringError("--workers needs Python: cannot find '" + name +
                           "'; name one in TVM_MLIR_PYTHON");
}

/// The last line of the file at `path`.
static std::string readLastLine(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/true);
  StringRef text = file ? (*file)->getBuffer().trim() : "";
  return text.substr(text.rfind('\n') + 1).str();
}

/// Fails if this Python cannot import the packages.
static Error checkPackages(StringRef python) {
  SmallString<128> path;
  if (std::error_code code =
          sys::fs::createTemporaryFile("tvmc-fleet", "txt", path))
    return createStringError("cannot create a temporary file: " +
                             code.message());
  scope_exit remove([&] { (void)sys::fs::remove(path); });
  std::string message;
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(path),
                                          StringRef(path)};
  int status = sys::ExecuteAndWait(
      python, {python, "-c", "import distributed, tvm_mlir.fleet"},
      std::nullopt, redirects, /*SecondsToWait=*/60, /*MemoryLimit=*/0,
      &message);
  if (status == 0)
    return Error::success();
  if (message.empty())
    message = readLastLine(path);
  return createStringError(
      "--workers needs the packages tvm_mlir and distributed: '" + python +
      "' says '" + message + "'; TVM_MLIR_PYTHON names another Python");
}

Error runFleet(ArrayRef<StringRef> arguments) {
  Expected<std::string> python = findPython();
  if (!python)
    return python.takeError();
  if (Error error = checkPackages(*python))
    return error;
  std::vector<std::string> words{*python, "-m", "tvm_mlir.fleet"};
  for (StringRef argument : arguments)
    words.push_back(argument.str());
  std::vector<char *> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(python->c_str(), pointers.data());
  return createStringError("cannot run '" + *python +
                           "': " + sys::StrError(errno));
}

} // namespace tvm::tvmc
