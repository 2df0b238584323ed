// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

// The keys of a recorded schedule.
static constexpr StringLiteral kFunction = "function";
static constexpr StringLiteral kLoops = "loops";
static constexpr StringLiteral kPlace = "place";
static constexpr StringLiteral kScript = "script";
static constexpr StringLiteral kStrategies = "strategies";

/// Attribute of a script in a file: a hash of the strategies that it carries
/// out. If the loops in the file have other ones, somebody changed these
/// without effect.
static constexpr StringLiteral kCarriedOutAttrName = "tvm.carries_out";

/// The strategies on the loops of `given`; null if there are none.
static Attribute findStrategies(ModuleOp given) {
  func::FuncOp function = getKernel(given);
  return function ? function->getAttr(schedule::kStrategyAttrName)
                  : Attribute();
}

static StringAttr hashStrategies(Attribute strategies) {
  std::string text;
  llvm::raw_string_ostream(text) << strategies;
  return StringAttr::get(strategies.getContext(), hashCanonicalText(text));
}

//===-- writing -----------------------------------------------------------===//

void ScheduleWriter::runBeforePass(Pass *pass, Operation *op) {
  ModuleOp kernel = getScheduledBy(pass, op);
  if (!kernel)
    return;
  OwningOpRef<ModuleOp> copy = copyWithMachine(kernel);
  if (!schedule::findScript(*copy))
    schedule::createScript(*copy);
  if (Attribute strategies = findStrategies(*copy))
    schedule::findScript(*copy)->setAttr(kCarriedOutAttrName,
                                         hashStrategies(strategies));
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

std::vector<std::string> getScheduledKernels(ModuleOp model) {
  std::vector<std::string> names;
  for (auto kernel : model.getOps<ModuleOp>())
    if (kernel.getSymName() &&
        (schedule::findScript(kernel) || findStrategies(kernel)))
      names.push_back(kernel.getSymName()->str());
  return names;
}

//===-- recording ---------------------------------------------------------===//

/// The text of a module with the script of `given` and its instructions.
static StringAttr printScript(ModuleOp given) {
  OpBuilder builder(given.getContext());
  OwningOpRef<ModuleOp> script(ModuleOp::create(given.getLoc()));
  (*script)->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                     builder.getUnitAttr());
  for (auto sequence : given.getOps<transform::NamedSequenceOp>()) {
    script->push_back(sequence->clone());
    script->getBody()->back().removeAttr(kCarriedOutAttrName);
  }
  for (auto intrin : given.getOps<te::TensorIntrinOp>())
    script->push_back(intrin->clone());
  std::string text;
  llvm::raw_string_ostream stream(text);
  script->print(stream, OpPrintingFlags().enableDebugInfo().useLocalScope());
  return builder.getStringAttr(text);
}

static DictionaryAttr makeRecord(ModuleOp given) {
  Builder builder(given.getContext());
  NamedAttrList record;
  record.append(kPlace, LocationAttr(given.getLoc()));
  if (func::FuncOp function = getKernel(given)) {
    record.append(kFunction, builder.getStringAttr(function.getName()));
    record.append(kLoops, builder.getStringAttr(getCanonicalHash(function)));
  }
  if (schedule::findScript(given))
    record.append(kScript, printScript(given));
  else
    record.append(kStrategies, findStrategies(given));
  return record.getDictionary(given.getContext());
}

/// Fails, with a diagnostic, if `given` has other strategies than its script
/// carries out.
static LogicalResult checkCarriedOut(ModuleOp given) {
  transform::NamedSequenceOp script = schedule::findScript(given);
  Attribute strategies = findStrategies(given);
  Attribute carriedOut =
      script ? script->getAttr(kCarriedOutAttrName) : nullptr;
  if (!carriedOut || !strategies || carriedOut == hashStrategies(strategies))
    return success();
  InFlightDiagnostic error =
      emitError(getKernel(given).getLoc(),
                "expected the strategies that the script carries out, got ")
      << strategies;
  error.attachNote(script.getLoc())
      << "without this script, the kernel is scheduled by its strategies";
  return error;
}

/// Adds the schedule `given` to `own`, the records of this command.
static LogicalResult addRecord(ModuleOp given, NamedAttrList &own) {
  std::optional<StringRef> name = given.getSymName();
  if (!name)
    return given.emitError("expected the name of the kernel that the schedule "
                           "is for: module @KERNEL");
  if (Attribute known = own.get(*name)) {
    InFlightDiagnostic error = given.emitError("kernel '")
                               << *name << "' has a schedule already";
    error.attachNote(cast<DictionaryAttr>(known).getAs<LocationAttr>(kPlace))
        << "this one";
    return error;
  }
  own.append(*name, makeRecord(given));
  return success();
}

static LogicalResult readFile(StringRef path, MLIRContext *context,
                              NamedAttrList &own) {
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
    if (failed(checkCarriedOut(kernel)) || failed(addRecord(kernel, own)))
      return failure();
  return success();
}

