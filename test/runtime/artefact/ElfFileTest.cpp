// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/ElfFile.h"

#include "test/runtime/ToyArtefact.h"

#include <cstring>
#include <elf.h>
#include <functional>
#include <gtest/gtest.h>

using namespace tvm::runtime;
using namespace tvm::test;

static Status parse(const std::string &bytes, ElfFile &file) {
  return ElfFile::parse(reinterpret_cast<const uint8_t *>(bytes.data()),
                        bytes.size(), file);
}

static std::string errorOf(const std::string &bytes,
                           tvm_status expected = TVM_BAD_ARTEFACT) {
  ElfFile file;
  Status status = parse(bytes, file);
  EXPECT_EQ(status, expected);
  return status.failed() ? lastError() : "";
}

template <typename T>
static std::string changed(std::string bytes, uint64_t offset,
                           std::function<void(T &)> change) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  change(value);
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
  return bytes;
}

static std::string changedHeader(std::function<void(Elf64_Ehdr &)> change) {
  return changed<Elf64_Ehdr>(ToyArtefact().bytes(), 0, change);
}

/// Changes the first program header of a type.
static std::string changedSegment(unsigned type,
                                  std::function<void(Elf64_Phdr &)> change) {
  std::string bytes = ToyArtefact().bytes();
  auto *header = reinterpret_cast<Elf64_Ehdr *>(bytes.data());
  for (uint64_t i = 0; i < header->e_phnum; ++i) {
    uint64_t offset = header->e_phoff + i * sizeof(Elf64_Phdr);
    auto *segment = reinterpret_cast<Elf64_Phdr *>(bytes.data() + offset);
    if (segment->p_type == type)
      return changed<Elf64_Phdr>(bytes, offset, change);
  }
  ADD_FAILURE() << "no such segment";
  return bytes;
}

/// Changes the header of the section `name`.
static std::string changedSection(const std::string &name,
                                  std::function<void(Elf64_Shdr &)> change) {
  std::string bytes = ToyArtefact().bytes();
  auto *header = reinterpret_cast<Elf64_Ehdr *>(bytes.data());
  auto *sections =
      reinterpret_cast<Elf64_Shdr *>(bytes.data() + header->e_shoff);
  for (uint64_t i = 0; i < header->e_shnum; ++i)
    if (name == bytes.data() + sections[header->e_shstrndx].sh_offset +
                    sections[i].sh_name)
      return changed<Elf64_Shdr>(
          bytes, header->e_shoff + i * sizeof(Elf64_Shdr), change);
  ADD_FAILURE() << "no such section";
  return bytes;
}

TEST(ElfFile, FindsSections) {
  ToyArtefact toy;
  std::string bytes = toy.bytes();
  ElfFile file;
  ASSERT_FALSE(parse(bytes, file).failed()) << lastError();
  const Section *manifest = file.find(".tvm.manifest");
  ASSERT_TRUE(manifest);
  EXPECT_EQ(bytes.substr(manifest->offset, manifest->size), toy.manifest);
  const Section *weights = file.find(".tvm.weights");
  ASSERT_TRUE(weights);
  EXPECT_EQ(bytes.substr(weights->offset, weights->size), toy.weights);
  EXPECT_EQ(weights->offset % 4096, 0u);
  EXPECT_FALSE(file.find(".tvm"));
}

TEST(ElfFile, RejectsOtherFiles) {
  EXPECT_EQ(errorOf(""), "not an artefact: not an ELF file");
  EXPECT_EQ(errorOf("\x7f"
                    "EL"),
            "not an artefact: not an ELF file");
  EXPECT_EQ(errorOf("PK a zip file, say"), "not an artefact: not an ELF file");
  const char *wrongKind =
      "not an artefact: not a 64-bit little-endian ELF shared object";
  EXPECT_EQ(errorOf(changedHeader([](Elf64_Ehdr &header) {
              header.e_ident[EI_CLASS] = ELFCLASS32;
            })),
            wrongKind);
  EXPECT_EQ(errorOf(changedHeader([](Elf64_Ehdr &header) {
              header.e_ident[EI_DATA] = ELFDATA2MSB;
            })),
            wrongKind);
  EXPECT_EQ(errorOf(changedHeader(
                [](Elf64_Ehdr &header) { header.e_type = ET_EXEC; })),
            wrongKind);
}

TEST(ElfFile, RejectsOtherMachines) {
  std::string text = errorOf(
      changedHeader([](Elf64_Ehdr &header) { header.e_machine = EM_ARM; }),
      TVM_UNSUPPORTED);
  EXPECT_EQ(text.find("the artefact is for Arm, this machine is "), 0u) << text;
  text = errorOf(
      changedHeader([](Elf64_Ehdr &header) { header.e_machine = 12345; }),
      TVM_UNSUPPORTED);
  EXPECT_EQ(text.find("the artefact is for an unknown architecture, "), 0u)
      << text;
}

