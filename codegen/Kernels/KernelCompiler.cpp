// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/KernelCompiler.h"

#include "codegen/Isolation.h"
#include "codegen/Kernels/BuildId.h"
#include "codegen/Kernels/Emitter.h"
#include "codegen/Kernels/Lowering.h"
#include "codegen/Kernels/ObjectCache.h"
#include "codegen/TargetAttributes.h"

#include "mlir/IR/AsmState.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace llvm;

namespace tvm::codegen {

/// The text of a module with everything that the object depends on, without
/// locations.
static std::string printModule(mlir::ModuleOp module) {
  std::string text;
  raw_string_ostream os(text);
  mlir::OpPrintingFlags flags;
  flags.useLocalScope().enableDebugInfo(false);
  module->print(os, flags);
  return text;
}

static std::string getName(mlir::ModuleOp module) {
  return module.getSymName().value_or("module").str();
}

std::string KernelCompiler::describe(StringRef text) const {
  return ("tvm-mlir object 1, LLVM " LLVM_VERSION_STRING "\nbuild " +
          getBuildId() + "\ntarget " + target.str() + "\nlevel " +
          Twine(options.optLevel) + "\n" + text)
      .str();
}

/// Stores LLVM's message as an error; by default LLVM would print it and exit.
static void keepMessage(const DiagnosticInfo *info, void *messages) {
  if (info->getSeverity() != DS_Error)
    return;
  raw_string_ostream os(*static_cast<std::string *>(messages));
  DiagnosticPrinterRawOStream printer(os);
  info->print(printer);
}

/// Saves the input of a crash of the code generator and returns its path.
static std::string writeReproducer(StringRef text) {
  int file;
  SmallString<128> path;
  if (sys::fs::createTemporaryFile("tvm-mlir-crash", "mlir", file, path))
    return "";
  raw_fd_ostream os(file, /*shouldClose=*/true);
  os << text;
  os.flush();
  bool isWritten = !os.has_error();
  os.clear_error();
  return isWritten ? "; reproducer: " + std::string(path) : "";
}

Expected<CompiledModule> KernelCompiler::compileText(StringRef name,
                                                     StringRef text) const {
  CompiledModule result;
  result.name = name.str();
  ObjectCache cache(options.cacheFolder);
  std::string key = describe(text);
  if (!options.emitText) {
    if (auto object = cache.find(key)) {
      result.object = std::move(*object);
      result.fromCache = true;
      return result;
    }
  }
  bool crashed = false;
  auto work = [&]() -> Error {
    LLVMContext context;
    std::string messages;
    context.setDiagnosticHandlerCallBack(keepMessage, &messages);
    auto module = lowerToLLVMIR(name, text, options.optLevel, context);
    if (!module)
      return module.takeError();
    if (Error error = emitObject(**module, target, options, result))
      return error;
    return messages.empty() ? Error::success() : createStringError(messages);
  };
  Error error = runIsolated(work, crashed);
  if (error) {
    std::string message =
        ("kernel '" + name + "': " + toString(std::move(error))).str();
    return createStringError(crashed ? message + writeReproducer(text)
                                     : message);
  }
  cache.insert(key, result.object);
  return result;
}

Expected<CompiledModule> KernelCompiler::compile(mlir::ModuleOp module) const {
  if (Error error = copyTarget(module, target))
    return std::move(error);
  return compileText(getName(module), printModule(module));
}

Expected<std::vector<CompiledModule>>
KernelCompiler::compileAll(ArrayRef<mlir::ModuleOp> modules,
                           function_ref<void(size_t, size_t)> progress) const {
  for (mlir::ModuleOp module : modules)
    if (Error error = copyTarget(module, target))
      return std::move(error);
  std::vector<CompiledModule> results(modules.size());
  Error errors = Error::success();
  std::mutex mutex;
  size_t done = 0;
  DefaultThreadPool pool(hardware_concurrency(options.threads));
  for (auto [index, module] : enumerate(modules)) {
    std::string name = getName(module);
    std::string text = printModule(module);
    pool.async(
        [&, index = index, name = std::move(name), text = std::move(text)] {
          auto compiled = compileText(name, text);
          std::lock_guard<std::mutex> lock(mutex);
          if (compiled)
            results[index] = std::move(*compiled);
          else
            errors = joinErrors(std::move(errors), compiled.takeError());
          if (progress)
            progress(++done, modules.size());
        });
  }
  pool.wait();
  if (errors)
    return std::move(errors);
  return results;
}

} // namespace tvm::codegen
