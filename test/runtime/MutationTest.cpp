// Whatever the bytes of an artefact: an error or a module, never a crash.
#include "runtime/Artefact.h"
#include "runtime/include/tvm_runtime.h"
#include "test/runtime/ToyArtefact.h"

#include <cstdlib>
#include <elf.h>
#include <gtest/gtest.h>
#include <random>

using namespace tvm::runtime;
using namespace tvm::test;

/// Number of mutants; `--test_env=TVM_MUTANTS=1000000` for a long night.
static int numMutants() {
  const char *text = std::getenv("TVM_MUTANTS");
  return text ? int(std::strtol(text, nullptr, 10)) : 20000;
}

static void mutate(std::string &bytes, const std::vector<Section> &places,
                   std::mt19937 &random) {
  static const unsigned char interesting[] = {0x00, 0xff, 0x7f, 0x80, '"', '{'};
  auto upTo = [&](uint64_t n) { return random() % n; };
  const Section &place = places[upTo(places.size())];
  for (uint64_t count = 1 + upTo(4); count > 0; --count) {
    char &byte = bytes[place.offset + upTo(place.size)];
    switch (upTo(3)) {
    case 0:
      byte ^= 1 << upTo(8);
      break;
    case 1:
      byte = interesting[upTo(sizeof(interesting))];
      break;
    default:
      byte = upTo(256);
    }
  }
}

/// Headers, section names and manifest: what is read before code is loaded.
static std::vector<Section> placesOf(const std::string &bytes) {
  auto *header = reinterpret_cast<const Elf64_Ehdr *>(bytes.data());
  auto *sections =
      reinterpret_cast<const Elf64_Shdr *>(bytes.data() + header->e_shoff);
  const Elf64_Shdr &names = sections[header->e_shstrndx];
  std::vector<Section> places = {
      {"", 0, sizeof(Elf64_Ehdr)},
      {"", header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)},
      {"", header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)},
      {"", names.sh_offset, names.sh_size}};
  ElfFile file;
  EXPECT_FALSE(ElfFile::parse(reinterpret_cast<const uint8_t *>(bytes.data()),
                              bytes.size(), file)
                   .failed());
  places.push_back(*file.find(".tvm.manifest"));
  return places;
}

TEST(Mutation, ChecksBeforeLoading) {
  ToyArtefact toy;
  const std::string original = toy.bytes();
  std::vector<Section> places = placesOf(original);
  std::mt19937 random(1); // NOLINT(bugprone-random-generator-seed)
  int accepted = 0;
  for (int i = 0, n = numMutants(); i < n; ++i) {
    std::string mutant = original;
    mutate(mutant, places, random);
    updateChecksum(mutant);
    Artefact artefact;
    Status status =
        Artefact::parse(reinterpret_cast<const uint8_t *>(mutant.data()),
                        mutant.size(), artefact);
    accepted += !status.failed();
    if (status.failed())
      ASSERT_EQ(lastError().find('\n'), std::string::npos);
  }
  EXPECT_GT(accepted, 0) << "nothing gets beyond the checksum";
}

TEST(Mutation, ChecksumFindsChangesAnywhere) {
  const std::string original = ToyArtefact().bytes();
  std::vector<Section> all = {{"", 0, original.size()}};
  size_t weights = original.find(ToyArtefact().weights);
  ASSERT_NE(weights, std::string::npos);
  std::mt19937 random(2); // NOLINT(bugprone-random-generator-seed)
  for (int i = 0, n = numMutants() / 10; i < n; ++i) {
    std::string mutant = original;
    mutate(mutant, all, random);
    // The checksum does not cover weights (they are large, and only data).
    mutant.replace(weights, 16, original, weights, 16);
    tvm_module *module = nullptr;
    tvm_status status =
        tvm_module_load_from_memory(mutant.data(), mutant.size(), &module);
    ASSERT_EQ(status == TVM_OK, mutant == original) << "mutant " << i;
    tvm_module_release(module);
  }
}
