// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTABinary/VTABinary.h"
#include "runtime/vta/cycles/TraceWriter.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/VtaCommands.h"
#include "tools/vta/ProgramFile.h"
#include "tools/vta/ProgramRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
struct RunOptions {
  StringRef program, configuration, inputs, outputs, trace;
  StringRef device = "fsim";
  uint64_t seed = 0, maxCycles = UINT64_MAX;
  bool stats = false;
};
} // namespace

static StringRef getHelp() {
  return R"(PROGRAM is a program file, a listing (.txt) or a module (.mlir).

  --device=fsim|cycle|rtl
                        functional simulator (default), cycle model, or the
                        core in Verilator
  --inputs=IN.npz       an array per input, of as many bytes
  --outputs=OUT.npz     where outputs go: [elements][BATCH][BLOCK]
  --config=FILE.json    the accelerator, for the same instructions
  --stats               print what the run has done, and where its time went
  --trace=F.json        write its timeline for chrome://tracing
  --max-cycles=N        give up after as many
  --seed=N              of what is left to chance: the order of modules, what
                        is on the chip (0)
)";
}

static Error parse(Arguments arguments, RunOptions &options) {
  ArgumentParser parser("program", options.program);
  parser.addChoice("--device", options.device, vta::getDeviceNames());
  parser.addText("--inputs", options.inputs);
  parser.addText("--outputs", options.outputs);
  parser.addText("--trace", options.trace);
  parser.addText("--config", options.configuration);
  parser.addFlag("--stats", options.stats);
  parser.addNumber("--max-cycles", options.maxCycles, /*least=*/1);
  parser.addNumber("--seed", options.seed);
  return parser.parse(arguments);
}

static void print(const vta_counters &done) {
  std::pair<StringRef, uint64_t> lines[] = {
      {"bytes of micro-ops", done.uop_load_bytes},
      {"bytes of inputs", done.inp_load_bytes},
      {"bytes of weights", done.wgt_load_bytes},
      {"bytes of accumulators", done.acc_load_bytes},
      {"bytes of outputs", done.out_store_bytes},
      {"micro-ops of GEMM", done.gemm_iterations},
      {"micro-ops of ALU", done.alu_iterations}};
  for (auto [name, count] : lines)
    outs() << left_justify(name, 24) << count << "\n";
}

/// Reports a run, including a failed one.
static Error report(const vta::ProgramRun &session, const RunOptions &options) {
  if (options.stats) {
    print(session.getCounters());
    auto timing = session.getTiming();
    if (!timing)
      return timing.takeError();
    if (*timing)
      outs() << runtime::vta::summaryOf(**timing);
  }
  return options.trace.empty() ? Error::success()
                               : session.writeTrace(options.trace);
}

static Error writeOutputs(std::vector<Array> outputs,
                          const RunOptions &options) {
  if (!options.outputs.empty())
    return writeArrays(options.outputs, std::move(outputs));
  for (const Array &array : outputs) {
    outs() << array.name << ": " << array.dtype << "[";
    interleave(array.shape, outs(), ",");
    outs() << "]\n";
  }
  return Error::success();
}

static Error run(const runtime::vta::Program &program,
                 const RunOptions &options) {
  std::vector<Array> inputs;
  if (!options.inputs.empty()) {
    auto read = readArrays(options.inputs);
    if (!read)
      return read.takeError();
    inputs = std::move(*read);
  }
  auto driver = vta::loadDevice(options.device);
  if (!driver)
    return driver.takeError();
  vta::ProgramRun session(**driver, program);
  if (Error error = session.load())
    return error;
  if (Error error = session.setInputs(inputs))
    return error;
  Error error = session.run(options.seed, options.maxCycles);
  error = joinErrors(std::move(error), report(session, options));
  if (error)
    return error;
  auto outputs = session.getOutputs();
  if (!outputs)
    return outputs.takeError();
  return writeOutputs(std::move(*outputs), options);
}

static int runRun(Arguments arguments) {
  RunOptions options;
  if (Error error = parse(arguments, options))
    return reportWrongUsage(vtaRunCommand, toString(std::move(error)));
  VtaContext context;
  auto file = vta::readProgramFile(options.program, options.configuration,
                                   context.get());
  if (failed(file))
    return UserError;
  auto program = vta::encodeProgram(file->program);
  if (failed(program))
    return UserError;
  if (Error error = run(*program, options))
    return reportError(options.program + ": " + toString(std::move(error)));
  return Success;
}

const Command tvm::tvmc::vtaRunCommand = {
    "vta run", "run a program on a simulator or the core",
    "vta run PROGRAM --inputs=IN.npz --outputs=OUT.npz [options]", getHelp,
    runRun};
