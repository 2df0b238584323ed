// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever the bytes of an artefact: an error or a module, never a crash.
#include "runtime/artefact/Artefact.h"
#include "runtime/include/tvm_mlir.h"
#include "test/runtime/ToyContext.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

using namespace tvm::runtime;
using namespace tvm::test;
using nlohmann::json;

/// Number of mutants; `--test_env=TVM_MUTANTS=1000000` for a long night.
static int numMutants() {
  const char *text = std::getenv("TVM_MUTANTS");
  return text ? int(std::strtol(text, nullptr, 10)) : 20000;
}

/// Sizes and offsets whose sums and products wrap, and indices of nothing.
static constexpr uint64_t oddNumbers[] = {
    0,          1,          2,          3,          4,          63,
    65,         INT32_MAX,  1ULL << 31, UINT32_MAX, 1ULL << 32, 1ULL << 40,
    1ULL << 48, 1ULL << 61, 1ULL << 62, INT64_MAX,  1ULL << 63, UINT64_MAX};

static void mutate(std::string &bytes, const std::vector<Section> &places,
                   std::mt19937 &random) {
  static const unsigned char interesting[] = {0x00, 0xff, 0x7f, 0x80, '"', '{'};
  auto upTo = [&](uint64_t n) { return random() % n; };
  const Section &place = places[upTo(places.size())];
  for (uint64_t count = 1 + upTo(4); count > 0; --count) {
    uint64_t at = place.offset + upTo(place.size);
    uint64_t number = oddNumbers[upTo(std::size(oddNumbers))];
    char &byte = bytes[at];
    switch (upTo(4)) {
    case 0:
      byte ^= 1 << upTo(8);
      break;
    case 1:
      byte = interesting[upTo(sizeof(interesting))];
      break;
    case 2: // a field of a header
      at -= at % sizeof(number);
      if (at >= place.offset &&
          place.offset + place.size - at >= sizeof(number))
        std::memcpy(&bytes[at], &number, sizeof(number));
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

/// Any of the values that are nested in `value`.
static json &pick(json &value, std::mt19937 &random) {
  json *picked = &value;
  while (picked->is_structured() && !picked->empty() && random() % 8)
    picked = &*std::next(picked->begin(), random() % picked->size());
  return *picked;
}

/// Changes what the manifest says, as JSON: numbers, indices, names of dims,
/// the lengths of lists.
static void mutateManifest(json &value, std::mt19937 &random) {
  json &picked = pick(value, random);
  if (picked.is_array() && random() % 2) {
    if (!picked.empty() && random() % 2)
      picked.erase(random() % picked.size());
    else
      picked.push_back(picked.empty() ? json(0) : pick(picked, random));
    return;
  }
  uint64_t number = oddNumbers[random() % std::size(oddNumbers)];
  switch (random() % 8) {
  case 0:
    picked = -int64_t(number >> 1) - 1;
    break;
  case 1:
    picked =
        std::vector<std::string>{"batch", "?", "", "{3}", "n"}[random() % 5];
    break;
  case 2:
    picked = json::array({number, random() % 4});
    break;
  case 3:
    picked = double(number) * 1.5;
    break;
  default:
    picked = number;
  }
}

static json makeManifest() {
  json manifest = json::parse(ToyArtefact().manifest);
  json &kernel = manifest["kernels"][0];
  kernel["dims"] = 1;
  kernel["flops_of_dims"] = {{8, 0}, {1}};
  kernel["bytes_of_dims"] = {{16, 0, 0}};
  return manifest;
}

/// Binds whatever the inputs say they are, as far as there is memory.
static void bindInputs(tvm_context *context, const tvm_function *function) {
  std::vector<char> memory(4096);
  for (int32_t i = 0; i < tvm_function_num_inputs(function); ++i) {
    tvm_tensor_info info = {sizeof(info)};
    ASSERT_EQ(tvm_function_get_input_info(function, i, &info), TVM_OK);
    std::vector<int64_t> dims(info.shape, info.shape + info.ndim);
    for (int64_t &dim : dims)
      dim = dim < 0 ? 0 : dim;
    DLTensor tensor = {memory.data(), {kDLCPU, 0}, info.ndim, info.dtype,
                       dims.data(),   nullptr,     0};
    (void)tvm_context_set_input_at(context, i, &tensor);
    (void)tvm_context_set_output_at(context, i, &tensor);
  }
}

namespace {
/// Contexts of toys whose manifests were changed; some have to be accepted.
class MutatedManifests : public Context {
protected:
  /// Creates the context; returns false where the manifest is refused.
  bool createWith(const json &manifest) {
    ToyArtefact toy;
    toy.manifest = manifest.dump();
    std::string bytes = toy.bytes();
    tvm_module *module = nullptr;
    if (tvm_module_load_from_memory(bytes.data(), bytes.size(), &module) !=
        TVM_OK)
      return false;
    ++accepted;
    EXPECT_EQ(tvm_module_get_function(module, "main", &function), TVM_OK);
    EXPECT_EQ(tvm_context_create(function, nullptr, &context), TVM_OK);
    tvm_module_release(module); // the context holds it
    return true;
  }
  void freeContext() {
    tvm_context_free(context);
    context = nullptr;
  }
  void TearDown() override {
    EXPECT_GT(accepted, 0);
    Context::TearDown();
  }

  const tvm_function *function = nullptr;
  int accepted = 0;
};
} // namespace

TEST_F(MutatedManifests, OfOddNumbers) {
  std::mt19937 random(3); // NOLINT(bugprone-random-generator-seed)
  for (int i = 0, n = numMutants() / 10; i < n; ++i) {
    json manifest = makeManifest();
    for (int count = 1 + random() % 3; count > 0; --count)
      mutateManifest(manifest, random);
    if (!createWith(manifest))
      continue;
    bindInputs(context, function);
    freeContext();
  }
}

/// Runs use the manifest's entries on kernels and checks.
TEST_F(MutatedManifests, RunWithOddNumbersOfKernels) {
  std::mt19937 random(4); // NOLINT(bugprone-random-generator-seed)
  for (int i = 0, n = numMutants() / 10; i < n; ++i) {
    json manifest = makeManifest();
    for (int count = 1 + random() % 3; count > 0; --count)
      mutateManifest(manifest[random() % 8 ? "kernels" : "checks"], random);
    // Only the compiler knows the number of dims that the code returns.
    json &kernels = manifest["kernels"];
    if (kernels.is_array())
      for (json &kernel : kernels)
        if (kernel.is_object() && kernel.contains("dims"))
          kernel["dims"] = 1;
    if (!createWith(manifest))
      continue;
    setBoth();
    ASSERT_EQ(tvm_context_set_profiling(context, 1), TVM_OK);
    x.data[0] = random() % 4 ? 1 : NAN;
    tvm_status status = tvm_context_run(context);
    EXPECT_EQ(status, std::isnan(x.data[0]) ? TVM_RUN_FAILED : TVM_OK);
    for (int32_t k = 0; k < tvm_context_num_kernels(context); ++k) {
      tvm_kernel_profile profile = {sizeof(profile)};
      EXPECT_EQ(tvm_context_get_kernel_profile(context, k, &profile), TVM_OK);
      EXPECT_GE(profile.flops, -1);
    }
    freeContext();
  }
}
