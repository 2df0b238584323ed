// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The speed of libvta_fsim on convolutions of ResNet-18:
//   bazel run //benchmarks/vta:functional_simulator_benchmark
#include "test/runtime/vta/Convolution.h"
#include "test/runtime/vta/LoadedProgram.h"

#include <benchmark/benchmark.h>
#include <stdexcept>

using namespace tvm::runtime::vta;
using namespace tvm::test;

static void runConvolution(benchmark::State &state,
                           const NamedConvolution &named) {
  Program program =
      makeConvolution(Configuration(), named.convolution, named.tiling);
  LoadedProgram loaded(program);
  for (auto _ : state)
    if (loaded.run(0) != VTA_OK)
      throw std::runtime_error(vta_last_error());
  state.counters["MAC/s"] =
      benchmark::Counter(double(named.convolution.macs()),
                         benchmark::Counter::kIsIterationInvariantRate);
}

int main(int argc, char **argv) {
  for (const NamedConvolution &named : resNetConvolutions())
    benchmark::RegisterBenchmark(named.name, [&](benchmark::State &state) {
      runConvolution(state, named);
    });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 2;
  benchmark::RunSpecifiedBenchmarks();
}
