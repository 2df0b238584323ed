// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/scripts/Scripts.h"

#include "compiler/Plugins.h"
#include "compiler/RunPasses.h"
#include "compiler/registration/Registration.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace tvm::compiler {

using transform::NamedSequenceOp;
using transform::TransformDialect;

llvm::Expected<SourceFile> readSource(StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!file)
    return llvm::createStringError("cannot read '" + path +
                                   "': " + file.getError().message());
  return SourceFile{path.str(), (*file)->getBuffer().str()};
}

llvm::Expected<DialectRegistry>
getScriptDialects(ArrayRef<std::string> plugins) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  tvm::registerAllDialects(registry);
  registerPasses(); // for transform.apply_registered_pass
  for (const std::string &plugin : plugins)
    if (llvm::Error error = loadPlugin(plugin, registry))
      return std::move(error);
  return registry;
}

static OwningOpRef<ModuleOp> parse(const SourceFile &source,
                                   MLIRContext *context) {
  ParserConfig config(context);
  return parseSourceString<ModuleOp>(source.text, config, source.path);
}

OwningOpRef<ModuleOp> parsePayload(const SourceFile &source,
                                   MLIRContext *context) {
  OwningOpRef<ModuleOp> payload = parse(source, context);
  if (!payload)
    return nullptr;
  for (auto sequence :
       llvm::make_early_inc_range(payload->getOps<NamedSequenceOp>()))
    sequence.erase();
  (*payload)->removeAttr(TransformDialect::kWithNamedSequenceAttrName);
  return payload;
}

OwningOpRef<ModuleOp> parseScript(const SourceFile &source,
                                  MLIRContext *context) {
  OwningOpRef<ModuleOp> script = parse(source, context);
  if (!script)
    return nullptr;
  for (Operation &op : llvm::make_early_inc_range(*script->getBody()))
    if (!isa<NamedSequenceOp>(op))
      op.erase();
  NamedSequenceOp main = schedule::findScript(*script);
  if (main && !main.isExternal() && main.getNumArguments() == 1)
    return script;
  script->emitError("expected a transform.named_sequence @__transform_main of "
                    "one argument");
  return nullptr;
}

LogicalResult applyScript(ModuleOp payload, ModuleOp script,
                          schedule::Decisions *choices) {
  if (failed(schedule::runScript(payload, schedule::findScript(script), {},
                                 /*decisions=*/nullptr, choices)))
    return failure();
  return verify(payload);
}

} // namespace tvm::compiler
