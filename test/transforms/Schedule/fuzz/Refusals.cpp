// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "test/transforms/Schedule/fuzz/Case.h"
#include "transforms/Schedule/Analysis/Dependence/Dependences.h"

#include <map>
#include <set>

using namespace mlir;

//===-- ignored conflicts -------------------------------------------------===//

namespace {
/// A scope in which findConflict finds no conflict on this thread, so that
/// primitives do the steps that they refuse because of dependences. The linker
/// puts askUnlessIgnored in its place (`--wrap`).
class [[nodiscard]] IgnoredConflicts {
public:
  IgnoredConflicts() { ++depth; }
  ~IgnoredConflicts() { --depth; }
  IgnoredConflicts(const IgnoredConflicts &) = delete;
  IgnoredConflicts &operator=(const IgnoredConflicts &) = delete;

  static bool isActive() { return depth != 0; }

private:
  inline static thread_local unsigned depth = 0;
};
} // namespace

namespace tvm::schedule {

using Orders = ArrayRef<std::pair<Loop, Order>>;

// The symbol of findConflict, as in BUILD.bazel.
#define SYMBOL                                                                 \
  "_ZN3tvm8schedule12findConflictERKNS0_6AccessES3_N4llvm8ArrayRefISt4pairIN4" \
  "mlir6affine11AffineForOpENS0_5OrderEEEENS5_INS0_12RelatedLoopsEEE"

Proof askSolver(const Access &first, const Access &second, Orders orders,
                ArrayRef<RelatedLoops> related) asm("__real_" SYMBOL);
Proof askUnlessIgnored(const Access &first, const Access &second, Orders orders,
                       ArrayRef<RelatedLoops> related) asm("__wrap_" SYMBOL);

Proof askUnlessIgnored(const Access &first, const Access &second, Orders orders,
                       ArrayRef<RelatedLoops> related) {
  return IgnoredConflicts::isActive()
             ? Proof::None
             : askSolver(first, second, orders, related);
}

} // namespace tvm::schedule

//===-- refused steps that are done ---------------------------------------===//

namespace tvm::fuzz {

using schedule::Loop;

/// The step on the clone that `mapping` leads to.
static Step translate(const Step &step, const IRMapping &mapping) {
  Step other = step;
  for (Loop &loop : other.loops)
    loop = cast<Loop>(mapping.lookup(loop.getOperation()));
  if (other.block)
    other.block = cast<te::BlockOp>(mapping.lookup(other.block.getOperation()));
  return other;
}

namespace {
/// An element, the last number, of what the operation allocates, or of the
/// argument of that number.
using Place = std::tuple<Operation *, int64_t, int64_t>;

/// Effects of a run on memory: the values that are read, except for partial
/// results of a reduction, and the final values.
struct Effects {
  Effects(func::FuncOp kernel, RunOptions how);
  std::map<Place, std::set<int64_t>> read;
  std::map<Place, int64_t> left;
  bool isValid, isTooLong;

private:
  void addBuffer(int64_t argument, const Buffer &buffer);
};

/// A kernel after a step, whatever depends on what.
class Forced {
public:
  Forced(const Step &step, ModuleOp module);
  /// Not where a dependence is not all that speaks against the step.
  bool isDone() const { return static_cast<bool>(module); }
  /// Whether an instance of a block computes something else.
  bool isWrong(ModuleOp original, RunOptions how);

private:
  bool differs(const Effects &before, const RunOptions &how);

