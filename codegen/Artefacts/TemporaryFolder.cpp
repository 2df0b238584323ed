// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/TemporaryFolder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::codegen {

Expected<TemporaryFolder> TemporaryFolder::create() {
  SmallString<128> path;
  if (std::error_code code = sys::fs::createUniqueDirectory("tvm-mlir", path))
    return createStringError(code, "cannot create a temporary folder: " +
                                       code.message());
  return TemporaryFolder(std::string(path));
}

TemporaryFolder::TemporaryFolder(TemporaryFolder &&other) noexcept
    : path(std::exchange(other.path, "")) {}

TemporaryFolder::~TemporaryFolder() {
  if (!path.empty())
    (void)sys::fs::remove_directories(path);
}

std::string TemporaryFolder::getPath(StringRef name) const {
  SmallString<128> full(path);
  sys::path::append(full, name);
  return std::string(full);
}

Error TemporaryFolder::write(StringRef name, StringRef bytes) const {
  std::error_code code;
  raw_fd_ostream os(getPath(name), code);
  if (!code) {
    os << bytes;
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return createStringError(code, "cannot write " + getPath(name) + ": " +
                                       code.message());
  return Error::success();
}

Expected<std::string> TemporaryFolder::read(StringRef name) const {
  auto buffer = MemoryBuffer::getFile(getPath(name), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError(buffer.getError(),
                             "cannot read " + getPath(name) + ": " +
                                 buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

} // namespace tvm::codegen
