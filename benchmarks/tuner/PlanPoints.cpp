// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random points of a model's kernels: the share of those whose strategies do
// not apply, and why; the time that a point takes; the number of different
// programs; the number of points that the tuner tells apart before it applies
// strategies (KernelSpace::identify); and programs that it takes for others.
//
//   bazel-bin/benchmarks/tuner/plan_points MODEL.onnx FOLDER COUNT [OPTIONS]
//
// OPTIONS: options of tvmc compile. FOLDER receives the programs of kernels.
#include "compiler/tuning/ModelTasks.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <map>
#include <set>

using namespace llvm;
using namespace tvm;

namespace {
/// The results of the points of one kernel.
struct Planned {
  unsigned points = 0, refused = 0;
  double seconds = 0;
  std::map<std::string, unsigned> reasons;
  /// The strategies of points by identity. Equal programs have one strategy.
  std::map<uint64_t, std::set<std::string>> strategies;
};
} // namespace

static Planned planPoints(const compiler::KernelTask &task, unsigned count) {
  using Clock = std::chrono::steady_clock;
  tuner::ParameterSpace::Random random(1);
  Planned planned;
  for (; planned.points < count; ++planned.points) {
    schedule::Point point = task.getParameters().sample(random);
    auto start = Clock::now();
    Expected<std::string> strategy = task.build(point);
    planned.seconds +=
        std::chrono::duration<double>(Clock::now() - start).count();
    if (strategy) {
      planned.strategies[task.identify(point)].insert(*strategy);
      continue;
    }
    ++planned.refused;
    ++planned.reasons[toString(strategy.takeError())];
  }
  return planned;
}

static void print(StringRef name, const Planned &planned) {
  std::set<std::string> programs;
  size_t numMistaken = 0;
  for (const auto &[identity, strategies] : planned.strategies) {
    programs.insert(strategies.begin(), strategies.end());
    numMistaken += strategies.size() - 1;
  }
  outs() << format("%6.1f%% %8.2f %8zu %6zu %8zu  ",
                   100.0 * planned.refused / planned.points,
                   1e3 * planned.seconds / planned.points, programs.size(),
                   planned.strategies.size(), numMistaken)
         << name << "\n";
  for (const auto &[reason, count] : planned.reasons)
    outs() << format("%18u  ", count) << reason << "\n";
  outs().flush();
}

int main(int argc, char **argv) {
  unsigned count = 0;
  if (argc < 4 || StringRef(argv[3]).getAsInteger(10, count) || count == 0) {
    errs() << "usage: plan_points MODEL.onnx FOLDER COUNT [OPTIONS]\n";
    return 2;
  }
  compiler::Options options;
  for (const char *argument : ArrayRef(argv, argc).drop_front(4))
    if (!cantFail(compiler::parseOption(argument, options))) {
      errs() << "unknown option '" << argument << "'\n";
      return 2;
    }
  auto model =
      compiler::readModelTasks(argv[1], options, argv[2],
                               [](compiler::Severity severity, StringRef text) {
                                 if (severity == compiler::Severity::Error)
                                   errs() << text << "\n";
                               });
  if (failed(model))
    return 1;
  outs() << "refused ms/point programs  apart mistaken  kernel\n";
  for (const compiler::ModelTasks::Kernel &kernel : model->kernels)
    print(kernel.program->name, planPoints(*kernel.space, count));
  return 0;
}
