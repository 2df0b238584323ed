#include "tools/vta/DeviceLibrary.h"

#include "compiler/files/Libraries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace tvm::vta {

namespace {
struct Origin {
  StringRef device;
  /// That has the library.
  StringRef package;
};
} // namespace

static constexpr StringRef kNames[] = {"fsim", "cycle", "rtl"};
static constexpr Origin kOrigins[] = {
    {"fsim", "runtime/vta"}, {"cycle", "runtime/vta"}, {"rtl", "hardware"}};

ArrayRef<StringRef> getDeviceNames() { return kNames; }

template <typename Function>
static Error find(sys::DynamicLibrary library, StringRef path,
                  const char *symbol, Function *&function) {
  void *address = library.getAddressOfSymbol(symbol);
  if (!address)
    return createStringError(path + ": expected a VTA device, found no " +
                             symbol);
  function = reinterpret_cast<Function *>(address);
  return Error::success();
}

static Error findAll(sys::DynamicLibrary library, StringRef path,
                     DeviceLibrary &device) {
  Error error = find(library, path, "vta_last_error", device.lastError);
  auto add = [&](const char *symbol, auto *&function) {
    if (!error)
      error = find(library, path, symbol, function);
  };
  add("vta_device_create", device.create);
  add("vta_device_free", device.free);
  add("vta_memory_allocate", device.allocate);
  add("vta_memory_write", device.write);
  add("vta_memory_read", device.read);
  add("vta_device_seed", device.seed);
  add("vta_device_run", device.run);
  add("vta_device_unit_cycles", device.unitCycles);
  add("vta_device_write_trace", device.writeTrace);
  return error;
}

Expected<DeviceLibrary> DeviceLibrary::load(StringRef name) {
  const Origin *origin = find_if(
      kOrigins, [&](const Origin &known) { return known.device == name; });
  std::string file = ("libvta_" + name + ".so").str();
  auto path = findLibrary(origin->package, file);
  if (!path)
    return createStringError("device '" + name +
                             "' is not built: ./dev build "
                             "//" +
                             origin->package + ":" + file);
  std::string message;
  auto library = sys::DynamicLibrary::getLibrary(path->c_str(), &message);
  if (!library.isValid())
    return createStringError(*path + ": " + message);
  DeviceLibrary device;
  if (Error error = findAll(library, *path, device))
    return std::move(error);
  return device;
}

Error DeviceLibrary::check(vta_status status) const {
  if (status == VTA_OK)
    return Error::success();
  return createStringError(StringRef(lastError()));
}

} // namespace tvm::vta
