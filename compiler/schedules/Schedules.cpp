#include "compiler/schedules/Schedules.h"

#include "dialects/Schedule/ScheduleAttributes.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Schedule/Scripts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

using namespace mlir;

namespace tvm::compiler {

//===-- writing -----------------------------------------------------------===//

void ScheduleWriter::runBeforePass(Pass *pass, Operation *op) {
  ModuleOp kernel = getScheduledBy(pass, op);
  if (!kernel)
    return;
  OwningOpRef<ModuleOp> copy = copyWithMachine(kernel);
  if (!schedule::findScript(*copy))
    schedule::createScript(*copy);
  write(*copy, ".mlir");
}

void ScheduleWriter::runAfterPass(Pass *pass, Operation *op) {
  if (ModuleOp kernel = getScheduledBy(pass, op))
    write(*copyWithMachine(kernel), ".scheduled.mlir");
}

//===-- reading -----------------------------------------------------------===//

namespace {
/// The text of a file of schedules.
class ScheduleText {
public:
  ScheduleText(StringRef path, StringRef what) : path(path), what(what) {}

  OwningOpRef<ModuleOp> parse(MLIRContext *context);

private:
  StringRef findKernel(unsigned line) const;
  StringRef findNode(unsigned line) const;
  void addKernel(Diagnostic &error) const;

  StringRef path, what, text;
  std::unique_ptr<llvm::MemoryBuffer> buffer;
};
} // namespace

/// The kernel's name, behind the last `module @` before the end of `line`,
/// which counts from 1. Text that the parser does not accept is not yet in a
/// module.
StringRef ScheduleText::findKernel(unsigned line) const {
  StringRef before = text, name;
  size_t end = 0;
  for (unsigned i = 0; i < line && end != StringRef::npos; ++i)
    end = text.find('\n', end == 0 ? 0 : end + 1);
  before = text.take_front(end);
  static const llvm::Regex module("(^|\n)[ \t]*(builtin\\.)?module[ "
                                  "\t]+@(\"([^\"\n]*)\"|([A-Za-z0-9_.$-]+))");
  SmallVector<StringRef> groups;
  while (module.match(before, &groups)) {
    name = groups[4].empty() ? groups[5] : groups[4];
    before = before.drop_front(groups[0].end() - before.begin());
  }
  return name;
}

/// The name of the node that `line`, counted from 1, has decisions for.
StringRef ScheduleText::findNode(unsigned line) const {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  static const llvm::Regex node("graph\\.node = \"([^\"]*)\"");
  SmallVector<StringRef> groups;
  bool isFound = line <= lines.size() && node.match(lines[line - 1], &groups);
  return isFound ? groups[1] : StringRef();
}

void ScheduleText::addKernel(Diagnostic &error) const {
  auto place = error.getLocation()->findInstanceOf<FileLineColLoc>();
  if (!place || error.getSeverity() != DiagnosticSeverity::Error)
    return;
  auto file = FileLineColLoc::get(place.getContext(), path, 0, 0);
  StringRef node = findNode(place.getLine());
  if (!node.empty()) {
    error.attachNote(file) << "in the decisions for node '" << node << "'";
    return;
  }
  StringRef kernel = findKernel(place.getLine());
  if (!kernel.empty())
    error.attachNote(file) << "in the " << what << " of kernel '" << kernel
                           << "'";
}

OwningOpRef<ModuleOp> ScheduleText::parse(MLIRContext *context) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file) {
    emitError(FileLineColLoc::get(context, path, 0, 0))
        << "cannot read the " << what << ": " << file.getError().message();
    return nullptr;
  }
  buffer = std::move(*file);
  text = buffer->getBuffer();
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    addKernel(diagnostic);
    return failure(); // another diagnostic reports it
  });
  return parseSourceString<ModuleOp>(text, ParserConfig(context), path);
}

OwningOpRef<ModuleOp> parseSchedules(StringRef path, MLIRContext *context,
                                     StringRef what) {
  return ScheduleText(path, what).parse(context);
}

/// A list of the kernels of `model`, for messages.
static std::string listKernels(ModuleOp model) {
  std::string text;
  for (auto kernel : model.getOps<ModuleOp>())
    if (kernel.getSymName())
      text += (text.empty() ? "'" : ", '") + kernel.getSymName()->str() + "'";
  return text;
}