  IRMapping mapping;
  OwningOpRef<ModuleOp> module;
};
} // namespace

Effects::Effects(func::FuncOp kernel, RunOptions how) {
  std::vector<TracedAccess> trace;
  how.isAbstract = true;
  how.trace = &trace;
  RunResult result = run(kernel, how);
  isValid = result.error.empty();
  isTooLong = result.isTooLong;
  int64_t numArguments = result.arguments.size();
  for (auto [i, buffer] : llvm::enumerate(result.arguments))
    addBuffer(i, buffer);
  for (const Buffer &buffer : result.allocated)
    addBuffer(-1, buffer);
  for (TracedAccess &access : trace) {
    if (access.isWrite ||
        (access.block && access.block.hasReduction() && isCombining(access)))
      continue;
    int64_t local = access.buffer - numArguments;
    Place place = local < 0 ? Place(nullptr, access.buffer, access.element)
                            : Place(result.allocated[local].definition, -1,
                                    access.element);
    read[place].insert(access.value);
  }
}

void Effects::addBuffer(int64_t argument, const Buffer &buffer) {
  for (auto [i, value] : llvm::enumerate(buffer.data))
    if (buffer.isDefined[i])
      left[{buffer.definition, argument, static_cast<int64_t>(i)}] = value;
}

Forced::Forced(const Step &step, ModuleOp original)
    : module(cast<ModuleOp>(original->clone(mapping))) {
  IRRewriter rewriter(original.getContext());
  IgnoredConflicts ignored;
  DiagnosedSilenceableFailure outcome =
      apply(translate(step, mapping), rewriter);
  ScopedDiagnosticHandler quiet(original.getContext(), [](Diagnostic &) {});
  if (!outcome.succeeded() || failed(verify(*module)))
    module = {};
  (void)outcome.silence();
}

bool Forced::isWrong(ModuleOp original, RunOptions how) {
  how.isSerial = true;
  Effects before(getKernel(original), how);
  how.garbage = 1;
  if (differs(before, how))
    return true;
  how.isSerial = false;
  return llvm::any_of(llvm::seq<uint64_t>(2, 5), [&](uint64_t garbage) {
    how.garbage = garbage; // shuffles otherwise
    return differs(before, how);
  });
}

bool Forced::differs(const Effects &before, const RunOptions &how) {
  Effects after(getKernel(*module), how);
  if (before.isTooLong || after.isTooLong || !after.isValid)
    return !after.isValid;
  // Nothing uses values that the kernel does not make any more.
  auto translate = [&](Place place) {
    auto &definition = std::get<0>(place);
    definition = definition ? mapping.lookupOrNull(definition) : nullptr;
    return place;
  };
  for (auto [place, value] : before.left)
    if (auto found = after.left.find(translate(place));
        found != after.left.end() && found->second != value)
      return true;
  for (const auto &[place, values] : before.read)
    if (auto found = after.read.find(translate(place));
        found != after.read.end() &&
        !std::includes(values.begin(), values.end(), found->second.begin(),
                       found->second.end()))
      return true;
  return false;
}

std::vector<int64_t> Case::getCheckedSymbols() const {
  return program.symbols.size() > 1 ? std::vector<int64_t>{1, 2, 3, 4, 6}
                                    : program.symbols;
}

/// Whether a run of the kernel has such accesses.
bool Case::turnsDependence(const Step &step) {
  return llvm::any_of(getCheckedSymbols(), [&](int64_t symbol) {
    RunOptions how = optionsFor(symbol);
    std::vector<TracedAccess> trace;
    how.isSerial = true;
    how.trace = &trace;
    run(getKernel(*module), how);
    return breaksDependence(step, trace);
  });
}

/// A refusal for a dependence: is there one?
void Case::checkDependence(const Step &step, StringRef message) {
  Count &count = statistics[step.primitive];
  if (!message.contains("dependence of block") &&
      !message.contains("use the same element of a buffer"))
    return;
  ++count.dependence;
  if (statistics.checked >= options.maxChecked)
    return;
  bool isRight = turnsDependence(step);
  if (!isRight && !isOrderOnly(step.primitive)) {
    Forced forced(step, *module);
    if (!forced.isDone())
      return;
    isRight = llvm::any_of(getCheckedSymbols(), [&](int64_t symbol) {
      return forced.isWrong(*module, optionsFor(symbol));
    });
  }
  ++statistics.checked;
  ++count.checked;
  if (isRight)
    return;
  ++count.legal;
  if (options.isVerbose)
    llvm::outs() << "legal, but refused: " << step.describe() << ": " << message
                 << "\n"
                 << print(*module) << "\n";
}

} // namespace tvm::fuzz
