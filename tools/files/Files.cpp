#include "tools/files/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Error cannotWrite(StringRef path, std::error_code code) {
  return createStringError("cannot write '" + path + "': " + code.message());
}

Error tvm::writeFile(StringRef path, function_ref<void(raw_ostream &)> write) {
  auto mode = sys::fs::all_read | sys::fs::owner_write | sys::fs::group_write;
  auto file = sys::fs::TempFile::create(path + ".%%%%%%%%.tmp", mode);
  if (!file)
    return cannotWrite(path, errorToErrorCode(file.takeError()));
  std::error_code code;
  {
    raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    write(os);
    os.flush();
    code = os.error();
    os.clear_error();
  }
  if (code) {
    consumeError(file->discard());
    return cannotWrite(path, code);
  }
  if (Error error = file->keep(path))
    return cannotWrite(path, errorToErrorCode(std::move(error)));
  return Error::success();
}
