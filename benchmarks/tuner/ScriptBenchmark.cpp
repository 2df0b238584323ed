// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a model of the tuner takes for a candidate of a transform script:
// applying it for its features, and predictions of candidates with features.
// Part of prediction_benchmark.
#include "benchmark/benchmark.h"
#include "compiler/scripts/ScriptTask.h"
#include "tuner/scripts/model/AppliedModel.h"
#include "llvm/Support/ErrorHandling.h"

namespace tvm::compiler {
namespace {

constexpr const char *kPayload = R"(
func.func @product(%x: tensor<64x128xf32>, %w: tensor<128x96xf32>)
    -> tensor<64x96xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x96xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x96xf32>)
      -> tensor<64x96xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<64x128xf32>, tensor<128x96xf32>)
      outs(%1 : tensor<64x96xf32>) -> tensor<64x96xf32>
  return %2 : tensor<64x96xf32>
})";

constexpr const char *kScript = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(
      %module: !transform.any_op {transform.readonly}) {
    %rows = transform.tune.knob<"rows"> options = [2, 4, 8, 16]
        -> !transform.param<i64>
    %columns = transform.tune.knob<"columns"> options = [16, 32, 48]
        -> !transform.param<i64>
    %depth = transform.tune.knob<"depth"> options = [1, 2, 4, 8]
        -> !transform.param<i64>
    %product = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %tile, %loops:3 = transform.structured.tile_using_for %product
        tile_sizes [%rows, %columns, %depth]
        : (!transform.any_op, !transform.param<i64>, !transform.param<i64>,
           !transform.param<i64>)
        -> (!transform.any_op, !transform.any_op, !transform.any_op,
            !transform.any_op)
    transform.structured.vectorize %tile : !transform.any_op
    transform.yield
  }
})";

/// Applies scripts in this process, as the child of tvmc tune does in its own.
class OwnApplier : public ScriptApplier {
public:
  OwnApplier() {
    auto registry = llvm::cantFail(getScriptDialects(/*plugins=*/{}));
    runner =
        llvm::cantFail(ScriptRunner::create(registry, {"payload", kPayload}));
  }

  llvm::Expected<AppliedScript> apply(llvm::StringRef script) override {
    return runner->apply(script);
  }

private:
  std::unique_ptr<ScriptRunner> runner;
};

/// The points of the script, all of which apply.
class Scripts {
public:
  Scripts() {
    auto created = ScriptTask::create({"payload", kPayload},
                                      {"script", kScript}, /*plugins=*/{});
    if (!created)
      llvm::report_fatal_error(created.takeError());
    task = std::move(*created);
    task->setApplier(&applier);
    tuner::ParameterSpace::Random random(1);
    for (int i = 0; i < kCount; ++i) {
      points.push_back(task->getParameters().sample(random));
      trials.push_back({points.back(), 1.0 + i % 7});
    }
  }

  static constexpr int kCount = 128;
  OwnApplier applier;
  std::unique_ptr<ScriptTask> task;
  std::vector<tuner::Point> points;
  std::vector<tuner::Trial> trials;
};

/// From the point to the program on buffers, and its features.
void applyScripts(benchmark::State &state) {
  Scripts scripts;
  for (auto _ : state)
    for (const tuner::Point &point : scripts.points)
      llvm::cantFail(scripts.task->build(point));
  state.SetItemsProcessed(state.iterations() * Scripts::kCount);
}
BENCHMARK(applyScripts)->Unit(benchmark::kMillisecond);

/// Of candidates that were applied.
void predictScripts(benchmark::State &state) {
  Scripts scripts;
  tuner::AppliedModel model(*scripts.task);
  model.fit(scripts.trials);
  for (auto _ : state)
    benchmark::DoNotOptimize(model.predict(scripts.points));
  state.SetItemsProcessed(state.iterations() * Scripts::kCount);
}
BENCHMARK(predictScripts)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace tvm::compiler
