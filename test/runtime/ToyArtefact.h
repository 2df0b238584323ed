// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Artefacts without the compiler: a shared object in C (toy.c) plus sections.
#ifndef TEST_RUNTIME_TOYARTEFACT_H
#define TEST_RUNTIME_TOYARTEFACT_H

#include <cstdint>
#include <string>
#include <vector>

namespace tvm::test {

struct NewSection {
  std::string name;
  std::string contents;
  uint64_t alignment;
};

/// Appends sections that are not loaded to an ELF file; the section headers
/// come last.
std::string addSections(std::string elf,
                        const std::vector<NewSection> &sections);

/// Appends sections and .tvm.checksum, which is correct.
std::string makeArtefact(const std::string &elf,
                         std::vector<NewSection> sections);

/// Writes the checksum if there is a place for it.
void updateChecksum(std::string &bytes);

/// An artefact in parts.
struct ToyArtefact {
  /// Consists of toy.c, toy.json and its weights, by default from a test's
  /// runfiles.
  explicit ToyArtefact(const char *code = "test/runtime/toy_code.so",
                       const char *manifest = "test/runtime/toy.json");

  std::string code;
  /// JSON text.
  std::string manifest;
  std::string weights;

  /// Changes the value at a JSON pointer of the manifest ("/format").
  void set(const char *pointer, const std::string &json);

  std::string bytes() const;
  /// Writes a new file and returns its path.
  std::string write() const;
};

/// A new path in the test's folder.
std::string temporaryPath();
std::string readFile(const std::string &path);
std::string writeFile(const std::string &bytes);

} // namespace tvm::test

#endif // TEST_RUNTIME_TOYARTEFACT_H
