// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/api/tvm_compiler.h"

#include "compiler/Driver.h"
#include "compiler/RunPasses.h"
#include "compiler/Version.h"
#include "compiler/api/OptionTexts.h"
#include "llvm/ADT/ScopeExit.h"

using namespace llvm;
using namespace tvm::compiler;

int tvm_compile(const void *model, size_t size, const char *model_path,
                const char *output_path, const char *options,
                tvm_diagnostic_handler handler, void *user) {
  Options parsed;
  Sink sink = [&](Severity severity, StringRef text) {
    if (handler && (severity != Severity::Progress || !parsed.quiet))
      handler(user, static_cast<int>(severity), text.str().c_str());
  };
  if (!output_path || !*output_path || (!model && !model_path)) {
    sink(Severity::Error, "expected a model and the name of the artefact");
    return 2;
  }
  if (Error error = parseOptionTexts(options ? options : "", parsed)) {
    sink(Severity::Error, toString(std::move(error)));
    return 2;
  }
  std::optional<ArrayRef<char>> bytes;
  if (model)
    bytes = ArrayRef<char>(static_cast<const char *>(model), size);
  return failed(compile(bytes, model_path ? model_path : "", output_path,
                        parsed, sink))
             ? 1
             : 0;
}

int tvm_run_passes(const char *module, size_t size, const char *name,
                   const char *pipeline, tvm_text_handler result,
                   tvm_diagnostic_handler handler, void *user) {
  Sink sink = [&](Severity severity, StringRef text) {
    if (handler)
      handler(user, static_cast<int>(severity), text.str().c_str());
  };
  if (!module || !name || !pipeline || !result) {
    sink(Severity::Error,
         "expected a module, its name, a pipeline and a handler of the result");
    return 2;
  }
  auto passes = parsePipeline(pipeline);
  if (!passes) {
    sink(Severity::Error, toString(passes.takeError()));
    return 2;
  }
  std::string text;
  if (failed(runPasses(StringRef(module, size), name, *passes, sink, text)))
    return 1;
  result(user, text.data(), text.size());
  return 0;
}

const char *tvm_compiler_version(void) { return kVersion; }
