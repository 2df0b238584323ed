// Random kernels, random schedules: what a primitive accepts keeps the result,
// what it refuses changes nothing. See README.md.

#include "codegen/KernelEvaluator.h"
#include "conversion/KernelToNVVM/KernelToNVVM.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "test/transforms/Schedule/fuzz/Launches.h"
#include "test/transforms/Schedule/fuzz/Steps.h"
#include "transforms/Schedule/Passes.h"
#include "transforms/TE/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"

#include <chrono>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace tvm;
using namespace tvm::fuzz;

// NOLINTBEGIN(bugprone-throwing-static-initialization)
static llvm::cl::opt<uint64_t> firstSeed("seed", llvm::cl::init(1),
                                         llvm::cl::desc("of the first case"));
static llvm::cl::opt<uint64_t> numCases("count", llvm::cl::init(1000),
                                        llvm::cl::desc("number of cases"));
static llvm::cl::opt<uint64_t>
    compileEvery("compile-every", llvm::cl::init(25),
                 llvm::cl::desc("compile every so many cases; 0: none"));
static llvm::cl::opt<uint64_t>
    launchEvery("launch-every", llvm::cl::init(0),
                llvm::cl::desc("run every so many cases that are bound to a "
                               "GPU on one; 0: none"));
static llvm::cl::opt<uint64_t>
    maxChecked("max-refusals", llvm::cl::init(500),
               llvm::cl::desc("refusals that are checked by enumeration"));
static llvm::cl::opt<uint64_t>
    maxFailures("max-failures", llvm::cl::init(5),
                llvm::cl::desc("end after so many failures"));
static llvm::cl::opt<bool>
    isVerbose("verbose", llvm::cl::desc("print programs, steps and results"));
static llvm::cl::opt<uint64_t>
    timeLimit("seconds", llvm::cl::init(0),
              llvm::cl::desc("end after so many seconds; 0: never"));
// NOLINTEND(bugprone-throwing-static-initialization)

namespace {
struct Count {
  uint64_t tried = 0, accepted = 0, dependence = 0, checked = 0, legal = 0;
};

struct Statistics {
  Count counts[kNumPrimitives];
  uint64_t cases = 0, skipped = 0, compiled = 0, failures = 0, checked = 0;
  uint64_t bound = 0, launched = 0, barriers = 0, onDevice = 0;
};

/// One kernel, one schedule.
class Case {
public:
  Case(uint64_t seed, MLIRContext *context, Statistics &statistics)
      : seed(seed), context(context), statistics(statistics), random(~seed) {}
  void runAll();

private:
  bool prepare();
  bool takeStep(const Step &step);
  void checkRefusal(const Step &step, StringRef message);
  bool compareAll(ModuleOp module, bool isSerial, StringRef when);
  bool lowerAndCompare();
  bool compileAndCompare();
  bool runAndCompare(ModuleOp lowered, const codegen::CompileOptions &options,
                     const Twine &how);
  void launchOnDevice();
  void launchAndCompare();
  void fail(const Twine &why);
  std::string print(ModuleOp module);
  func::FuncOp getKernel(ModuleOp module) {
    return *module.getOps<func::FuncOp>().begin();
  }
  RunOptions optionsFor(int64_t symbol) {
    RunOptions options;
    options.symbol = symbol;
    options.seed = seed;
    return options;
  }

  uint64_t seed;
  MLIRContext *context;
  Statistics &statistics;
  Random random;
  Program program;
  OwningOpRef<ModuleOp> module;
  std::vector<std::vector<Buffer>> expected;
  std::string log;
};
} // namespace

std::string Case::print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text;
}

void Case::fail(const Twine &why) {
  ++statistics.failures;
  llvm::outs() << "FAILURE at --seed=" << seed << ": " << why << "\n"
               << program.text << log << "=== now:\n"
               << print(*module) << "\n";
}

static LogicalResult lowerBlocks(ModuleOp module) {
  PassManager manager(module.getContext());
  manager.nest<func::FuncOp>().addPass(te::createLowerBlocksPass());
  return manager.run(module);
}

