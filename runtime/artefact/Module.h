// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loaded artefact.
#ifndef RUNTIME_ARTEFACT_MODULE_H
#define RUNTIME_ARTEFACT_MODULE_H

#include "runtime/artefact/Artefact.h"
#include "runtime/artefact/ExternalFunctions.h"
#include "runtime/core/MappedFile.h"
#include "runtime/include/tvm_abi.h"

#include <atomic>
#include <string_view>

namespace tvm::runtime {

class Module;

/// A function of a module.
struct Function {
  const Module *module = nullptr;
  const char *name = "main";
  tvm_entry entry = nullptr;
};

/// The code, weights and manifest of an artefact. Immutable after loading, and
/// shared by reference counting.
class Module {
public:
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// Loads the artefact at `path`. The result has one reference, which the
  /// caller releases.
  static Status load(const char *path, Module *&module);
  static Status loadFromMemory(const void *bytes, size_t size, Module *&module);

  Status save(const char *path) const;

  void retain() const { references.fetch_add(1, std::memory_order_relaxed); }
  void release() const;

  /// The function called `name`; null if there is none.
  const Function *getFunction(std::string_view name) const;

  const Manifest &getManifest() const { return artefact.manifest; }
  std::string_view getManifestText() const { return artefact.manifestText; }
  const Entry &getEntry() const { return *artefact.entry; }
  const void *getWeights() const { return weights; }

  /// The stored failure of an external function on this thread, as an error.
  Status takeFailure() const;

private:
  Module() = default;
  ~Module();

  Status finish();
  void mapWeights();
  Status loadCode();
  Status openOwnLibrary();
  Status openLibrary(const std::string &path);
  Status bindExterns() const;

  mutable std::atomic<int64_t> references{1};
  MappedFile file;
  Artefact artefact;
  const void *weights = nullptr;
  void *library = nullptr;
  std::vector<ExternalFunction> externs; // in the order of the manifest
  Function function;
};

/// A reference to a module, as a member of its user.
class ModuleReference {
public:
  explicit ModuleReference(const Module &module) : module(module) {
    module.retain();
  }
  ~ModuleReference() { module.release(); }
  ModuleReference(const ModuleReference &) = delete;
  ModuleReference &operator=(const ModuleReference &) = delete;

  const Module *operator->() const { return &module; }

private:
  const Module &module;
};

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_MODULE_H
