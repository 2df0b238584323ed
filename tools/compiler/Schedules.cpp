#include "tools/compiler/Schedules.h"

#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "tools/files/Files.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

//===-- writing -----------------------------------------------------------===//

static llvm::Error writeModule(StringRef folder, const Twine &name,
                               ModuleOp module) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot create folder '" + folder +
                                   "': " + code.message());
  return tvm::writeFile(path, [&](raw_ostream &os) {
    // Verifying waits for threads, and those for the lock that is held here;
    // what is outside of the kernel they change.
    module->print(os, OpPrintingFlags().assumeVerified().useLocalScope());
    os << "\n";
  });
}

void ScheduleWriter::runAfterPass(Pass *pass, Operation *op) {
  StringRef argument = pass->getArgument();
  auto kernel = dyn_cast<ModuleOp>(op);
  bool isBefore = argument == "schedule-generate";
  if (!kernel || !kernel.getSymName() ||
      (!isBefore && argument != "schedule-apply"))
    return;
  StringRef suffix = isBefore ? ".mlir" : ".scheduled.mlir";
  llvm::Error error =
      writeModule(folder, *kernel.getSymName() + suffix, kernel);
  if (!error)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  problems.push_back(llvm::toString(std::move(error)));
}

//===-- reading -----------------------------------------------------------===//

static func::FuncOp getFunction(ModuleOp kernel) {
  for (auto function : kernel.getOps<func::FuncOp>())
    if (!function.isExternal())
      return function;
  return {};
}

/// What is in a dump. Operations are compared as text: operands that a map does
/// not use are not printed.
static std::string print(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->print(stream, OpPrintingFlags().useLocalScope());
  return text;
}

/// Copies the script of `given`, with the instructions that it uses, to the
/// kernel of its name.
static LogicalResult replaceSchedule(ModuleOp given, ModuleOp model) {
  StringRef name = given.getSymName().value_or("");
  auto kernel = model.lookupSymbol<ModuleOp>(name);
  if (!kernel)
    return given.emitError("the model has no kernel '")
           << name << "'; --dump-schedules=FOLDER writes a file for each";
  func::FuncOp expected = getFunction(kernel), got = getFunction(given);
  if (!got || print(expected) != print(got)) {
    InFlightDiagnostic error = given.emitError("kernel '")
                               << name << "' of the model is another one";
    error.attachNote(expected.getLoc())
        << "its loops differ from those that the schedule is for";
    return error;
  }
  schedule::removeScript(kernel);
  kernel->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(kernel.getContext()));
  for (auto sequence : given.getOps<transform::NamedSequenceOp>())
    kernel.push_back(sequence->clone());
  for (auto intrin : given.getOps<te::TensorIntrinOp>())
    kernel.push_back(intrin->clone());
  return success();
}

LogicalResult readSchedules(StringRef path, ModuleOp model) {
  MLIRContext *context = model.getContext();
  auto file = parseSourceFile<ModuleOp>(path, ParserConfig(context));
  if (!file)
    return failure();
  SmallVector<ModuleOp> kernels;
  file->walk([&](ModuleOp module) {
    if (schedule::findScript(module))
      kernels.push_back(module);
  });
  if (kernels.empty())
    return emitError(FileLineColLoc::get(context, path, 0, 0))
           << "expected the schedule of a kernel, '@__transform_main' in a "
              "module of its name";
  for (ModuleOp kernel : kernels)
    if (failed(replaceSchedule(kernel, model)))
      return failure();
  return success();
}

} // namespace tvm::compiler