/// Whether the kernel runs and its result depends on its arguments alone.
bool Case::prepare() {
  program = generateProgram(seed);
  module = parseSourceString<ModuleOp>(program.text, context);
  if (!module) {
    ++statistics.failures;
    llvm::outs() << "FAILURE at --seed=" << seed << ": cannot be parsed\n"
                 << program.text;
    return false;
  }
  for (int64_t symbol : program.symbols) {
    RunOptions options = optionsFor(symbol);
    RunResult result = run(getKernel(*module), options);
    if (StringRef(result.error).starts_with("unknown")) {
      fail("the generated kernel does not run: " + result.error);
      return false;
    }
    if (!result.error.empty() || result.isTooLong || result.readsUndefined)
      return false;
    expected.push_back(std::move(result.arguments));
  }
  OwningOpRef<ModuleOp> lowered = module->clone();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  return succeeded(lowerBlocks(*lowered)) &&
         compareAll(*lowered, true, "lowered as it is");
}

bool Case::compareAll(ModuleOp scheduled, bool isSerial, StringRef when) {
  for (auto [symbol, reference] : llvm::zip(program.symbols, expected)) {
    RunOptions options = optionsFor(symbol);
    options.garbage = 5;
    options.isSerial = isSerial;
    RunResult result = run(getKernel(scheduled), options);
    if (result.isTooLong)
      return true;
    if (!result.error.empty()) {
      fail(when + ": " + result.error);
      return false;
    }
    for (auto [i, pair] :
         llvm::enumerate(llvm::zip(result.arguments, reference)))
      if (std::get<0>(pair).data != std::get<1>(pair).data) {
        fail(when + ": wrong result in argument " + Twine(i) +
             " for n = " + Twine(symbol));
        return false;
      }
  }
  return true;
}

/// A refusal for a dependence: is there one?
void Case::checkRefusal(const Step &step, StringRef message) {
  Count &count = statistics.counts[static_cast<int>(step.primitive)];
  if (!message.contains("dependence of block") || !canCheck(step.primitive))
    return;
  ++count.dependence;
  if (statistics.checked >= maxChecked)
    return;
  ++statistics.checked;
  ++count.checked;
  std::vector<int64_t> symbols = program.symbols;
  if (symbols.size() > 1)
    symbols = {1, 2, 3, 4, 6};
  for (int64_t symbol : symbols) {
    RunOptions options = optionsFor(symbol);
    std::vector<TracedAccess> trace;
    options.isSerial = true;
    options.trace = &trace;
    run(getKernel(*module), options);
    if (breaksDependence(step, trace))
      return;
  }
  ++count.legal;
  if (isVerbose)
    llvm::outs() << "legal, but refused: " << message << "\n"
                 << print(*module) << "\n";
}

bool Case::takeStep(const Step &step) {
  Count &count = statistics.counts[static_cast<int>(step.primitive)];
  std::string text = step.describe(), before = print(*module);
  IRRewriter rewriter(context);
  DiagnosedSilenceableFailure outcome = apply(step, rewriter);
  ++count.tried;
  if (outcome.isDefiniteFailure()) {
    log += "=== " + text + "\n";
    fail("a definite failure");
    return false;
  }
  if (outcome.isSilenceableFailure()) {
    std::string message = outcome.getMessage();
    (void)outcome.silence();
    log += "=== " + text + ": refused: " + message + "\n";
    if (print(*module) != before) {
      fail("a refused step changed the kernel; before it was\n" + before);
      return false;
    }
    if (message.empty()) {
      fail("a refusal without a reason");
      return false;
    }
    checkRefusal(step, message);
    return true;
  }
  ++count.accepted;
  log += "=== " + text + "\n";
  if (failed(verify(*module))) {
    fail("the kernel does not verify any more; before it was\n" + before);
    return false;
  }
  if (compareAll(*module, false, "after '" + text + "'"))
    return true;
  llvm::outs() << "=== before:\n" << before;
  return false;
}

bool Case::lowerAndCompare() {
  OwningOpRef<ModuleOp> lowered = module->clone();
  if (failed(lowerBlocks(*lowered))) {
    fail("cannot be lowered");
    return false;
  }
  return compareAll(*lowered, true, "after te-lower-blocks");
}

