// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Plugins.h"

#include "compiler/Diagnostics.h"
#include "compiler/Dialects.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "transforms/Schedule/OpenScripts/ScriptRule.h"
#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace tvm::compiler {

static constexpr const char *kPasses = "mlirGetPassPluginInfo";
static constexpr const char *kDialects = "mlirGetDialectPluginInfo";

static Error loadPasses(StringRef path) {
  auto passes = mlir::PassPlugin::load(path.str());
  if (!passes)
    return passes.takeError();
  passes->registerPassRegistryCallbacks();
  return Error::success();
}

static Error loadDialects(StringRef path, mlir::DialectRegistry &registry) {
  auto dialects = mlir::DialectPlugin::load(path.str());
  if (!dialects)
    return dialects.takeError();
  dialects->registerDialectRegistryCallbacks(registry);
  return Error::success();
}

/// Loads rules that are transform scripts (loadScriptRules).
static Error loadScripts(StringRef path,
                         const mlir::DialectRegistry &registry) {
  mlir::DialectRegistry all = getDialects();
  registry.appendTo(all);
  mlir::MLIRContext context(all, mlir::MLIRContext::Threading::DISABLED);
  std::string problem;
  mlir::ScopedDiagnosticHandler handler(
      &context, [&](mlir::Diagnostic &diagnostic) {
        if (problem.empty() &&
            diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
          problem = formatDiagnostic(diagnostic);
      });
  if (succeeded(schedule::loadScriptRules(path, &context)))
    return Error::success();
  return createStringError("cannot load rules: " + problem);
}

Error loadPlugin(StringRef path, mlir::DialectRegistry &registry) {
  if (path.ends_with(".mlir"))
    return loadScripts(path, registry);
  std::string problem;
  auto library =
      sys::DynamicLibrary::getPermanentLibrary(path.str().c_str(), &problem);
  if (!library.isValid())
    return createStringError("cannot load plug-in '" + path + "': " + problem);
  bool hasPasses = library.getAddressOfSymbol(kPasses);
  bool hasDialects = library.getAddressOfSymbol(kDialects);
  if (!hasPasses && !hasDialects)
    return createStringError("plug-in '" + path + "' has neither passes (" +
                             kPasses + ") nor dialects (" + kDialects + ")");
  if (hasPasses)
    if (Error error = loadPasses(path))
      return error;
  if (hasDialects)
    return loadDialects(path, registry);
  return Error::success();
}

Error loadPlugins(ArrayRef<std::string> paths) {
  mlir::DialectRegistry registry;
  for (const std::string &path : paths)
    if (Error error = loadPlugin(path, registry))
      return error;
  return Error::success();
}

} // namespace tvm::compiler
