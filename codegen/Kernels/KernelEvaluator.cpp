// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/KernelEvaluator.h"

#include "codegen/Artefacts/ExternalFunctions.h"
#include "conversion/KernelToLLVM/KernelToLLVM.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/Alignment.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tvm::codegen {

namespace {
/// The layout of tvm_args of runtime/include/tvm_abi.h.
struct KernelArgs {
  void *const *buffers;
  const int64_t *dims;
  void *workspace;
  const void *parallel;
};
using KernelFunction = int32_t (*)(const KernelArgs *);
using WorkspaceFunction = int64_t (*)(const int64_t *dims, int64_t threads);
} // namespace

struct KernelLibrary::State {
  std::unique_ptr<orc::LLJIT> jit;
};

KernelLibrary::KernelLibrary() : state(std::make_unique<State>()) {}
KernelLibrary::~KernelLibrary() = default;

Expected<std::unique_ptr<KernelLibrary>>
KernelLibrary::load(ArrayRef<CompiledModule> modules) {
  // Parsing also registers the targets with LLVM.
  auto host = Target::parse("host");
  if (!host)
    return host.takeError();
  auto jit = orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  std::unique_ptr<KernelLibrary> library(new KernelLibrary());
  for (const CompiledModule &module : modules)
    if (Error error = (*jit)->addObjectFile(
            MemoryBuffer::getMemBufferCopy(module.object, module.name)))
      return std::move(error);
  library->state->jit = std::move(*jit);
  std::vector<StringRef> objects;
  for (const CompiledModule &module : modules)
    objects.push_back(module.object);
  auto functions = getExternalFunctions(objects);
  if (!functions)
    return functions.takeError();
  if (Error error = bindExternalFunctions(*functions, [&](StringRef symbol) {
        return library->lookup(symbol);
      }))
    return std::move(error);
  return library;
}

Expected<void *> KernelLibrary::lookup(StringRef symbol) const {
  auto address = state->jit->lookup(symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}

Expected<int64_t> getWorkspaceSize(const KernelLibrary &library,
                                   StringRef kernel, mlir::ModuleOp module,
                                   ArrayRef<int64_t> dims) {
  auto symbol = library.lookup(getWorkspaceSymbol(kernel));
  if (symbol)
    return reinterpret_cast<WorkspaceFunction>(*symbol)(dims.data(), 1);
  consumeError(symbol.takeError());
  mlir::OwningOpRef<mlir::ModuleOp> planned = module.clone();
  mlir::PassManager manager(module.getContext());
  manager.addPass(createKernelPlanWorkspacePass());
  if (mlir::failed(manager.run(*planned)))
    return createStringError("cannot plan the workspace");
  auto size = (*planned)->getAttrOfType<mlir::IntegerAttr>(kWorkspaceAttrName);
  return size ? size.getInt() : 0;
}

Error callKernel(void *address, ArrayRef<void *> buffers,
                 ArrayRef<int64_t> dims, int64_t workspaceBytes) {
  std::vector<char> memory(workspaceBytes + 64);
  char *workspace =
      memory.data() + offsetToAlignedAddr(memory.data(), Align(64));
  KernelArgs args = {buffers.data(), dims.data(), workspace, nullptr};
  if (reinterpret_cast<KernelFunction>(address)(&args) != 0)
    return takeFailure("the kernel failed");
  return Error::success();
}

Error evaluateKernel(mlir::ModuleOp module, ArrayRef<void *> buffers,
                     ArrayRef<int64_t> dims, const CompileOptions &options) {
  mlir::func::FuncOp kernel = getKernelFunction(module);
  if (!kernel)
    return createStringError("expected a module with one public function");
  auto host = Target::parse("host");
  if (!host)
    return host.takeError();
  auto compiled = KernelCompiler(*host, options).compile(module);
  if (!compiled)
    return compiled.takeError();
  auto library = KernelLibrary::load(*compiled);
  if (!library)
    return library.takeError();
  auto function = (*library)->lookup(getKernelSymbol(kernel.getName()));
  if (!function)
    return function.takeError();
  auto size = getWorkspaceSize(**library, kernel.getName(), module, dims);
  if (!size)
    return size.takeError();
  return callKernel(*function, buffers, dims, *size);
}

} // namespace tvm::codegen