namespace {
/// A buffer as kernels take it.
struct NativeBuffer {
  NativeBuffer(const Buffer &buffer, Type type) : type(type) {
    size_t width = type.isInteger(64) ? 8 : 4;
    memory.resize(buffer.data.size() * width + 64);
    auto address = reinterpret_cast<uintptr_t>(memory.data());
    data = memory.data() + (64 - address % 64);
    for (auto [i, value] : llvm::enumerate(buffer.data)) {
      if (type.isF32())
        store<float>(i, value);
      else if (type.isInteger(32))
        store<int32_t>(i, value);
      else
        store<int64_t>(i, value);
    }
  }
  template <typename T> void store(size_t i, int64_t value) {
    T element = static_cast<T>(value);
    std::memcpy(data + i * sizeof(T), &element, sizeof(T));
  }
  template <typename T> T load(size_t i) const {
    T element;
    std::memcpy(&element, data + i * sizeof(T), sizeof(T));
    return element;
  }
  bool holds(size_t i, int64_t value) const {
    if (type.isF32())
      return load<float>(i) == static_cast<float>(value);
    if (type.isInteger(32))
      return load<int32_t>(i) == value;
    return load<int64_t>(i) == value;
  }

  Type type;
  std::vector<char> memory;
  char *data;
};
} // namespace

