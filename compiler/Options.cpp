// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::compiler {

static Error wrong(StringRef argument, const Twine &expected) {
  return createStringError("wrong option '" + argument + "': expected " +
                           expected);
}

/// "one, two or three"
static std::string listChoices(ArrayRef<StringLiteral> words) {
  return join(words.drop_back(), ", ") + " or " + words.back().str();
}

/// Parses `name:1,3,?,224;other:1`; a name may contain colons.
static Error parseInputShapes(StringRef argument, StringRef text,
                              Options &options) {
  SmallVector<StringRef> inputs;
  text.split(inputs, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef input : inputs) {
    auto [name, dims] = input.rsplit(':');
    if (name.size() == input.size() || name.empty())
      return wrong(argument, "name:1,3,224,224;name:1,?");
    SmallVector<int64_t> shape;
    SmallVector<StringRef> parts;
    dims.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef part : parts) {
      int64_t size = -1;
      part = part.trim();
      if (part != "?" && part != "-1" &&
          (part.getAsInteger(10, size) || size < 0))
        return wrong(argument,
                     "sizes or ? after '" + name + ":', got '" + part + "'");
      shape.push_back(size);
    }
    if (!options.inputShapes.try_emplace(name, shape).second)
      return wrong(argument, "one shape for '" + name + "'");
  }
  return Error::success();
}

static Error parseWinograd(StringRef argument, StringRef value,
                           Options &options) {
  const StringLiteral *known = find(kWinogradWords, value);
  if (known == std::end(kWinogradWords))
    return wrong(argument, listChoices(kWinogradWords));
  options.recorded.winograd =
      static_cast<Winograd>(known - std::begin(kWinogradWords));
  return Error::success();
}

namespace {
struct FlagOption {
  StringLiteral name;
  bool Options::*member;
  bool value; // with the option
};
} // namespace

static constexpr FlagOption kFlagOptions[] = {
    {"--timing", &Options::timing, true},
    {"--schedule-remarks", &Options::scheduleRemarks, true},
    {"-q", &Options::quiet, true},
    {"--quiet", &Options::quiet, true},
    {"--no-cache", &Options::useCache, false},
};

static bool parseFlag(StringRef argument, Options &options) {
  for (const FlagOption &option : kFlagOptions) {
    if (option.name != argument)
      continue;
    options.*option.member = option.value;
    return true;
  }
  return false;
}

//===-- options with values -----------------------------------------------===//

using ParseValue = Error (*)(StringRef argument, StringRef value,
                             Options &options);

template <auto member>
static Error setText(StringRef, StringRef value, Options &options) {
  options.*member = value.str();
  return Error::success();
}

template <auto member>
static Error addText(StringRef, StringRef value, Options &options) {
  (options.*member).push_back(value.str());
  return Error::success();
}

static Error parseCpus(StringRef, StringRef value, Options &options) {
  for (StringRef cpu : llvm::split(value, ','))
    if (!cpu.empty())
      options.cpus.push_back(cpu.str());
  return Error::success();
}

template <unsigned Options::*member>
static Error parseThreads(StringRef argument, StringRef value,
                          Options &options) {
  unsigned &threads = options.*member;
  if (value.getAsInteger(10, threads) || threads > 1024)
    return wrong(argument, "a number from 0 to 1024");
  return Error::success();
}

static Error addPartition(StringRef, StringRef value, Options &options) {
  options.recorded.partition.push_back(value.str());
  return Error::success();
}

/// Sets a field of the recorded options to one of `words`.
template <auto member, const auto &words>
static Error parseWord(StringRef argument, StringRef value, Options &options) {
  options.recorded.*member = value.str();
  return is_contained(words, value) ? Error::success()
                                    : wrong(argument, listChoices(words));
}

namespace {
struct ValueOption {
  StringLiteral name;
  StringLiteral what; // the kind of value, if it must not be empty
  ParseValue parse;
};
} // namespace

static constexpr ValueOption kValueOptions[] = {
    {"--target", "", setText<&Options::target>},
    {"--multiversion", "", parseCpus},
    {"--threads", "", parseThreads<&Options::threads>},
    {"--dump-ir", "FOLDER", setText<&Options::dumpFolder>},
    {"--dump-schedules", "FOLDER", setText<&Options::schedulesFolder>},
    {"--schedule", "FILE.mlir", addText<&Options::schedules>},
    {"--dump-strategies", "FOLDER", setText<&Options::strategiesFolder>},
    {"--strategies", "PATH", addText<&Options::strategies>},
    {"--database", "FILE", setText<&Options::database>},
    {"--run-threads", "", parseThreads<&Options::runThreads>},
    {"--load-library", "LIB.so", addText<&Options::libraries>},
    {"--load-plugin", "LIB.so|RULES.mlir", addText<&Options::plugins>},
    {"--partition", "TARGET|FILE.mlir", addPartition},
    {"--level", "",
     parseWord<&CommandOptions::referenceLevel, kReferenceLevels>},
    {"--winograd", "", parseWinograd},
    {"--fusion", "", parseWord<&CommandOptions::fusion, kFusionWords>},
    {"--mixed-precision", "",
     parseWord<&CommandOptions::mixedPrecision, kMixedPrecisions>},
    {"--input-shapes", "", parseInputShapes},
    {"--times", "FILE.json", setText<&Options::timesFile>},
};

