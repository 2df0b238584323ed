// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/ElfFile.h"

#include <cstring>
#include <elf.h>

using namespace tvm::runtime;

#if defined(__x86_64__)
static constexpr uint16_t hostMachine = EM_X86_64;
#elif defined(__aarch64__)
static constexpr uint16_t hostMachine = EM_AARCH64;
#elif defined(__riscv)
static constexpr uint16_t hostMachine = EM_RISCV;
#else
#error "unknown architecture"
#endif

static const char *machineName(uint16_t machine) {
  switch (machine) {
  case EM_X86_64:
    return "x86-64";
  case EM_AARCH64:
    return "AArch64";
  case EM_RISCV:
    return "RISC-V";
  case EM_ARM:
    return "Arm";
  case EM_386:
    return "x86";
  default:
    return "an unknown architecture";
  }
}

namespace {

/// The bytes of the file and the tables that its header names.
class Parser {
public:
  Parser(const uint8_t *data, uint64_t size) : data(data), size(size) {}

  Status checkHeader();
  Status checkSegments();
  Status readSections(std::vector<Section> &sections);
  std::vector<Section> getLoads() const;

private:
  bool contains(uint64_t offset, uint64_t length) const {
    return offset <= size && length <= size - offset;
  }
  Status checkRange(const char *what, uint64_t offset, uint64_t length) const;
  Status checkLoad(const Elf64_Phdr &segment);
  bool isLoaded(const Elf64_Phdr &segment) const;
  template <typename T> T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, data + offset, sizeof(T));
    return value;
  }
  Elf64_Shdr sectionHeader(unsigned index) const {
    return read<Elf64_Shdr>(header.e_shoff + index * sizeof(Elf64_Shdr));
  }

  const uint8_t *data;
  uint64_t size;
  Elf64_Ehdr header;
  std::vector<Elf64_Phdr> loads;
};

} // namespace

Status Parser::checkRange(const char *what, uint64_t offset,
                          uint64_t length) const {
  if (contains(offset, length))
    return TVM_OK;
  return error(TVM_BAD_ARTEFACT,
               "truncated or damaged: %s (%llu bytes at offset %llu) is not "
               "within the file's %llu bytes",
               what, (unsigned long long)length, (unsigned long long)offset,
               (unsigned long long)size);
}

Status Parser::checkHeader() {
  if (size < SELFMAG || std::memcmp(data, ELFMAG, SELFMAG) != 0)
    return error(TVM_BAD_ARTEFACT, "not an artefact: not an ELF file");
  TVM_RETURN_IF_FAILED(checkRange("ELF header", 0, sizeof(header)));
  header = read<Elf64_Ehdr>(0);
  if (header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_DYN)
    return error(TVM_BAD_ARTEFACT, "not an artefact: not a 64-bit "
                                   "little-endian ELF shared object");
  if (header.e_machine != hostMachine)
    return error(TVM_UNSUPPORTED,
                 "the artefact is for %s, this machine is %s: recompile the "
                 "model with --target=host",
                 machineName(header.e_machine), machineName(hostMachine));
  if (header.e_phentsize != sizeof(Elf64_Phdr) ||
      header.e_shentsize != sizeof(Elf64_Shdr) ||
      header.e_shstrndx >= header.e_shnum)
    return error(TVM_BAD_ARTEFACT, "damaged: wrong sizes in the ELF header");
  TVM_RETURN_IF_FAILED(
      checkRange("program header table", header.e_phoff,
                 uint64_t(header.e_phnum) * sizeof(Elf64_Phdr)));
  return checkRange("section header table", header.e_shoff,
                    uint64_t(header.e_shnum) * sizeof(Elf64_Shdr));
}

/// The dynamic linker relies on the order of loaded segments.
Status Parser::checkLoad(const Elf64_Phdr &segment) {
  constexpr uint64_t addressSpace = uint64_t(1) << 46;
  uint64_t end =
      loads.empty() ? 0 : loads.back().p_vaddr + loads.back().p_memsz;
  uint64_t align = segment.p_align;
  if (segment.p_filesz > segment.p_memsz || segment.p_vaddr < end ||
      segment.p_vaddr > addressSpace || segment.p_memsz > addressSpace ||
      align == 0 || (align & (align - 1)) ||
      (segment.p_vaddr - segment.p_offset) % align)
    return error(TVM_BAD_ARTEFACT, "damaged: impossible program header");
  loads.push_back(segment);
  return TVM_OK;
}

