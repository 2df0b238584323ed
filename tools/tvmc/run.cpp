// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/ExternalFunctions.h"
#include "compiler/Driver.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/Session.h"
#include "tools/tvmc/TimeText.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct RunOptions {
  compiler::Options compile;
  StringRef model;
  StringRef inputs;
  StringRef outputs;
  StringRef trace;
  Fill fill = Fill::None;
  unsigned repeat = 0;
  unsigned threads = 0;
  bool profile = false;
};
} // namespace

static StringRef getHelp() {
  return R"(  --inputs=IN.npz       arrays by input name (or arr_0 ... in the model's order)
  --outputs=OUT.npz     where results go
  --fill=random|zeros   fill inputs that are not given; strings are empty
  --input-shapes=X:1,3,224,224
                        sizes of filled inputs that the model does not say (1)
  --repeat=N            run N times more and print median, min and p95
  --threads=N           threads per run (all)
  --profile             print the time of each kernel
  --trace=F.json        write the calls for chrome://tracing
  --load-library=LIB.so functions that the model calls (te.extern); may be repeated
  --level=graph|te|loops
                        of a model: run that level naively, to find a wrong step
)";
}

static constexpr StringRef kFills[] = {"random", "zeros"};

static Error parse(Arguments arguments, RunOptions &options) {
  StringRef fill;
  ArgumentParser parser;
  parser.addOptionalFile("artefact", options.model);
  parser.addText("--inputs", options.inputs);
  parser.addText("--outputs", options.outputs);
  parser.addText("--trace", options.trace);
  parser.addFlag("--profile", options.profile);
  parser.addChoice("--fill", fill, kFills);
  parser.addNumber("--repeat", options.repeat, /*least=*/1, /*most=*/1000000);
  parser.addNumber("--threads", options.threads, /*least=*/0, /*most=*/1024);
  parser.addOthers(compiler::getOptionNames(), [&](StringRef argument) {
    return compiler::parseOption(argument, options.compile);
  });
  if (Error error = parser.parse(arguments))
    return error;
  if (!fill.empty())
    options.fill = fill == "random" ? Fill::Random : Fill::Zeros;
  if (options.model.empty())
    return createStringError("expected an artefact or a model");
  return Error::success();
}

static double getQuantile(ArrayRef<double> sorted, double quantile) {
  return sorted[std::min<size_t>(sorted.size() - 1, sorted.size() * quantile)];
}

static Error measure(Session &session, unsigned repeat) {
  std::vector<double> times;
  for (unsigned i = 0; i < repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    if (Error error = session.run())
      return error;
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
  }
  llvm::sort(times);
  int32_t threads = tvm_context_num_threads(session.getContext());
  outs() << formatv("median {0}, min {1}, p95 {2} ({3} runs, {4} thread{5})\n",
                    formatTime(getQuantile(times, 0.5)),
                    formatTime(times.front()),
                    formatTime(getQuantile(times, 0.95)), repeat, threads,
                    threads == 1 ? "" : "s");
  return Error::success();
}

static Error runArtefact(StringRef path, const RunOptions &options) {
  for (const std::string &library : options.compile.libraries)
    if (Error error = codegen::loadLibrary(library))
      return error;
  Session session;
  std::vector<Array> arrays;
  if (!options.inputs.empty()) {
    auto read = readArrays(options.inputs);
    if (!read)
      return read.takeError();
    arrays = std::move(*read);
  }
  if (Error error = session.load(path, options.threads))
    return error;
  if (Error error = session.setInputs(std::move(arrays), options.fill,
                                      options.compile.inputShapes))
    return error;
  bool isProfiled = options.profile || !options.trace.empty();
  bool isRepeated = options.repeat > 0;
  if (isProfiled && !isRepeated)
    tvm_context_set_profiling(session.getContext(), 1);
  if (Error error = session.run())
    return error;
  if (isProfiled && isRepeated)
    tvm_context_set_profiling(session.getContext(), 1);
  if (isRepeated)
    if (Error error = measure(session, options.repeat))
      return error;
  if (options.profile)
    outs() << tvm_context_profile_table(session.getContext());
  if (!options.trace.empty() &&
      tvm_context_write_trace(session.getContext(),
                              options.trace.str().c_str()) != TVM_OK)
    return createStringError(StringRef(tvm_last_error()));
  auto outputs = session.getOutputs();
  if (!outputs)
    return outputs.takeError();
  if (!options.outputs.empty())
    return writeArrays(options.outputs, std::move(*outputs));
  for (const Array &array : *outputs) {
    outs() << array.name << ": " << array.dtype << "[";
    llvm::interleave(array.shape, outs(), ",");
    outs() << "]\n";
  }
  return Error::success();
}

/// Compiles the model to a temporary artefact and runs that.
static int runModel(RunOptions &options) {
  SmallString<128> path;
  if (std::error_code code = sys::fs::createTemporaryFile("tvmc", "so", path))
    return reportError("cannot create a temporary file: " + code.message());
  scope_exit remove([&] {
    [[maybe_unused]] std::error_code ignored = sys::fs::remove(path);
  });
  auto sink = [](compiler::Severity severity, StringRef text) {
    if (severity != compiler::Severity::Progress)
      printDiagnostic(severity, text);
  };
  compiler::Options compile = options.compile;
  // Sizes of the inputs are for filling them only, not for the compiler.
  compile.inputShapes.clear();
  if (failed(
          compiler::compile(std::nullopt, options.model, path, compile, sink)))
    return UserError;
  if (Error error = runArtefact(path, options))
    return reportError(toString(std::move(error)));
  return Success;
}

static int runRun(Arguments arguments) {
  RunOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(runCommand, toString(std::move(error)));
  if (options.model.ends_with(".onnx") || options.model.ends_with(".mlir"))
    return runModel(options);
  if (!options.compile.recorded.referenceLevel.empty())
    return reportWrongUsage(runCommand, "--level needs a model, got '" +
                                            options.model + "'");
  if (Error error = runArtefact(options.model, options))
    return reportError(toString(std::move(error)));
  return Success;
}

constexpr Command tvm::tvmc::runCommand = {
    "run", "run an artefact, or a level of a model",
    "run OUT.so|MODEL.onnx --inputs=IN.npz --outputs=OUT.npz [options]",
    getHelp, runRun};
