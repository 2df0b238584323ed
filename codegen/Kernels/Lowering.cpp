// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/Lowering.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"

using namespace mlir;

namespace tvm::codegen {

namespace {
/// Collector of a context's diagnostics as one text.
class Messages {
public:
  explicit Messages(MLIRContext *context)
      : handler(context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            add(diagnostic);
        }) {}

  llvm::Error take(StringRef otherwise) {
    return llvm::createStringError(text.empty() ? otherwise.str() : text);
  }

private:
  void add(Diagnostic &diagnostic) {
    text += (text.empty() ? "" : "; ") + diagnostic.str();
    for (Diagnostic &note : diagnostic.getNotes())
      text += " (" + note.str() + ")";
  }

  std::string text;
  ScopedDiagnosticHandler handler;
};
} // namespace

static void addDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  cf::ControlFlowDialect, DLTIDialect, func::FuncDialect,
                  index::IndexDialect, LLVM::LLVMDialect, math::MathDialect,
                  memref::MemRefDialect, scf::SCFDialect, ub::UBDialect,
                  vector::VectorDialect>();
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

static bool isLowered(ModuleOp module) {
  return !module
              .walk([](Operation *op) {
                return isa<ModuleOp>(op) ||
                               isa<LLVM::LLVMDialect>(op->getDialect())
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

static LogicalResult lower(ModuleOp module, unsigned optLevel) {
  if (isLowered(module))
    return success();
  PassManager manager(module.getContext());
  manager.enableVerifier(false);
  LowerToLLVMOptions options;
  options.strict = optLevel == 0;
  if (getKernelFunction(module))
    buildKernelToLLVMPipeline(manager, options);
  else
    buildLowerToLLVMPipeline(manager, options);
  return manager.run(module);
}

llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToLLVMIR(StringRef name, StringRef text, unsigned optLevel,
              llvm::LLVMContext &llvmContext) {
  DialectRegistry registry;
  addDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  Messages messages(&context);
  auto module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!module)
    return messages.take("cannot be parsed");
  if (failed(lower(*module, optLevel)) || failed(verify(*module)))
    return messages.take("cannot be lowered");
  if (!isLowered(*module))
    return messages.take("has operations that cannot be lowered");
  auto translated = translateModuleToLLVMIR(*module, llvmContext, name);
  if (!translated)
    return messages.take("cannot be translated to LLVM IR");
  return translated;
}

} // namespace tvm::codegen