TEST(ElfFile, RejectsEveryTruncation) {
  std::string bytes = ToyArtefact().bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    // A copy of just this size, so that a sanitizer sees reads beyond it.
    std::string part(bytes.data(), size);
    std::string text = errorOf(part);
    ASSERT_NE(text, "") << size;
    if (size >= 4)
      ASSERT_EQ(text.find("truncated or damaged: "), 0u) << text;
  }
}

TEST(ElfFile, RejectsTablesOutsideOfTheFile) {
  for (uint64_t offset : {uint64_t(1) << 40, UINT64_MAX, UINT64_MAX - 63}) {
    std::string text = errorOf(
        changedHeader([&](Elf64_Ehdr &header) { header.e_shoff = offset; }));
    EXPECT_EQ(text.find("truncated or damaged: section header table ("), 0u)
        << text;
    text = errorOf(
        changedHeader([&](Elf64_Ehdr &header) { header.e_phoff = offset; }));
    EXPECT_EQ(text.find("truncated or damaged: program header table ("), 0u)
        << text;
  }
}

TEST(ElfFile, RejectsWrongSizesInTheHeader) {
  const char *expected = "damaged: wrong sizes in the ELF header";
  EXPECT_EQ(errorOf(changedHeader(
                [](Elf64_Ehdr &header) { header.e_phentsize = 8; })),
            expected);
  EXPECT_EQ(errorOf(changedHeader(
                [](Elf64_Ehdr &header) { header.e_shentsize = 8; })),
            expected);
  EXPECT_EQ(errorOf(changedHeader([](Elf64_Ehdr &header) {
              header.e_shstrndx = header.e_shnum;
            })),
            expected);
  EXPECT_EQ(
      errorOf(changedHeader([](Elf64_Ehdr &header) { header.e_shnum = 0; })),
      expected);
}

TEST(ElfFile, RejectsSegmentsOutsideOfTheFile) {
  std::string text = errorOf(changedSegment(
      PT_LOAD, [](Elf64_Phdr &segment) { segment.p_filesz = 1 << 30; }));
  EXPECT_EQ(text.find("truncated or damaged: segment ("), 0u) << text;
}

TEST(ElfFile, RejectsImpossibleSegments) {
  const char *expected = "damaged: impossible program header";
  EXPECT_EQ(errorOf(changedSegment(
                PT_LOAD, [](Elf64_Phdr &segment) { segment.p_memsz = 0; })),
            expected);
  EXPECT_EQ(errorOf(changedSegment(
                PT_LOAD, [](Elf64_Phdr &segment) { segment.p_align = 3; })),
            expected);
  EXPECT_EQ(errorOf(changedSegment(
                PT_LOAD, [](Elf64_Phdr &segment) { segment.p_vaddr += 1; })),
            expected);
  EXPECT_EQ(
      errorOf(changedSegment(
          PT_LOAD, [](Elf64_Phdr &segment) { segment.p_vaddr += 1 << 24; })),
      expected)
      << "not in order";
  EXPECT_EQ(
      errorOf(changedSegment(
          PT_DYNAMIC, [](Elf64_Phdr &segment) { segment.p_vaddr += 1 << 24; })),
      expected)
      << "not loaded";
}

TEST(ElfFile, RejectsFilesWithoutCode) {
  const char *expected = "damaged: the ELF file has no code";
  EXPECT_EQ(
      errorOf(changedHeader([](Elf64_Ehdr &header) { header.e_phnum = 0; })),
      expected);
  EXPECT_EQ(
      errorOf(changedSegment(
          PT_DYNAMIC, [](Elf64_Phdr &segment) { segment.p_type = PT_NULL; })),
      expected);
}

TEST(ElfFile, RejectsSectionsOutsideOfTheFile) {
  std::string text =
      errorOf(changedSection(".tvm.weights", [](Elf64_Shdr &section) {
        section.sh_size = uint64_t(1) << 40;
      }));
  EXPECT_EQ(text.find("truncated or damaged: section '.tvm.weights' ("), 0u)
      << text;
  text = errorOf(changedSection(".tvm.weights", [](Elf64_Shdr &section) {
    section.sh_offset = UINT64_MAX;
  }));
  EXPECT_EQ(text.find("truncated or damaged: section '.tvm.weights' ("), 0u)
      << text;
  text = errorOf(changedSection(".shstrtab", [](Elf64_Shdr &section) {
    section.sh_offset = UINT64_MAX;
  }));
  EXPECT_EQ(text.find("truncated or damaged: section name table ("), 0u)
      << text;
}

TEST(ElfFile, RejectsImpossibleSectionNames) {
  EXPECT_EQ(errorOf(changedSection(
                ".tvm.weights",
                [](Elf64_Shdr &section) { section.sh_name = UINT32_MAX; })),
            "damaged: section without a name");
  EXPECT_EQ(
      errorOf(changedSection(
          ".shstrtab", [](Elf64_Shdr &section) { section.sh_size -= 1; })),
      "damaged: section name without an end");
}