Expected<bool> parseOption(StringRef argument, Options &options) {
  auto [name, value] = argument.split('=');
  if (argument.consume_front("-O")) {
    if (argument.getAsInteger(10, options.recorded.optLevel) ||
        options.recorded.optLevel > 3)
      return wrong("-O" + argument.str(), "-O0, -O1, -O2 or -O3");
    options.named.insert("-O");
    return true;
  }
  const auto *option =
      llvm::find_if(kValueOptions, [name = name](const ValueOption &known) {
        return known.name == name;
      });
  if (option == std::end(kValueOptions))
    return parseFlag(argument, options);
  if (!argument.contains('='))
    return wrong(argument, name + "=VALUE");
  if (!option->what.empty() && value.empty())
    return wrong(argument, name + "=" + option->what);
  if (Error error = option->parse(argument, value, options))
    return std::move(error);
  options.named.insert(name);
  return true;
}

std::vector<StringRef> getOptionNames() {
  std::vector<StringRef> names;
  for (const ValueOption &option : kValueOptions)
    names.push_back(option.name);
  for (const FlagOption &option : kFlagOptions)
    names.push_back(option.name);
  return names;
}

StringRef getOptionsHelp() {
  return R"(  --target=TARGET       machine to compile for (host): TRIPLE[,mcpu=NAME][,cores=N][,l1-cache=BYTES]
                        [,l2-cache=BYTES][,l3-cache=BYTES][,mattr=+a-b];
                        nvptx64[,mcpu=sm_80]: kernels that schedules bind to a GPU, launched by the host
  --multiversion=A,B    CPUs to have code for; the best that fits is chosen when loading
  --input-shapes=X:1,3,224,224;Y:1,?
                        sizes of the inputs, ? = known when running
  -O0 .. -O3            optimise (-O3); -O0 keeps the order of all operations
  --winograd=auto|never|always
                        Winograd's algorithm for 3x3 convolutions, rounded otherwise than sums over
                        windows: where it is faster (auto; never at -O0, nor for quantized
                        convolutions), or wherever it is possible; an infinity, a NaN or a number
                        beyond 1e36 in the data may make whole tiles of 4x4 results NaN
  --fusion=auto|never   operators share kernels where that is faster, or each is a kernel of its own
  --mixed-precision=bf16|f16
                        products of matrices and convolutions of f32, and what follows them element by
                        element, in this type; sums in f32
  --threads=N           kernels compiled at a time (all hardware threads)
  --dump-ir=FOLDER      write the program at every level, and its weights
  --dump-schedules=FOLDER
                        write every kernel's loops with its schedule (an empty one at -O0), and the
                        scheduled loops
  --schedule=FILE.mlir  a file of --dump-schedules, edited, to use instead of the rules; may be repeated
  --dump-strategies=FOLDER
                        write every kernel's loops with the strategies of its blocks (kernels have none
                        at -O0), and operators.mlir with the decisions on operators
  --strategies=PATH     a file of --dump-strategies, edited, or a folder of them: strategies for the kernels
                        with these loops, in any model, and decisions for the operators of these nodes
                        with these types, to use instead of the rules' choice; may be repeated
  --database=FILE       the fastest strategies that tvmc tune has recorded there for the kernels, on this
                        target, with this level of optimisation and number of threads
  --run-threads=N       threads of the runs that --database is asked for (all)
  --schedule-remarks    say which rules schedule the kernels, how many cycles they estimate, and what
                        their schedules could not do (those of a given one always)
  --load-library=LIB.so functions that te.extern calls while compiling; may be repeated
  --load-plugin=LIB.so|RULES.mlir
                        dialects, passes, targets and schedule rules of a plug-in, or a file whose transform
                        scripts are schedule rules; may be repeated
  --partition=TARGET|FILE.mlir
                        give what patterns find to functions of the targets: those of a target of a
                        plug-in, or of a file in the pdl dialect; may be repeated
  --timing              print where the time goes
  --times=FILE.json     write the seconds of each stage for programs
  --no-cache            compile kernels that are in the cache again
  -q                    print errors only
)";
}

} // namespace tvm::compiler
