// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/runtime/ToyArtefact.h"

#include "runtime/artefact/ElfFile.h"
#include "runtime/include/tvm_abi.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

using namespace tvm::test;

template <typename T> static T read(const std::string &bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

template <typename T>
static void write(std::string &bytes, uint64_t offset, const T &value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

static uint64_t append(std::string &bytes, const std::string &contents,
                       uint64_t alignment) {
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  uint64_t offset = bytes.size();
  bytes += contents;
  return offset;
}

std::string tvm::test::addSections(std::string elf,
                                   const std::vector<NewSection> &sections) {
  auto header = read<Elf64_Ehdr>(elf, 0);
  std::vector<Elf64_Shdr> table(header.e_shnum);
  std::memcpy(table.data(), elf.data() + header.e_shoff,
              table.size() * sizeof(Elf64_Shdr));
  Elf64_Shdr &names = table[header.e_shstrndx];
  std::string text = elf.substr(names.sh_offset, names.sh_size);
  std::vector<Elf64_Shdr> added;
  for (const NewSection &section : sections) {
    Elf64_Shdr entry = {};
    entry.sh_name = text.size();
    entry.sh_type = SHT_PROGBITS;
    entry.sh_offset = append(elf, section.contents, section.alignment);
    entry.sh_size = section.contents.size();
    entry.sh_addralign = section.alignment;
    added.push_back(entry);
    text += section.name + '\0';
  }
  names.sh_offset = append(elf, text, 1);
  names.sh_size = text.size();
  table.insert(table.end(), added.begin(), added.end());
  std::string contents(reinterpret_cast<const char *>(table.data()),
                       table.size() * sizeof(Elf64_Shdr));
  header.e_shoff = append(elf, contents, 8);
  header.e_shnum = table.size();
  write(elf, 0, header);
  return elf;
}

ToyArtefact::ToyArtefact(const char *code, const char *manifest)
    : code(readFile(code)), manifest(readFile(manifest)) {
  float values[] = {1, 2, 3, 4};
  weights.assign(reinterpret_cast<const char *>(values), sizeof(values));
}

std::string tvm::test::makeArtefact(const std::string &elf,
                                    std::vector<NewSection> sections) {
  sections.push_back({TVM_CHECKSUM_SECTION, std::string(8, '\0'), 8});
  std::string bytes = addSections(elf, sections);
  updateChecksum(bytes);
  return bytes;
}

void tvm::test::updateChecksum(std::string &bytes) {
  runtime::ElfFile file;
  if (runtime::ElfFile::parse(reinterpret_cast<const uint8_t *>(bytes.data()),
                              bytes.size(), file)
          .failed())
    return;
  const runtime::Section *place = file.find(TVM_CHECKSUM_SECTION);
  if (!place || place->size != 8)
    return;
  std::vector<runtime::Section> omitted = {*place};
  if (const runtime::Section *weights = file.find(TVM_WEIGHTS_SECTION))
    omitted.push_back(*weights);
  if (omitted.back().offset < place->offset)
    std::swap(omitted.front(), omitted.back());
  uint64_t checksum = TVM_CHECKSUM_START, at = 0;
  for (const runtime::Section &section : omitted) {
    if (section.offset > at)
      checksum =
          tvm_checksum_update(checksum, bytes.data() + at, section.offset - at);
    at = std::max(at, section.offset + section.size);
  }
  checksum =
      tvm_checksum_update(checksum, bytes.data() + at, bytes.size() - at);
  ::write(bytes, place->offset, checksum);
}

void ToyArtefact::set(const char *pointer, const std::string &json) {
  auto changed = nlohmann::json::parse(manifest);
  changed[nlohmann::json::json_pointer(pointer)] = nlohmann::json::parse(json);
  manifest = changed.dump();
}

std::string ToyArtefact::bytes() const {
  return makeArtefact(code, {{TVM_MANIFEST_SECTION, manifest, 1},
                             {TVM_WEIGHTS_SECTION, weights, 4096}});
}

std::string ToyArtefact::write() const { return writeFile(bytes()); }

std::string tvm::test::temporaryPath() {
  static int counter = 0;
  const char *folder = std::getenv("TEST_TMPDIR");
  return std::string(folder ? folder : "/tmp") + "/artefact-" +
         std::to_string(getpid()) + "-" + std::to_string(++counter) + ".so";
}

std::string tvm::test::readFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    std::perror(path.c_str());
    std::exit(1);
  }
  std::stringstream contents;
  contents << stream.rdbuf();
  return contents.str();
}

std::string tvm::test::writeFile(const std::string &bytes) {
  std::string path = temporaryPath();
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}
