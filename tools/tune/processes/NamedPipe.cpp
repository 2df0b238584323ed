// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/processes/NamedPipe.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

using namespace llvm;

namespace tvm::tvmc {

Error openPipe(const std::string &path, int &file) {
  (void)unlink(path.c_str()); // LLVM removes no pipes
  if (mkfifo(path.c_str(), 0600) == 0)
    file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (file >= 0)
    return Error::success();
  return createStringError(std::error_code(errno, std::generic_category()),
                           "cannot open the pipe '" + path + "'");
}

void readPipe(int file, std::string &text) {
  char buffer[4096];
  ssize_t size;
  while ((size = read(file, buffer, sizeof(buffer))) > 0)
    text.append(buffer, static_cast<size_t>(size));
}

} // namespace tvm::tvmc
