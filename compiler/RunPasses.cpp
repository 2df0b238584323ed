// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/RunPasses.h"

#include "compiler/Dialects.h"
#include "compiler/registration/Registration.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tvm::compiler {

void registerPasses() {
  static const bool isDone = [] {
    registerTransformsPasses();
    registerAllPasses();
    return true;
  }();
  (void)isDone;
}

llvm::Expected<OpPassManager> parsePipeline(StringRef text) {
  registerPasses();
  std::string problem;
  llvm::raw_string_ostream stream(problem);
  FailureOr<OpPassManager> passes = parsePassPipeline(text, stream);
  if (failed(passes))
    return llvm::createStringError("wrong pipeline: " +
                                   StringRef(problem).rtrim().ltrim("error: "));
  return std::move(*passes);
}

LogicalResult runPasses(StringRef text, StringRef name,
                        const OpPassManager &passes, const Sink &sink,
                        std::string &result) {
  MLIRContext context(getDialects());
  context.printOpOnDiagnostic(false);
  DiagnosticForwarder diagnostics(&context, sink);
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context), name);
  if (!module)
    return failure();
  PassManager manager(&context);
  static_cast<OpPassManager &>(manager) = passes;
  if (failed(manager.run(*module))) {
    if (diagnostics.getNumErrors() == 0)
      sink(Severity::Error, (name + ": a pass failed").str());
    return failure();
  }
  llvm::raw_string_ostream stream(result);
  module->print(stream);
  return success();
}

} // namespace tvm::compiler
