// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ArtefactWriter.h"

#include "codegen/Artefacts/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <vector>

using namespace llvm;

namespace tvm::codegen {

static constexpr uint64_t kWeightsAlignment = 4096;

namespace {

/// The checksum of an artefact: FNV-1a (runtime/include/tvm_abi.h).
class Checksum {
public:
  void update(StringRef bytes) {
    for (unsigned char byte : bytes)
      value = (value ^ byte) * 0x100000001b3;
  }
  uint64_t get() const { return value; }

private:
  uint64_t value = 0xcbf29ce484222325;
};

/// A shared object with more sections at its end.
class Layout {
public:
  explicit Layout(const Artefact &artefact) : artefact(artefact) {}

  Error compute();
  void write(raw_ostream &os) const;
  uint64_t getSize() const {
    return header.e_shoff + sections.size() * sizeof(ELF::Elf64_Shdr);
  }

private:
  Error readSections();
  void addSection(StringRef name, uint64_t align, uint64_t size);
  uint64_t computeChecksum() const;
  /// The bytes between the end of the weights and the end of the file.
  std::string makeTail(uint64_t checksum) const;

  const Artefact &artefact;
  ELF::Elf64_Ehdr header;
  std::vector<ELF::Elf64_Shdr> sections;
  std::string names;
  uint64_t end = 0;
  uint64_t weightsOffset = 0;
  /// The bytes of the file before the weights.
  std::string head;
};

} // namespace

template <typename T> static StringRef bytesOf(const T &value) {
  return StringRef(reinterpret_cast<const char *>(&value), sizeof(T));
}

Error Layout::readSections() {
  StringRef bytes = artefact.sharedObject;
  auto damaged = [] { return createStringError("not a 64-bit ELF file"); };
  if (bytes.size() < sizeof(header) || !bytes.starts_with(ELF::ElfMagic))
    return damaged();
  std::memcpy(&header, bytes.data(), sizeof(header));
  uint64_t size = uint64_t(header.e_shnum) * sizeof(ELF::Elf64_Shdr);
  if (header.e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      header.e_shentsize != sizeof(ELF::Elf64_Shdr) ||
      header.e_shoff > bytes.size() || size > bytes.size() - header.e_shoff ||
      header.e_shstrndx >= header.e_shnum)
    return damaged();
  sections.resize(header.e_shnum);
  std::memcpy(sections.data(), bytes.data() + header.e_shoff, size);
  const ELF::Elf64_Shdr &table = sections[header.e_shstrndx];
  if (table.sh_offset > bytes.size() ||
      table.sh_size > bytes.size() - table.sh_offset)
    return damaged();
  names = bytes.substr(table.sh_offset, table.sh_size).str();
  end = bytes.size();
  return Error::success();
}

void Layout::addSection(StringRef name, uint64_t align, uint64_t size) {
  end = alignTo(end, align);
  ELF::Elf64_Shdr section = {};
  section.sh_name = names.size();
  section.sh_type = ELF::SHT_PROGBITS;
  section.sh_offset = end;
  section.sh_size = size;
  section.sh_addralign = align;
  sections.push_back(section);
  names += name.str() + '\0';
  end += size;
}

Error Layout::compute() {
  if (Error error = readSections())
    return error;
  addSection(".tvm.manifest", 1, artefact.manifest.size());
  head = (artefact.sharedObject + artefact.manifest).str();
  if (artefact.weightsSize != 0)
    addSection(".tvm.weights", kWeightsAlignment, artefact.weightsSize);
  weightsOffset = end - artefact.weightsSize;
  head.resize(weightsOffset);
  addSection(".tvm.checksum", 8, 8);
  // A new table of names replaces the old one, whose bytes stay in the file.
  ELF::Elf64_Shdr &table = sections[header.e_shstrndx];
  table.sh_offset = end;
  table.sh_size = names.size();
  end = alignTo(end + names.size(), 8);
  header.e_shoff = end;
  header.e_shnum = sections.size();
  std::memcpy(head.data(), &header, sizeof(header));
  return Error::success();
}

std::string Layout::makeTail(uint64_t checksum) const {
  std::string tail;
  uint64_t start = weightsOffset + artefact.weightsSize;
  tail.resize(alignTo(start, 8) - start);
  tail += bytesOf(checksum);
  tail += names;
  tail.resize(header.e_shoff - start);
  for (const ELF::Elf64_Shdr &section : sections)
    tail += bytesOf(section);
  return tail;
}

/// Returns the checksum of all bytes except the weights and the checksum.
uint64_t Layout::computeChecksum() const {
  std::string tail = makeTail(0);
  uint64_t start = weightsOffset + artefact.weightsSize;
  uint64_t at = alignTo(start, 8) - start;
  Checksum checksum;
  checksum.update(head);
  checksum.update(StringRef(tail).take_front(at));
  checksum.update(StringRef(tail).drop_front(at + 8));
  return checksum.get();
}

void Layout::write(raw_ostream &os) const {
  os << head;
  if (artefact.weightsSize != 0)
    artefact.writeWeights(os);
  os << makeTail(computeChecksum());
}

/// The size of a huge page in bytes. A file system's cache keeps a write of up
/// to this size in one piece, and maps aligned pieces of this size as one page.
static constexpr size_t kHugePageBytes = 2 << 20;

Error writeArtefact(StringRef path, const Artefact &artefact) {
  Layout layout(artefact);
  if (Error error = layout.compute())
    return error;
  OutputOptions options;
  options.isExecutable = true;
  options.bufferSize = kHugePageBytes;
  auto write = [&](raw_ostream &os) -> Error {
    layout.write(os);
    if (os.tell() == layout.getSize())
      return Error::success();
    return createStringError("cannot write '" + path + "': expected " +
                             Twine(artefact.weightsSize) + " bytes of weights");
  };
  return writeOutputFile(path, write, options);
}

Error copyArtefact(StringRef from, StringRef to) {
  auto file = MemoryBuffer::getFile(from, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!file)
    return createStringError("cannot read '" + from +
                             "': " + file.getError().message());
  OutputOptions options;
  options.isExecutable = true;
  auto write = [&](raw_ostream &os) -> Error {
    for (StringRef rest = (*file)->getBuffer(); !rest.empty();
         rest = rest.drop_front(std::min(rest.size(), kHugePageBytes))) {
      os << rest.take_front(kHugePageBytes);
      os.flush();
    }
    return Error::success();
  };
  return writeOutputFile(to, write, options);
}

} // namespace tvm::codegen
