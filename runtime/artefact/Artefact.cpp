// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/Artefact.h"

#include "runtime/core/CpuFeatures.h"
#include "runtime/include/tvm_abi.h"

#include <algorithm>
#include <cstring>

using namespace tvm::runtime;

/// The checksum of the file without the `omitted` sections.
static uint64_t checksumWithout(std::vector<Section> omitted,
                                const uint8_t *data, uint64_t size) {
  std::sort(
      omitted.begin(), omitted.end(),
      [](const Section &a, const Section &b) { return a.offset < b.offset; });
  uint64_t checksum = TVM_CHECKSUM_START, position = 0;
  for (const Section &section : omitted) {
    if (section.offset > position)
      checksum = tvm_checksum_update(checksum, data + position,
                                     section.offset - position);
    position = std::max(position, section.offset + section.size);
  }
  return tvm_checksum_update(checksum, data + position, size - position);
}

static Status checkChecksum(const ElfFile &elf, const uint8_t *data,
                            uint64_t size) {
  const Section *stored = elf.find(TVM_CHECKSUM_SECTION);
  uint64_t expected = 0;
  if (!stored || stored->size != sizeof(expected))
    return error(TVM_BAD_ARTEFACT,
                 "damaged: expected %zu bytes in section "
                 "'%s'",
                 sizeof(expected), TVM_CHECKSUM_SECTION);
  std::memcpy(&expected, data + stored->offset, sizeof(expected));
  std::vector<Section> omitted = {*stored};
  if (const Section *section = elf.find(TVM_WEIGHTS_SECTION))
    omitted.push_back(*section);
  if (checksumWithout(std::move(omitted), data, size) != expected)
    return error(TVM_BAD_ARTEFACT, "damaged: the checksum does not match");
  return TVM_OK;
}

static Status findWeights(const ElfFile &elf, uint64_t expected,
                          Section &weights) {
  if (const Section *section = elf.find(TVM_WEIGHTS_SECTION))
    weights = *section;
  if (weights.size != expected)
    return error(TVM_BAD_ARTEFACT,
                 "damaged: the manifest says %llu bytes of weights, section "
                 "'%s' has %llu",
                 (unsigned long long)expected, TVM_WEIGHTS_SECTION,
                 (unsigned long long)weights.size);
  if (weights.offset % TVM_ALIGNMENT)
    return error(TVM_BAD_ARTEFACT,
                 "damaged: section '%s' is not aligned to %d bytes",
                 TVM_WEIGHTS_SECTION, TVM_ALIGNMENT);
  return TVM_OK;
}

static std::string join(const std::vector<std::string> &texts) {
  std::string joined;
  for (const std::string &text : texts)
    joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

static Status chooseEntry(const std::vector<Entry> &entries,
                          const Entry *&chosen) {
  std::vector<std::string> missing;
  for (const Entry &entry : entries) {
    missing = missingFeatures(entry.features);
    if (missing.empty()) {
      chosen = &entry;
      return TVM_OK;
    }
  }
  // The last entry has the fewest requirements.
  return error(TVM_UNSUPPORTED,
               "this CPU lacks %s, which the artefact needs (compiled for %s): "
               "recompile the model with --target=host",
               join(missing).c_str(), entries.back().cpu.c_str());
}

Status Artefact::parse(const uint8_t *data, uint64_t size, Artefact &artefact) {
  ElfFile elf;
  TVM_RETURN_IF_FAILED(ElfFile::parse(data, size, elf));
  const Section *section = elf.find(TVM_MANIFEST_SECTION);
  if (!section)
    return error(TVM_BAD_ARTEFACT,
                 "not an artefact: a shared object without section '%s'",
                 TVM_MANIFEST_SECTION);
  TVM_RETURN_IF_FAILED(checkChecksum(elf, data, size));
  artefact.manifestText = {
      reinterpret_cast<const char *>(data) + section->offset, section->size};
  TVM_RETURN_IF_FAILED(
      Manifest::parse(artefact.manifestText, artefact.manifest));
  TVM_RETURN_IF_FAILED(
      findWeights(elf, artefact.manifest.weightsSize, artefact.weights));
  artefact.areWeightsLoaded = elf.isLoaded(artefact.weights);
  return chooseEntry(artefact.manifest.entries, artefact.entry);
}
