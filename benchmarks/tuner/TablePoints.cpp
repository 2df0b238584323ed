// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes programs of all points of a part of a kernel's space, to measure them.
//
//   bazel-bin/benchmarks/tuner/table_points MODEL.onnx FOLDER POINTS SEED
//   [OPTION]…
//
// The kernel is the one of MODEL with the most operations, compiled with
// OPTIONs of `tvmc compile`. FOLDER gets a file pointN.mlir for each strategy,
// default.mlir with the default one, and `points`: the lines `parameter` of a
// table, and a line for each point that applies, with the values of those
// parameters that have several, and the number N of its program. Points whose
// strategies do the same share it.
#include "benchmarks/tuner/Differences.h"
#include "benchmarks/tuner/SubGrid.h"
#include "benchmarks/tuner/TableKernel.h"
#include "tuner/search/PointIterator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tuner {
namespace {

ExitOnError check("table_points: ");

void printParameters(const ParameterSpace &space, raw_ostream &os) {
  for (const schedule::ParameterGroup &group : space.getGroups())
    for (const schedule::Parameter &parameter : group.getParameters()) {
      os << "parameter " << parameter.name;
      for (int64_t value : parameter.values)
        os << ' ' << value;
      os << '\n';
    }
}

/// The numbers of the parameters that have several values.
SmallVector<size_t> findVaried(const ParameterSpace &space) {
  SmallVector<size_t> varied;
  for (auto [number, values] : enumerate(getAllValues(space)))
    if (values.size() > 1)
      varied.push_back(number);
  return varied;
}

/// Numbers of points that do not apply, by reason.
using Refusals = std::map<std::string, unsigned>;

Refusals writePrograms(const compiler::KernelTask &task,
                       const ParameterSpace &grid, StringRef folder) {
  std::error_code error;
  raw_fd_ostream os((folder + "/points").str(), error);
  check(errorCodeToError(error));
  printParameters(grid, os);
  SmallVector<size_t> varied = findVaried(grid);
  PointIterator next(grid);
  StringMap<unsigned> programs;
  Refusals refusals;
  while (std::optional<Point> point = next.next()) {
    Expected<std::string> strategy = task.build(*point);
    if (!strategy) {
      ++refusals[toString(strategy.takeError())];
      continue;
    }
    auto [place, isNew] = programs.try_emplace(*strategy, programs.size());
    std::string number = std::to_string(place->second);
    if (isNew)
      check(task.writeProgram(*strategy,
                              (folder + "/point" + number + ".mlir").str()));
    for (size_t place : varied)
      os << (*point)[place] << ' ';
    os << number << '\n';
  }
  return refusals;
}

void run(ArrayRef<StringRef> arguments) {
  StringRef folder = arguments[1];
  uint64_t points = 0, seed = 0;
  if (arguments[2].getAsInteger(10, points) ||
      arguments[3].getAsInteger(10, seed))
    check(createStringError("expected numbers of points and of the seed"));
  auto kernel =
      check(TableKernel::read(arguments[0], folder, arguments.drop_front(4)));
  const compiler::KernelTask &task = kernel.getTask();
  check(task.writeProgram(task.getDefault(), (folder + "/default.mlir").str()));
  const ParameterSpace &space = task.getParameters();
  Differences differences(task, seed);
  auto grid = check(restrictSpace(
      space, chooseSubGrid(space, points, seed,
                           [&](const ParameterSpace &part, size_t number,
                               const SmallVector<int64_t> &values) {
                             return differences.isMade(part, number, values);
                           })));
  Refusals refusals = writePrograms(task, grid, folder);
  outs() << grid.countPoints() << " of " << space.countPoints() << " points\n";
  for (const auto &[reason, count] : refusals)
    outs() << count << " refused: " << reason << '\n';
}

} // namespace
} // namespace tvm::tuner

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::SmallVector<llvm::StringRef> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4) {
    llvm::errs()
        << "usage: table_points MODEL.onnx FOLDER POINTS SEED [OPTION]...\n";
    return 2;
  }
  tvm::tuner::run(arguments);
}