/// The way that a kernel takes to machine code.
bool Case::compileAndCompare() {
  OwningOpRef<ModuleOp> lowered = module->clone();
  PassManager manager(context);
  auto &function = manager.nest<func::FuncOp>();
  function.addPass(te::createLowerBlocksPass());
  function.addPass(createCanonicalizerPass());
  function.addPass(createCSEPass());
  schedule::VectorizeLoopsPassOptions vectors;
  vectors.vectorBits = 64 << random.between(0, 3);
  function.addPass(schedule::createVectorizeLoopsPass(vectors));
  function.addPass(schedule::createLowerLoopKindsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  if (failed(manager.run(*lowered))) {
    fail("the pipeline to vector code fails");
    return false;
  }
  codegen::CompileOptions options;
  options.optLevel = random.between(0, 1) * 3;
  ++statistics.compiled;
  return runAndCompare(*lowered, options,
                       "compiled with " + Twine(vectors.vectorBits) +
                           " bits per vector at -O" + Twine(options.optLevel));
}

/// Machine code of `lowered` computes the same.
bool Case::runAndCompare(ModuleOp lowered,
                         const codegen::CompileOptions &options,
                         const Twine &how) {
  for (auto [symbol, reference] : llvm::zip(program.symbols, expected)) {
    std::vector<NativeBuffer> buffers;
    std::vector<void *> pointers;
    std::vector<int64_t> dims;
    func::FuncOp kernel = getKernel(lowered);
    auto arguments = makeArguments(kernel, optionsFor(symbol));
    buffers.reserve(arguments.size());
    for (auto [buffer, type] :
         llvm::zip(arguments, kernel.getArgumentTypes())) {
      auto memref = cast<MemRefType>(type);
      buffers.emplace_back(buffer, memref.getElementType());
      pointers.push_back(buffers.back().data);
      dims.insert(dims.end(), memref.getNumDynamicDims(), symbol);
    }
    if (llvm::Error error =
            codegen::evaluateKernel(lowered, pointers, dims, options)) {
      fail(how + ": " + llvm::toString(std::move(error)) + "\n" +
           print(lowered));
      return false;
    }
    for (auto [i, buffer] : llvm::enumerate(reference))
      for (auto [j, value] : llvm::enumerate(buffer.data))
        if (!buffers[i].holds(j, value)) {
          fail(how + ": wrong result in argument " + Twine(i) + "\n" +
               print(lowered));
          return false;
        }
  }
  return true;
}

/// The way to a GPU, up to launches.
void Case::launchAndCompare() {
  ++statistics.bound;
  log += "=== bind:" + bindRandomly(*module, random) + "\n";
  if (failed(verify(*module))) {
    fail("the bound kernel does not verify");
    return;
  }
  OwningOpRef<ModuleOp> lowered = module->clone();
  if (failed(lowerLaunches(*lowered)))
    return;
  ++statistics.launched;
  lowered->walk([&](gpu::BarrierOp) { ++statistics.barriers; });
  if (compareAll(*lowered, false, "launched")) {
    if (launchEvery && statistics.launched % launchEvery == 0)
      launchOnDevice();
    return;
  }
  llvm::outs() << "=== launched:\n" << print(*lowered);
}

/// All the way to a GPU, or to what is in its place.
void Case::launchOnDevice() {
  OwningOpRef<ModuleOp> lowered = module->clone();
  PassManager manager(context);
  buildKernelToDevicePipeline(manager, KernelToNVVMOptions());
  if (failed(manager.run(*lowered))) {
    fail("the pipeline to code for a GPU fails");
    return;
  }
  ++statistics.onDevice;
  (void)runAndCompare(*lowered, codegen::CompileOptions(), "on a GPU");
}

void Case::runAll() {
  ++statistics.cases;
  if (!prepare()) {
    ++statistics.skipped;
    return;
  }
  bool isForGPU = random.chance(40);
  for (int64_t steps = random.between(1, 10); steps > 0; --steps) {
    std::optional<Step> step = chooseStep(getKernel(*module), random);
    if (step && isForGPU && marksLoop(step->primitive))
      continue;
    if (step && !takeStep(*step))
      return;
  }
  if (isVerbose)
    llvm::outs() << program.text << log << print(*module) << "\n";
  if (!lowerAndCompare())
    return;
  if (isForGPU) {
    launchAndCompare();
    return;
  }
  if (compileEvery && seed % compileEvery == 0)
    compileAndCompare();
}

static void report(const Statistics &statistics, double seconds) {
  llvm::outs() << "primitive             tried  accepted  rate   refused for "
                  "dependence  checked  legal\n";
  uint64_t legal = 0;
  for (int i = 0; i < kNumPrimitives; ++i) {
    const Count &count = statistics.counts[i];
    legal += count.legal;
    llvm::outs() << llvm::format(
        "%-20s %6llu %9llu %4.0f %% %23llu %8llu %6llu\n",
        getName(static_cast<Primitive>(i)).str().c_str(),
        (unsigned long long)count.tried, (unsigned long long)count.accepted,
        count.tried ? 100.0 * count.accepted / count.tried : 0.0,
        (unsigned long long)count.dependence, (unsigned long long)count.checked,
        (unsigned long long)count.legal);
  }
  llvm::outs() << statistics.cases << " cases (" << statistics.skipped
               << " not runnable), " << statistics.compiled << " compiled, "
               << statistics.bound << " bound to a GPU, " << statistics.launched
               << " launched with " << statistics.barriers << " barriers, "
               << statistics.onDevice << " on a GPU, " << statistics.checked
               << " refusals checked, " << legal << " of them legal, "
               << statistics.failures << " failures, "
               << llvm::format("%.1f s\n", seconds);
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "fuzzer of schedules\n");
  DialectRegistry registry;
  registerNVVMTranslation(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                      func::FuncDialect, gpu::GPUDialect, memref::MemRefDialect,
                      scf::SCFDialect, te::TEDialect, vector::VectorDialect>();
  Statistics statistics;
  auto start = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  for (uint64_t i = 0; i < numCases && statistics.failures < maxFailures; ++i) {
    if (timeLimit && elapsed() > timeLimit)
      break;
    Case(firstSeed + i, &context, statistics).runAll();
  }
  report(statistics, elapsed());
  uint64_t legal = 0;
  for (const Count &count : statistics.counts)
    legal += count.legal;
  // A sample says that the rate is above 5 % where it is so by more than two
  // standard deviations.
  double expected = 0.05 * statistics.checked;
  bool tooCautious = legal > expected + 2 * std::sqrt(expected * 0.95);
  if (tooCautious)
    llvm::outs() << "FAILURE: more than 5 % of the refusals were legal\n";
  return statistics.failures || tooCautious;
}