/// Whether the file range of a segment is loaded; the dynamic linker reads most
/// segments through loaded ones.
bool Parser::isLoaded(const Elf64_Phdr &segment) const {
  if (segment.p_type == PT_GNU_STACK || segment.p_type == PT_NULL)
    return true;
  // The remainder of these two is not in the file: zeros per thread, rounding
  // to pages.
  bool fileOnly = segment.p_type == PT_TLS || segment.p_type == PT_GNU_RELRO;
  uint64_t length = fileOnly ? segment.p_filesz : segment.p_memsz;
  for (const Elf64_Phdr &load : loads) {
    uint64_t offset = segment.p_vaddr - load.p_vaddr;
    if (segment.p_vaddr >= load.p_vaddr && offset <= load.p_memsz &&
        length <= load.p_memsz - offset)
      return true;
  }
  return length == 0;
}

Status Parser::checkSegments() {
  std::vector<Elf64_Phdr> segments;
  unsigned dynamics = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    auto segment =
        read<Elf64_Phdr>(header.e_phoff + uint64_t(i) * sizeof(Elf64_Phdr));
    TVM_RETURN_IF_FAILED(
        checkRange("segment", segment.p_offset, segment.p_filesz));
    if (segment.p_type == PT_LOAD)
      TVM_RETURN_IF_FAILED(checkLoad(segment));
    dynamics += segment.p_type == PT_DYNAMIC;
    segments.push_back(segment);
  }
  if (loads.empty() || dynamics != 1)
    return error(TVM_BAD_ARTEFACT, "damaged: the ELF file has no code");
  for (const Elf64_Phdr &segment : segments)
    if (!isLoaded(segment))
      return error(TVM_BAD_ARTEFACT, "damaged: impossible program header");
  return TVM_OK;
}

Status Parser::readSections(std::vector<Section> &sections) {
  Elf64_Shdr names = sectionHeader(header.e_shstrndx);
  TVM_RETURN_IF_FAILED(
      checkRange("section name table", names.sh_offset, names.sh_size));
  const char *text = reinterpret_cast<const char *>(data + names.sh_offset);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section = sectionHeader(i);
    if (section.sh_type == SHT_NULL || section.sh_type == SHT_NOBITS)
      continue;
    if (section.sh_name >= names.sh_size)
      return error(TVM_BAD_ARTEFACT, "damaged: section without a name");
    const char *name = text + section.sh_name;
    size_t length = strnlen(name, names.sh_size - section.sh_name);
    if (length == names.sh_size - section.sh_name)
      return error(TVM_BAD_ARTEFACT, "damaged: section name without an end");
    std::string what = "section '" + std::string(name) + "'";
    TVM_RETURN_IF_FAILED(
        checkRange(what.c_str(), section.sh_offset, section.sh_size));
    sections.push_back({{name, length}, section.sh_offset, section.sh_size});
  }
  return TVM_OK;
}

std::vector<Section> Parser::getLoads() const {
  std::vector<Section> ranges;
  ranges.reserve(loads.size());
  for (const Elf64_Phdr &load : loads)
    ranges.push_back({{}, load.p_offset, load.p_filesz});
  return ranges;
}

Status ElfFile::parse(const uint8_t *data, uint64_t size, ElfFile &file) {
  Parser parser(data, size);
  TVM_RETURN_IF_FAILED(parser.checkHeader());
  TVM_RETURN_IF_FAILED(parser.checkSegments());
  file.sections.clear();
  file.loads = parser.getLoads();
  return parser.readSections(file.sections);
}

const Section *ElfFile::find(std::string_view name) const {
  for (const Section &section : sections)
    if (section.name == name)
      return &section;
  return nullptr;
}

bool ElfFile::isLoaded(const Section &section) const {
  for (const Section &load : loads)
    if (section.offset < load.offset + load.size &&
        load.offset < section.offset + section.size)
      return true;
  return false;
}
