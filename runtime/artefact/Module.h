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

/// Code, weights and manifest of an artefact. Immutable once loaded, shared by
/// reference counting.
class Module {
public:
  Module(const Module &) = delete;
  Module &operator=(const Module &) = delete;

  /// The results have one reference, which the caller gives back.
  static Status load(const char *path, Module *&module);
  static Status loadFromMemory(const void *bytes, size_t size, Module *&module);

  Status save(const char *path) const;

  void retain() const { references.fetch_add(1, std::memory_order_relaxed); }
  void release() const;

  /// Null if there is none.
  const Function *getFunction(std::string_view name) const;

  const Manifest &getManifest() const { return artefact.manifest; }
  std::string_view getManifestText() const { return artefact.manifestText; }
  const Entry &getEntry() const { return *artefact.entry; }
  const void *getWeights() const { return weights; }

  /// The failure of an external function that this thread kept, as an error.
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
  std::vector<ExternalFunction> externs; // as the manifest names them
  Function function;
};

/// A reference to a module, as a member of what uses it.
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
