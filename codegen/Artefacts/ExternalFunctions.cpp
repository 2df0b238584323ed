// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ExternalFunctions.h"

#include "codegen/Artefacts/ObjectSymbols.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "llvm/Support/DynamicLibrary.h"

#include <set>

using namespace llvm;

namespace tvm::codegen {

Error loadLibrary(StringRef path) {
  std::string message;
  if (sys::DynamicLibrary::LoadLibraryPermanently(path.str().c_str(), &message))
    return createStringError("cannot load library '" + path + "': " + message);
  return Error::success();
}

Expected<std::vector<std::string>>
getExternalFunctions(ArrayRef<StringRef> objects) {
  std::set<std::string> functions;
  auto insert = [&](StringRef name, uint32_t) {
    if (name.consume_front(kExternSlotPrefix))
      functions.insert(name.str());
  };
  if (Error error = forEachSymbol(objects, insert))
    return std::move(error);
  return std::vector<std::string>(functions.begin(), functions.end());
}

namespace {
struct Failure {
  std::string name;
  int32_t status = 0;
};
} // namespace

static thread_local Failure failure;

static void reportFailure(const char *name, int32_t status) {
  failure = {name, status};
}

Error takeFailure(StringRef otherwise) {
  Failure taken = std::exchange(failure, {});
  if (taken.name.empty())
    return createStringError(otherwise);
  return createStringError("external function '" + taken.name +
                           "' failed with status " + Twine(taken.status));
}

Error bindExternalFunctions(ArrayRef<std::string> functions,
                            function_ref<Expected<void *>(StringRef)> lookup) {
  std::string missing;
  auto fill = [&](const Twine &symbol, void *value) -> Error {
    auto slot = lookup(symbol.str());
    if (!slot)
      return slot.takeError();
    *static_cast<void **>(*slot) = value;
    return Error::success();
  };
  for (const std::string &name : functions) {
    void *function = sys::DynamicLibrary::SearchForAddressOfSymbol(name);
    if (!function)
      missing += (missing.empty() ? "'" : ", '") + name + "'";
    else if (Error error = fill(kExternSlotPrefix + name, function))
      return error;
  }
  if (!missing.empty())
    return createStringError("no library defines the external functions " +
                             missing +
                             ": --load-library=LIB.so loads one that does");
  if (functions.empty())
    return Error::success();
  return fill(kExternFailedSlot, reinterpret_cast<void *>(reportFailure));
}

} // namespace tvm::codegen
