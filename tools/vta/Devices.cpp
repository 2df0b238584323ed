// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/vta/Devices.h"

#include "compiler/files/Libraries.h"
#include "runtime/vta/jit/Driver.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tvm::vta {

namespace {
struct Origin {
  StringRef device;
  /// The package that contains the library.
  StringRef package;
};
} // namespace

static constexpr StringRef kNames[] = {"fsim", "cycle", "rtl"};
static constexpr Origin kOrigins[] = {
    {"fsim", "runtime/vta"}, {"cycle", "runtime/vta"}, {"rtl", "hardware"}};

ArrayRef<StringRef> getDeviceNames() { return kNames; }

Expected<const vta_driver *> loadDevice(StringRef name) {
  const Origin *origin = find_if(
      kOrigins, [&](const Origin &known) { return known.device == name; });
  std::string file = ("libvta_" + name + ".so").str();
  auto path = findLibrary(origin->package, file);
  if (!path)
    return createStringError("device '" + name +
                             "' is not built: ./dev build //" +
                             origin->package + ":" + file);
  const vta_driver *driver;
  if (runtime::vta::loadDriver(path->c_str(), driver) != TVM_OK)
    return createStringError(runtime::lastError());
  return driver;
}

Error check(const vta_driver &driver, vta_status status) {
  if (status == VTA_OK)
    return Error::success();
  return createStringError(StringRef(driver.last_error()));
}

} // namespace tvm::vta
