// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/artefact/Module.h"

#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <memory>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

using namespace tvm::runtime;

Module::~Module() {
  if (library)
    dlclose(library);
}

void Module::release() const {
  if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

namespace {
/// Releases a module's reference if loading fails.
struct Releaser {
  void operator()(const Module *module) const { module->release(); }
};
} // namespace

Status Module::load(const char *path, Module *&result) {
  std::unique_ptr<Module, Releaser> module(new Module);
  TVM_RETURN_IF_FAILED(within(path, module->file.open(path)));
  TVM_RETURN_IF_FAILED(within(path, module->finish()));
  result = module.release();
  return TVM_OK;
}

Status Module::loadFromMemory(const void *bytes, size_t size, Module *&result) {
  std::unique_ptr<Module, Releaser> module(new Module);
  TVM_RETURN_IF_FAILED(module->file.copy(bytes, size));
  TVM_RETURN_IF_FAILED(module->finish());
  result = module.release();
  return TVM_OK;
}

Status Module::save(const char *path) const {
  return writeFile(path, file.data(), file.size());
}

const Function *Module::getFunction(std::string_view name) const {
  return name == function.name ? &function : nullptr;
}

/// Returns the failure of the function that ran last. Its name does not tell
/// whose function it is, because a host's function may replace the runtime's;
/// codes of external functions are only meaningful to their authors.
Status Module::takeFailure() const {
  FunctionFailure failure = runtime::takeFailure();
  if (!failure.name)
    return TVM_OK;
  const std::vector<std::string> &names = artefact.manifest.externs;
  for (size_t i = 0; i < names.size(); ++i)
    if (externs[i].isOwn && names[i] == failure.name)
      return static_cast<tvm_status>(failure.status);
  return error(TVM_RUN_FAILED, "external function '%s' failed with status %d",
               failure.name, failure.status);
}

/// Checks the artefact, and then loads its code.
Status Module::finish() {
  TVM_RETURN_IF_FAILED(Artefact::parse(file.data(), file.size(), artefact));
  mapWeights();
  return loadCode();
}

void Module::mapWeights() {
  const Section &section = artefact.weights;
  if (section.size == 0)
    return;
  weights = file.data() + section.offset;
  // Starts reading the weights if they are not in memory; madvise needs a page.
  uint64_t begin = section.offset - section.offset % sysconf(_SC_PAGESIZE);
  (void)madvise(const_cast<uint8_t *>(file.data()) + begin,
                section.offset + section.size - begin, MADV_WILLNEED);
}

static Status missingSymbol(const std::string &name) {
  return error(TVM_BAD_ARTEFACT, "damaged: the code has no symbol '%s'",
               name.c_str());
}

/// Fills the slots through which the code calls external functions.
Status Module::bindExterns() const {
  for (size_t i = 0; i < externs.size(); ++i) {
    std::string slot = TVM_EXTERN_SLOT_PREFIX + artefact.manifest.externs[i];
    void *symbol = dlsym(library, slot.c_str());
    if (!symbol)
      return missingSymbol(slot);
    *static_cast<tvm_kernel *>(symbol) = externs[i].call;
  }
  if (externs.empty())
    return TVM_OK;
  void *symbol = dlsym(library, TVM_FAILED_EXTERN_SLOT);
  if (!symbol)
    return missingSymbol(TVM_FAILED_EXTERN_SLOT);
  *static_cast<tvm_failed_extern *>(symbol) = reportFailure;
  return TVM_OK;
}

/// Whether the linker loaded `library` for `path`, by which no file was loaded
/// before.
static bool isLoadedBy(void *library, const std::string &path) {
  link_map *map = nullptr;
  return dlinfo(library, RTLD_DI_LINKMAP, static_cast<void *>(&map)) == 0 &&
         path == map->l_name;
}

Status Module::openLibrary(const std::string &path) {
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library)
    return TVM_OK;
  const char *why = dlerror();
  tvm_status status = statusOfLinker(why, TVM_BAD_ARTEFACT);
  // The file is open. If only the linker cannot open it, it has no memory.
  if (std::strstr(why, "cannot open shared object file") &&
      why == std::strstr(why, path.c_str()) && access(path.c_str(), R_OK) == 0)
    status = TVM_OUT_OF_MEMORY;
  return error(status, "cannot load the code: %s", why);
}

/// Opens an instance of the code that belongs to this module alone. The dynamic
/// linker recognises a file that it has loaded before under any path, and
/// modules would then share their variables, such as the slots of external
/// functions.
Status Module::openOwnLibrary() {
  std::string path = file.uniquePath();
  TVM_RETURN_IF_FAILED(openLibrary(path));
  if (isLoadedBy(library, path))
    return TVM_OK;
  dlclose(std::exchange(library, nullptr));
  // The weights of all instances are pages of one file.
  FileRange unused = {artefact.weights.offset, artefact.weights.size};
  MappedFile copy;
  TVM_RETURN_IF_FAILED(
      copy.copy(file.data(), file.size(),
                artefact.areWeightsLoaded ? FileRange() : unused));
  return openLibrary(copy.uniquePath());
}

Status Module::loadCode() {
  TVM_RETURN_IF_FAILED(findFunctions(artefact.manifest.externs, externs));
  TVM_RETURN_IF_FAILED(openOwnLibrary());
  TVM_RETURN_IF_FAILED(bindExterns());
  void *symbol = dlsym(library, artefact.entry->symbol.c_str());
  if (!symbol)
    return missingSymbol(artefact.entry->symbol);
  function.module = this;
  function.entry = reinterpret_cast<tvm_entry>(symbol);
  return TVM_OK;
}
