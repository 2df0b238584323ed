// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/MappedFile.h"
#include "runtime/vta/program/Program.h"
#include "runtime/vta/program/ProgramFormat.h"

#include <cstring>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

class Reader {
public:
  Reader(const uint8_t *bytes, size_t size) : next(bytes), left(size) {}

  /// Reads `count` items, none of which is created unless all are present.
  template <typename T>
  Status read(std::vector<T> &items, uint64_t count, const char *what) {
    if (count > left / sizeof(T))
      return error(TVM_BAD_ARTEFACT,
                   "truncated program: %s: expected %llu items of %zu bytes, "
                   "got %zu bytes",
                   what, (unsigned long long)count, sizeof(T), left);
    items.resize(count);
    copy(items.data(), count * sizeof(T));
    return TVM_OK;
  }

  template <typename T> Status read(T &item, const char *what) {
    if (sizeof(T) > left)
      return error(TVM_BAD_ARTEFACT,
                   "truncated program: %s: expected %zu bytes, got %zu", what,
                   sizeof(T), left);
    copy(&item, sizeof(T));
    return TVM_OK;
  }

  size_t numLeft() const { return left; }

private:
  void copy(void *to, size_t size) {
    if (size)
      std::memcpy(to, next, size);
    next += size;
    left -= size;
  }

  const uint8_t *next;
  size_t left;
};

} // namespace

static Status readHeader(Reader &reader, ProgramHeader &header) {
  size_t size = reader.numLeft();
  TVM_RETURN_IF_FAILED(reader.read(header, "header"));
  if (std::memcmp(header.magic, kProgramMagic, sizeof(kProgramMagic)) != 0)
    return error(TVM_BAD_ARTEFACT, "not a VTA program: wrong first 8 bytes");
  if (header.version != kProgramVersion)
    return error(TVM_UNSUPPORTED, "VTA program format: expected %u, got %u",
                 kProgramVersion, header.version);
  if (header.size != size)
    return error(TVM_BAD_ARTEFACT,
                 "truncated program: expected %llu bytes, got %zu",
                 (unsigned long long)header.size, size);
  return TVM_OK;
}

static Status readConfiguration(Reader &reader, uint32_t size,
                                Configuration &configuration) {
  std::vector<char> text;
  TVM_RETURN_IF_FAILED(reader.read(text, size, "configuration"));
  if (Configuration::parse({text.data(), text.size()}, configuration).failed())
    return error(TVM_BAD_ARTEFACT, "%s", lastError().c_str());
  return TVM_OK;
}

static Status readBuffer(Reader &reader, Program::Buffer &buffer) {
  BufferHeader header;
  TVM_RETURN_IF_FAILED(reader.read(header, "buffer"));
  if (header.kind >= kNumBufferKinds)
    return error(TVM_BAD_ARTEFACT, "buffer: unknown kind %u", header.kind);
  std::vector<char> name;
  TVM_RETURN_IF_FAILED(reader.read(name, header.nameBytes, "name"));
  buffer.name.assign(name.begin(), name.end());
  buffer.kind = Program::BufferKind(header.kind);
  buffer.size = header.size;
  if (buffer.kind == Program::BufferKind::Constant)
    return reader.read(buffer.data, buffer.size, "constant");
  return TVM_OK;
}

static Status readBuffers(Reader &reader, uint32_t count,
                          std::vector<Program::Buffer> &buffers) {
  for (uint32_t i = 0; i < count; ++i) {
    Program::Buffer buffer;
    TVM_RETURN_IF_FAILED(readBuffer(reader, buffer));
    buffers.push_back(std::move(buffer));
  }
  return TVM_OK;
}

static Status readParts(Reader &reader, const ProgramHeader &header,
                        Program &program) {
  TVM_RETURN_IF_FAILED(readConfiguration(reader, header.configurationBytes,
                                         program.configuration));
  TVM_RETURN_IF_FAILED(reader.read(program.instructions, header.numInstructions,
                                   "instructions"));
  TVM_RETURN_IF_FAILED(
      reader.read(program.microOps, header.numMicroOps, "micro-ops"));
  TVM_RETURN_IF_FAILED(readBuffers(reader, header.numBuffers, program.buffers));
  TVM_RETURN_IF_FAILED(
      reader.read(program.relocations, header.numRelocations, "relocations"));
  if (reader.numLeft() != 0)
    return error(TVM_BAD_ARTEFACT,
                 "VTA program: expected its end, got %zu "
                 "more bytes",
                 reader.numLeft());
  return TVM_OK;
}

Status Program::parse(const uint8_t *bytes, size_t size, Program &result) {
  Reader reader(bytes, size);
  ProgramHeader header;
  Program program;
  TVM_RETURN_IF_FAILED(readHeader(reader, header));
  TVM_RETURN_IF_FAILED(readParts(reader, header, program));
  TVM_RETURN_IF_FAILED(program.check());
  result = std::move(program);
  return TVM_OK;
}

Status Program::read(const char *path, Program &program) {
  MappedFile file;
  TVM_RETURN_IF_FAILED(within(path, file.open(path)));
  return within(path, parse(file.data(), file.size(), program));
}
