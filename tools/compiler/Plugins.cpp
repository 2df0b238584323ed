#include "tools/compiler/Plugins.h"

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace tvm::compiler {

Error loadPlugin(StringRef path, mlir::DialectRegistry &registry) {
  auto passes = mlir::PassPlugin::load(path.str());
  if (!passes)
    return passes.takeError();
  passes->registerPassRegistryCallbacks();
  auto library = sys::DynamicLibrary::getPermanentLibrary(path.str().c_str());
  if (!library.getAddressOfSymbol("mlirGetDialectPluginInfo"))
    return Error::success();
  auto dialects = mlir::DialectPlugin::load(path.str());
  if (!dialects)
    return dialects.takeError();
  dialects->registerDialectRegistryCallbacks(registry);
  return Error::success();
}

} // namespace tvm::compiler