/// The kernel of the model for which `given` is a schedule.
static ModuleOp findKernel(ModuleOp given, ModuleOp model) {
  std::optional<StringRef> name = given.getSymName();
  if (!name) {
    given.emitError("expected the name of the kernel that the schedule is for: "
                    "module @KERNEL");
    return nullptr;
  }
  if (auto kernel = model.lookupSymbol<ModuleOp>(*name))
    return kernel;
  given.emitError("the model has no kernel '")
      << *name << "'; --dump-schedules=FOLDER writes a file for each: "
      << listKernels(model);
  return nullptr;
}

/// The strategies on the loops of `given`; null if there are none.
static Attribute findStrategies(ModuleOp given) {
  func::FuncOp function = getKernel(given);
  return function ? function->getAttr(schedule::kStrategyAttrName)
                  : Attribute();
}

/// Copies the script of `given`, with its instructions, to `kernel`; without a
/// script, copies its strategies.
static LogicalResult replaceSchedule(ModuleOp given, ModuleOp kernel) {
  func::FuncOp expected = getKernel(kernel), got;
  if (expected)
    got = given.lookupSymbol<func::FuncOp>(expected.getSymNameAttr());
  if (expected && (!got || got.isExternal()))
    return given.emitError("expected the loops that the schedule is for, "
                           "func.func @")
           << expected.getSymName()
           << "; --dump-schedules=FOLDER writes a file with them";
  if (!expected || getCanonicalText(expected) != getCanonicalText(got)) {
    InFlightDiagnostic error = given.emitError("kernel '")
                               << *given.getSymName()
                               << "' of the model is another one";
    error.attachNote(expected ? expected.getLoc() : kernel.getLoc())
        << "its loops differ from those that the schedule is for";
    return error;
  }
  schedule::removeScript(kernel);
  if (!schedule::findScript(given)) {
    expected->setAttr(schedule::kStrategyAttrName, findStrategies(given));
    return success();
  }
  for (auto intrin :
       llvm::make_early_inc_range(kernel.getOps<te::TensorIntrinOp>()))
    intrin.erase();
  kernel->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(kernel.getContext()));
  for (auto sequence : given.getOps<transform::NamedSequenceOp>())
    kernel.push_back(sequence->clone());
  for (auto intrin : given.getOps<te::TensorIntrinOp>())
    kernel.push_back(intrin->clone());
  return success();
}

/// The kernels that already have a schedule, and the location of each schedule.
using Scheduled = llvm::DenseMap<Operation *, Location>;

static LogicalResult giveSchedule(ModuleOp given, ModuleOp model,
                                  Scheduled &scheduled) {
  ModuleOp kernel = findKernel(given, model);
  if (!kernel)
    return failure();
  auto [first, isFirst] = scheduled.try_emplace(kernel, given.getLoc());
  if (!isFirst) {
    InFlightDiagnostic error = given.emitError("kernel '")
                               << *given.getSymName()
                               << "' has a schedule already";
    error.attachNote(first->second) << "this one";
    return error;
  }
  return replaceSchedule(given, kernel);
}

static LogicalResult readFile(StringRef path, ModuleOp model,
                              Scheduled &scheduled) {
  MLIRContext *context = model.getContext();
  OwningOpRef<ModuleOp> file = parseSchedules(path, context);
  if (!file)
    return failure();
  SmallVector<ModuleOp> kernels;
  file->walk([&](ModuleOp module) {
    if (schedule::findScript(module) || findStrategies(module))
      kernels.push_back(module);
  });
  if (kernels.empty())
    return emitError(FileLineColLoc::get(context, path, 0, 0))
           << "expected the schedule of a kernel, '@__transform_main' or a "
              "strategy in a module of its name";
  for (ModuleOp kernel : kernels)
    if (failed(giveSchedule(kernel, model, scheduled)))
      return failure();
  return success();
}

LogicalResult readSchedules(ArrayRef<std::string> files, ModuleOp model) {
  Scheduled scheduled;
  for (const std::string &file : files)
    if (failed(readFile(file, model, scheduled)))
      return failure();
  return success();
}

std::vector<std::string> getScheduledKernels(ModuleOp model) {
  std::vector<std::string> names;
  for (auto kernel : model.getOps<ModuleOp>())
    if (kernel.getSymName() &&
        (schedule::findScript(kernel) || findStrategies(kernel)))
      names.push_back(kernel.getSymName()->str());
  return names;
}

} // namespace tvm::compiler
