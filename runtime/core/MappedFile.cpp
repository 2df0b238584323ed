// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/MappedFile.h"

#include "runtime/core/OutputPath.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tvm::runtime;

MappedFile::~MappedFile() {
  if (bytes)
    munmap(const_cast<uint8_t *>(bytes), length);
  if (descriptor >= 0)
    close(descriptor);
}

Status MappedFile::open(const char *path) {
  // O_NONBLOCK: opening a pipe must not wait for its writer.
  descriptor = ::open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0)
    return error(TVM_IO_ERROR, "cannot open: %s", std::strerror(errno));
  return map();
}

Status MappedFile::copy(const void *source, size_t size, FileRange hole) {
  const char *from = static_cast<const char *>(source);
  size_t end = hole.offset + hole.size;
  descriptor = memfd_create("tvm_module", MFD_CLOEXEC);
  if (descriptor < 0 || ftruncate(descriptor, size) != 0 ||
      !writeAll(descriptor, from, hole.offset) ||
      lseek(descriptor, end, SEEK_SET) < 0 ||
      !writeAll(descriptor, from + end, size - end))
    return error(TVM_IO_ERROR, "cannot write to a file in memory: %s",
                 std::strerror(errno));
  return map();
}

Status MappedFile::map() {
  struct stat status;
  if (fstat(descriptor, &status))
    return error(TVM_IO_ERROR, "cannot read: %s", std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return error(TVM_IO_ERROR, "cannot read: not a regular file");
  length = status.st_size;
  if (length == 0)
    return TVM_OK;
  void *memory = mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED)
    return error(TVM_IO_ERROR, "cannot map: %s", std::strerror(errno));
  bytes = static_cast<const uint8_t *>(memory);
  return TVM_OK;
}

// The dynamic linker treats a path that it has seen before as the same object,
// even if the file was replaced or the descriptor now refers to another file: a
// model compiled again to the same path would run the old code. So each path
// gets a unique spelling, with a "/" or "./" per bit of a counter.
std::string MappedFile::uniquePath() const {
  static std::atomic<uint64_t> counter{0};
  std::string path = "/proc/" + std::to_string(getpid()) + "/fd/";
  for (uint64_t number = ++counter; number; number >>= 1)
    path += number & 1 ? "./" : "/";
  return path + std::to_string(descriptor);
}

bool tvm::runtime::writeAll(int descriptor, const void *bytes, size_t size) {
  const char *next = static_cast<const char *>(bytes);
  while (size > 0) {
    ssize_t written = write(descriptor, next, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    next += written;
    size -= written;
  }
  return true;
}

static Status cannotWrite(const char *path) {
  return error(TVM_IO_ERROR, "%s: cannot write: %s", path,
               std::strerror(errno));
}

/// Writes into a file that is not regular.
static Status writeInto(const OutputPath &output, const char *path,
                        const void *bytes, size_t size) {
  int descriptor = output.open();
  if (descriptor < 0)
    return cannotWrite(path);
  Status status = TVM_OK;
  if (!writeAll(descriptor, bytes, size))
    status = cannotWrite(path);
  if (close(descriptor) != 0 && !status.failed())
    status = cannotWrite(path);
  return status;
}

/// Replaces, or creates, a regular file.
static Status replace(const OutputPath &output, const char *path,
                      const void *bytes, size_t size) {
  static std::atomic<uint64_t> counter{0};
  std::string temporary = output.path + ".tmp-" + std::to_string(getpid()) +
                          "-" + std::to_string(++counter);
  int descriptor =
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0)
    return cannotWrite(path);
  bool good = writeAll(descriptor, bytes, size);
  good = close(descriptor) == 0 && good;
  if (good && rename(temporary.c_str(), output.path.c_str()) == 0)
    return TVM_OK;
  Status status = cannotWrite(path);
  unlink(temporary.c_str());
  return status;
}

Status tvm::runtime::writeFile(const char *path, const void *bytes,
                               size_t size) {
  OutputPath output = OutputPath::follow(path);
  return output.isReplaced ? replace(output, path, bytes, size)
                           : writeInto(output, path, bytes, size);
}
