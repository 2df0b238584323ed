// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/OutputFile.h"

#include "runtime/core/OutputPath.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>

using namespace llvm;
using tvm::runtime::OutputPath;
using Writer = function_ref<Error(raw_ostream &)>;

namespace tvm::codegen {

static Error cannotWrite(StringRef path, std::error_code code) {
  return createStringError(code,
                           "cannot write '" + path + "': " + code.message());
}

/// Returns the error of writing the file, if there is one, otherwise `error`.
static Error checkWritten(StringRef path, raw_fd_ostream &os, Error error) {
  std::error_code code = os.error();
  os.clear_error();
  if (!code)
    return error;
  consumeError(std::move(error));
  return cannotWrite(path, code);
}

static Error print(StringRef path, raw_fd_ostream &os, Writer write,
                   const OutputOptions &options) {
  if (options.bufferSize != 0)
    os.SetBufferSize(options.bufferSize);
  Error error = write(os);
  os.flush();
  return checkWritten(path, os, std::move(error));
}

static Error writeInto(StringRef path, const OutputPath &output, Writer write,
                       const OutputOptions &options) {
  int descriptor = output.open();
  if (descriptor < 0)
    return cannotWrite(path, std::error_code(errno, std::generic_category()));
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  Error error = print(path, os, write, options);
  os.close();
  return checkWritten(path, os, std::move(error));
}

/// Creates the file beside `output` that will replace it.
static Expected<sys::fs::TempFile>
create(StringRef path, const OutputPath &output, const OutputOptions &options) {
  // Users who may read the folder may read the file.
  unsigned mode = sys::fs::all_read | sys::fs::owner_write;
  mode |= options.isExecutable ? sys::fs::all_exe : sys::fs::group_write;
  auto file = sys::fs::TempFile::create(output.path + ".%%%%%%%%.tmp", mode);
  if (!file)
    return cannotWrite(path, errorToErrorCode(file.takeError()));
  return file;
}

static Error replace(StringRef path, const OutputPath &output, Writer write,
                     const OutputOptions &options) {
  auto file = create(path, output, options);
  if (!file)
    return file.takeError();
  Error error = Error::success();
  {
    raw_fd_ostream os(file->FD, /*shouldClose=*/false);
    error = print(path, os, write, options);
  }
  if (error) {
    consumeError(file->discard());
    return error;
  }
  if (Error problem = file->keep(output.path))
    return cannotWrite(path, errorToErrorCode(std::move(problem)));
  return Error::success();
}

Error writeOutputFile(StringRef path, Writer write, OutputOptions options) {
  OutputPath output = OutputPath::follow(path.str());
  return output.isReplaced ? replace(path, output, write, options)
                           : writeInto(path, output, write, options);
}

Error checkOutputFile(StringRef path) {
  OutputPath output = OutputPath::follow(path.str());
  if (output.isReplaced) {
    auto file = create(path, output, OutputOptions());
    return file ? file->discard() : file.takeError();
  }
  // Opening a pipe would wait for its reader.
  if (sys::fs::is_directory(output.path))
    return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
  return sys::fs::can_write(output.path)
             ? Error::success()
             : cannotWrite(path,
                           std::make_error_code(std::errc::permission_denied));
}

} // namespace tvm::codegen
