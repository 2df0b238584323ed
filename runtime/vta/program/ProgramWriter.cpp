// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/MappedFile.h"
#include "runtime/vta/program/Program.h"
#include "runtime/vta/program/ProgramFormat.h"

#include <cstring>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

class Writer {
public:
  void write(const void *data, size_t size) {
    const auto *begin = static_cast<const uint8_t *>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  template <typename T> void write(const std::vector<T> &items) {
    write(items.data(), items.size() * sizeof(T));
  }

  std::vector<uint8_t> bytes;
};

} // namespace

static void writeBuffer(Writer &writer, const Program::Buffer &buffer) {
  BufferHeader header{uint32_t(buffer.kind), uint32_t(buffer.name.size()),
                      buffer.size};
  writer.write(&header, sizeof(header));
  writer.write(buffer.name.data(), buffer.name.size());
  writer.write(buffer.data);
}

std::vector<uint8_t> Program::serialize() const {
  std::string json = configuration.isaJson();
  ProgramHeader header{{},
                       kProgramVersion,
                       uint32_t(json.size()),
                       uint32_t(instructions.size()),
                       uint32_t(microOps.size()),
                       uint32_t(buffers.size()),
                       uint32_t(relocations.size()),
                       0};
  std::memcpy(header.magic, kProgramMagic, sizeof(kProgramMagic));
  Writer writer;
  writer.write(&header, sizeof(header));
  writer.write(json.data(), json.size());
  writer.write(instructions);
  writer.write(microOps);
  for (const Buffer &buffer : buffers)
    writeBuffer(writer, buffer);
  writer.write(relocations);
  header.size = writer.bytes.size();
  std::memcpy(writer.bytes.data(), &header, sizeof(header));
  return std::move(writer.bytes);
}

Status Program::write(const char *path) const {
  std::vector<uint8_t> bytes = serialize();
  return writeFile(path, bytes.data(), bytes.size());
}
