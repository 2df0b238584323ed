// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/reuse/CompiledKernels.h"

#include "compiler/schedules/KernelFiles.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Schedule/Scripts.h"

using namespace mlir;

namespace tvm::compiler {

//===-- keys and contents of the cache ------------------------------------===//

static std::string print(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().useLocalScope().enableDebugInfo(false));
  return text;
}

/// The attributes of `model` on which the schedules of its kernels depend: the
/// target and the options, but not the weights.
static std::string printAttributes(ModuleOp model) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (NamedAttribute attribute : model->getAttrs())
    if (attribute.getName() != kWeightsAttrName &&
        attribute.getName() != SymbolTable::getSymbolAttrName())
      os << attribute.getName().strref() << " = " << attribute.getValue()
         << "\n";
  return text;
}

/// The parts of an entry of the cache: the text of the declaration, and the
/// object.
static std::string join(StringRef declaration, StringRef object) {
  return (declaration + StringRef("\0", 1) + object).str();
}

void CompiledKernels::take(ModuleOp model) {
  std::string common = "loops\n" + variant + "\n" + printAttributes(model);
  for (auto kernel : llvm::make_early_inc_range(model.getOps<ModuleOp>())) {
    if (!getKernel(kernel) || schedule::findScript(kernel))
      continue;
    StringRef name = *kernel.getSymName();
    std::string key = compiler.describe(common + print(kernel));
    std::optional<std::string> entry = cache.find(key);
    if (!entry) {
      unknown[name].key = std::move(key);
      continue;
    }
    auto [text, object] = StringRef(*entry).split('\0');
    auto parsed = parseSourceString<ModuleOp>(
        text, ParserConfig(model.getContext(), /*verifyAfterParse=*/false));
    assert(parsed && "the cache returns what was inserted");
    objects[name] = object.str();
    if (func::FuncOp workspace = getKernel(*parsed)) {
      workspace->remove();
      workspaces[name] = workspace;
    }
    OpBuilder(kernel).insert(parsed.release());
    kernel.erase();
  }
}

void CompiledKernels::addWorkspaces(ModuleOp model) {
  for (auto kernel : model.getOps<ModuleOp>())
    if (auto found = workspaces.find(*kernel.getSymName());
        found != workspaces.end())
      kernel.push_back(found->second.release());
}

//===-- declarations ------------------------------------------------------===//

void CompiledKernels::declare(ModuleOp model) {
  for (auto kernel : model.getOps<ModuleOp>()) {
    auto found = unknown.find(*kernel.getSymName());
    if (found == unknown.end())
      continue;
    func::FuncOp function = getKernel(kernel);
    OpBuilder builder(model.getContext());
    auto declaration = ModuleOp::create(UnknownLoc::get(model.getContext()),
                                        kernel.getSymName());
    builder.setInsertionPointToStart(declaration.getBody());
    auto declared =
        func::FuncOp::create(builder, declaration.getLoc(), function.getName(),
                             function.getFunctionType());
    declared.setPrivate();
    declared.setArgAttrsAttr(function.getArgAttrsAttr());
    found->second.declaration = declaration;
  }
}

namespace {
/// Calls a function before weights are packed, which consumes the layouts.
class BeforePacking : public PassInstrumentation {
public:
  explicit BeforePacking(std::function<void(ModuleOp)> visit)
      : visit(std::move(visit)) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    if (pass->getArgument() == "graph-pack-weights")
      visit(cast<ModuleOp>(op));
  }

private:
  std::function<void(ModuleOp)> visit;
};
} // namespace

std::unique_ptr<PassInstrumentation> CompiledKernels::makeInstrumentation() {
  return std::make_unique<BeforePacking>(
      [this](ModuleOp model) { declare(model); });
}

//===-- objects -----------------------------------------------------------===//

void CompiledKernels::keep(ModuleOp kernel,
                           const codegen::CompiledModule &compiled) {
  auto found = unknown.find(compiled.name);
  if (found == unknown.end() || !found->second.declaration)
    return;
  ModuleOp declaration = *found->second.declaration;
  StringRef name = getKernelFunction(kernel).getName();
  if (Operation *size = kernel.lookupSymbol(getWorkspaceFunctionName(name)))
    declaration.push_back(size->clone());
  if (Attribute workspace = kernel->getAttr(tvm::kWorkspaceAttrName))
    declaration->setAttr(tvm::kWorkspaceAttrName, workspace);
  cache.insert(found->second.key, join(print(declaration), compiled.object));
}

llvm::Expected<std::vector<codegen::CompiledModule>>
CompiledKernels::compile(ModuleOp model, bool isKept) {
  auto isTaken = [&](ModuleOp kernel) {
    return kernel.getSymName() && objects.contains(*kernel.getSymName());
  };
  SmallVector<ModuleOp> compiled;
  for (auto kernel : model.getOps<ModuleOp>())
    if (!isTaken(kernel))
      compiled.push_back(kernel);
  auto results = compiler.compileAll(compiled);
  if (!results)
    return results.takeError();
  std::vector<codegen::CompiledModule> all;
  size_t next = 0;
  for (auto kernel : model.getOps<ModuleOp>()) {
    if (isTaken(kernel)) {
      codegen::CompiledModule &taken = all.emplace_back();
      taken.name = kernel.getSymName()->str();
      taken.object = objects[taken.name];
      taken.fromCache = true;
      continue;
    }
    if (isKept)
      keep(kernel, (*results)[next]);
    all.push_back(std::move((*results)[next++]));
  }
  return all;
}

} // namespace tvm::compiler
