// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/compilation/Compilation.h"

#include "compiler/Details.h"
#include "compiler/Dump.h"
#include "compiler/Output.h"
#include "conversion/HostToLLVM/HostToLLVM.h"

using namespace mlir;

namespace tvm::compiler {

codegen::CompileOptions Compilation::getCompileOptions() const {
  codegen::CompileOptions compile;
  compile.optLevel = recorded.referenceLevel == "te" ? 0
                     : recorded.referenceLevel.empty()
                         ? recorded.optLevel
                         : std::min(recorded.optLevel, 1u);
  compile.threads = options.threads;
  compile.emitText = !options.dumpFolder.empty();
  compile.cacheFolder = cache.getPath();
  return compile;
}

void Compilation::openCache() {
  if (!options.useCache)
    return;
  auto opened = codegen::CacheFolder::open(codegen::getDefaultCacheFolder());
  if (opened)
    cache = std::move(*opened);
  else
    module->emitWarning("no kernels are cached: ")
        << llvm::toString(opened.takeError());
}

LogicalResult
Compilation::compileVariants(std::vector<codegen::CompiledModule> &objects) {
  return stages.run("compile", [&](std::string &details) -> LogicalResult {
    unsigned fromCache = 0;
    for (Variant &variant : variants) {
      // Who reuses a kernel does not hear what was said about it.
      bool isKept = options.quiet || stages.getNumMessages() == 0;
      auto compiled = variant.kernels->compile(*variant.module, isKept);
      if (!compiled)
        return stages.check(compiled.takeError());
      for (codegen::CompiledModule &object : *compiled) {
        fromCache += object.fromCache;
        objects.push_back(std::move(object));
      }
    }
    cache.prune();
    details = std::to_string(objects.size()) + " modules";
    if (fromCache)
      details += ", " + std::to_string(fromCache) + " from the cache";
    if (options.dumpFolder.empty())
      return success();
    return stages.check(writeTexts(options.dumpFolder, objects));
  });
}

LogicalResult Compilation::link(ArrayRef<codegen::CompiledModule> objects,
                                std::string &linked) {
  return stages.run("link", [&](std::string &details) -> LogicalResult {
    auto bytes = linkObjects(objects, targets.entries);
    if (!bytes)
      return stages.check(bytes.takeError());
    linked = std::move(*bytes);
    details = formatBytes(linked.size());
    return success();
  });
}

LogicalResult Compilation::write(StringRef output, StringRef linked,
                                 ArrayRef<codegen::CompiledModule> objects) {
  return stages.run("write", [&](std::string &details) -> LogicalResult {
    // The last list of weights begins with all others.
    ModuleOp first = *variants.front().module, last = *variants.back().module;
    auto text = writeOutput(
        output, linked, objects,
        {first->getAttrOfType<DictionaryAttr>(kManifestAttrName),
         last->getAttrOfType<ArrayAttr>(kWeightsAttrName), targets.entries});
    if (!text)
      return stages.check(text.takeError());
    details = *text;
    return success();
  });
}

} // namespace tvm::compiler
