// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Driver.h"

#include "compiler/Dialects.h"
#include "compiler/Plugins.h"
#include "compiler/compilation/Compilation.h"

using namespace mlir;

namespace tvm::compiler {

/// The dialects of the project and of the plug-ins.
static FailureOr<DialectRegistry> getRegistry(const Options &options,
                                              const Sink &sink) {
  DialectRegistry registry = getDialects();
  for (const std::string &plugin : options.plugins) {
    if (llvm::Error error = loadPlugin(plugin, registry)) {
      sink(Severity::Error, llvm::toString(std::move(error)));
      return failure();
    }
  }
  return registry;
}

LogicalResult compile(std::optional<ArrayRef<char>> model, StringRef path,
                      StringRef output, const Options &options,
                      const Sink &sink) {
  auto registry = getRegistry(options, sink);
  if (failed(registry))
    return failure();
  return Compilation(options, sink, *registry).run(model, path, output);
}

LogicalResult observe(std::optional<ArrayRef<char>> model, StringRef path,
                      const Options &options, const Sink &sink,
                      Observer &observer) {
  auto registry = getRegistry(options, sink);
  if (failed(registry))
    return failure();
  return Compilation(options, sink, *registry, &observer).lower(model, path);
}

} // namespace tvm::compiler