LogicalResult recordSchedules(ArrayRef<std::string> files, ModuleOp model) {
  if (files.empty())
    return success();
  auto recorded = getRecords(model, kSchedulesAttrName);
  if (failed(recorded))
    return failure();
  NamedAttrList own;
  for (const std::string &file : files)
    if (failed(readFile(file, model.getContext(), own)))
      return failure();
  NamedAttrList all(*recorded);
  for (NamedAttribute record : own)
    all.set(record.getName(), record.getValue());
  model->setAttr(kSchedulesAttrName, all.getDictionary(model.getContext()));
  return success();
}

//===-- giving ------------------------------------------------------------===//

namespace {
/// A recorded schedule.
struct Recorded {
  StringRef kernel;
  LocationAttr place;
  StringAttr function, loops; // null without loops
  StringAttr script;          // null without script
  Attribute strategies;       // null with a script
};
} // namespace

static FailureOr<Recorded> readRecord(NamedAttribute entry, ModuleOp model) {
  auto record = dyn_cast<DictionaryAttr>(entry.getValue());
  Recorded schedule{entry.getName().getValue(), {}, {}, {}, {}, {}};
  if (record) {
    schedule.place = record.getAs<LocationAttr>(kPlace);
    schedule.function = record.getAs<StringAttr>(kFunction);
    schedule.loops = record.getAs<StringAttr>(kLoops);
    schedule.script = record.getAs<StringAttr>(kScript);
    schedule.strategies = record.get(kStrategies);
  }
  if (schedule.place && !schedule.script == !!schedule.strategies &&
      !schedule.function == !schedule.loops)
    return schedule;
  return model.emitError("expected the schedule of kernel '")
         << schedule.kernel << "' in '" << kSchedulesAttrName
         << "' to be a dictionary of '" << kFunction << "', '" << kLoops
         << "', '" << kPlace << "', and '" << kScript << "' or '" << kStrategies
         << "', got " << entry.getValue();
}

/// A list of the kernels of `model`, for messages.
static std::string listKernels(ModuleOp model) {
  std::string text;
  for (auto kernel : model.getOps<ModuleOp>())
    if (kernel.getSymName())
      text += (text.empty() ? "'" : ", '") + kernel.getSymName()->str() + "'";
  return text;
}

/// Fails, with a diagnostic, if the loops of `kernel` are not those that
/// `given` is for.
static LogicalResult checkLoops(const Recorded &given, ModuleOp kernel) {
  func::FuncOp expected = getKernel(kernel);
  if (expected && given.function != expected.getSymNameAttr())
    return emitError(given.place)
           << "expected the loops that the schedule is for, func.func @"
           << expected.getSymName()
           << "; --dump-schedules=FOLDER writes a file with them";
  if (expected && given.loops.getValue() == getCanonicalHash(expected))
    return success();
  InFlightDiagnostic error = emitError(given.place)
                             << "kernel '" << given.kernel
                             << "' of the model is another one";
  error.attachNote(expected ? expected.getLoc() : kernel.getLoc())
      << "its loops differ from those that the schedule is for";
  return error;
}

/// Moves the recorded script, with its instructions, to `kernel`.
static LogicalResult moveScript(StringAttr text, ModuleOp kernel) {
  MLIRContext *context = kernel.getContext();
  OwningOpRef<ModuleOp> script = parseSourceString<ModuleOp>(
      text.getValue(), ParserConfig(context), kSchedulesAttrName);
  if (!script)
    return failure();
  for (auto intrin :
       llvm::make_early_inc_range(kernel.getOps<te::TensorIntrinOp>()))
    intrin.erase();
  kernel->setAttr(transform::TransformDialect::kWithNamedSequenceAttrName,
                  UnitAttr::get(context));
  for (Operation &op : llvm::make_early_inc_range(*script->getBody()))
    op.moveBefore(kernel.getBody(), kernel.getBody()->end());
  return success();
}

static LogicalResult giveSchedule(const Recorded &given, ModuleOp model) {
  auto kernel = model.lookupSymbol<ModuleOp>(given.kernel);
  if (!kernel)
    return emitError(given.place)
           << "the model has no kernel '" << given.kernel
           << "'; --dump-schedules=FOLDER writes a file for each: "
           << listKernels(model);
  if (failed(checkLoops(given, kernel)))
    return failure();
  schedule::removeScript(kernel);
  if (given.script)
    return moveScript(given.script, kernel);
  getKernel(kernel)->setAttr(schedule::kStrategyAttrName, given.strategies);
  return success();
}

LogicalResult giveSchedules(ModuleOp model) {
  auto records = getRecords(model, kSchedulesAttrName);
  if (failed(records))
    return failure();
  for (NamedAttribute entry : *records) {
    auto given = readRecord(entry, model);
    if (failed(given) || failed(giveSchedule(*given, model)))
      return failure();
  }
  model->removeAttr(kSchedulesAttrName);
  return success();
}

} // namespace tvm::compiler
