// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/ExternalData.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <onnx/onnx_pb.h>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;

namespace tvm::onnx_import {

namespace {
struct Location {
  StringRef file;
  uint64_t offset = 0;
  std::optional<uint64_t> length;
};
} // namespace

static Error parseInteger(StringRef key, StringRef text, uint64_t &value) {
  if (text.getAsInteger(10, value))
    return createStringError("external data has " + key + " '" + text +
                             "', expected a number");
  return Error::success();
}

static Expected<Location> getLocation(const onnx::TensorProto &tensor) {
  Location location;
  for (const auto &entry : tensor.external_data()) {
    if (entry.key() == "location") {
      location.file = entry.value();
    } else if (entry.key() == "offset") {
      if (Error error = parseInteger("offset", entry.value(), location.offset))
        return std::move(error);
    } else if (entry.key() == "length") {
      uint64_t length;
      if (Error error = parseInteger("length", entry.value(), length))
        return std::move(error);
      location.length = length;
    }
  }
  if (location.file.empty())
    return createStringError("external data has no location");
  return location;
}

/// Opens `file` below `folder`. No component may be a link or leave the folder.
static Expected<int> openBeneath(StringRef folder, StringRef file) {
  bool leaves = any_of(make_range(sys::path::begin(file), sys::path::end(file)),
                       [](StringRef part) { return part == ".."; });
  if (sys::path::is_absolute(file) || leaves || file.contains('\0'))
    return createStringError("external data '" + file +
                             "' is outside the model's folder");
  int directory = open(folder.str().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return createStringError("cannot open folder '" + folder + "'");
  scope_exit close([&] { ::close(directory); });
  open_how how = {};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  long fd =
      syscall(SYS_openat2, directory, file.str().c_str(), &how, sizeof(how));
  if (fd >= 0)
    return static_cast<int>(fd);
  if (errno == ELOOP || errno == EXDEV)
    return createStringError("external data '" + file +
                             "' is or passes through a link");
  return createStringError("cannot open external data '" + file +
                           "': " + StringRef(strerror(errno)));
}

Expected<std::shared_ptr<MemoryBuffer>>
readExternalData(const onnx::TensorProto &tensor, StringRef modelPath,
                 int64_t size) {
  Expected<Location> location = getLocation(tensor);
  if (!location)
    return location.takeError();
  if (modelPath.empty())
    return createStringError(
        "external data needs a model that is read from a file");
  StringRef folder = sys::path::parent_path(modelPath);
  Expected<int> fd = openBeneath(folder.empty() ? "." : folder, location->file);
  if (!fd)
    return fd.takeError();
  scope_exit close([&] { ::close(*fd); });
  struct stat status;
  if (fstat(*fd, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_nlink != 1)
    return createStringError("external data '" + location->file +
                             "' is not a regular file with one name");
  uint64_t total = status.st_size;
  uint64_t length =
      location->length.value_or(total - std::min(total, location->offset));
  if (location->offset > total || length > total - location->offset)
    return createStringError("external data '" + location->file + "' has " +
                             Twine(total) + " bytes, expected " +
                             Twine(length) + " at offset " +
                             Twine(location->offset));
  if (length != static_cast<uint64_t>(size))
    return createStringError("external data '" + location->file + "' gives " +
                             Twine(length) + " bytes, expected " + Twine(size));
  auto buffer =
      MemoryBuffer::getOpenFileSlice(sys::fs::convertFDToNativeFile(*fd),
                                     location->file, length, location->offset);
  if (!buffer)
    return createStringError("cannot read external data '" + location->file +
                             "': " + buffer.getError().message());
  return std::shared_ptr<MemoryBuffer>(std::move(*buffer));
}

} // namespace tvm::onnx_import
