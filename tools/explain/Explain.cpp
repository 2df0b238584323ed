// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Explain.h"

#include "codegen/TargetAttributes.h"
#include "compiler/Driver.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "tools/explain/FusedGraph.h"
#include "tools/explain/ModelFile.h"
#include "tools/explain/Reasons.h"
#include "transforms/Graph/AlgorithmRemarks.h"
#include "transforms/Schedule/Strategy/StrategyRemarks.h"

using namespace mlir;

namespace tvm::explain {

static int64_t getInt(DictionaryAttr facts, StringRef name) {
  auto value = facts.getAs<IntegerAttr>(name);
  return value ? value.getInt() : 0;
}

/// Reads a buffer, which has the name of its tensor, or of the kernel whose
/// workspace it is.
static Buffer readBuffer(DictionaryAttr facts, const Report &report) {
  Buffer buffer;
  buffer.first = getInt(facts, "first");
  buffer.last = getInt(facts, "last");
  buffer.offset = getInt(facts, "offset");
  buffer.size = getInt(facts, "size");
  if (!facts.contains("launch"))
    return buffer;
  const Kernel &kernel = report.kernels[getInt(facts, "launch")];
  buffer.isWorkspace = !facts.contains("result");
  if (!buffer.isWorkspace)
    buffer.name = report.tensors[kernel.outputs[getInt(facts, "result")]].name;
  if (buffer.name.empty())
    buffer.name = kernel.name;
  return buffer;
}

/// Reads the report of graph-plan-memory.
static Memory readMemory(DictionaryAttr facts, const Report &report) {
  Memory memory;
  memory.planned = getInt(facts, "planned");
  memory.naive = getInt(facts, "naive");
  memory.lowerBound = getInt(facts, "lower_bound");
  memory.unplanned = getInt(facts, "unplanned");
  memory.isSample = facts.contains("sample_dim");
  for (auto buffer :
       facts.getAs<ArrayAttr>("buffers").getAsRange<DictionaryAttr>())
    memory.buffers.push_back(readBuffer(buffer, report));
  llvm::sort(memory.buffers, [](const Buffer &a, const Buffer &b) {
    return std::pair(a.first, a.offset) < std::pair(b.first, b.offset);
  });
  return memory;
}

namespace {
/// Fills a report while the model is compiled.
class Explainer : public compiler::Observer {
public:
  explicit Explainer(Report &report) : report(report) {}
  void reach(ModuleOp module, compiler::Level level) override;
  void hear(const remark::detail::Remark &remark) override;
  void takeRecord(StringRef kernel, StringRef strategy, double share) override {
    records[kernel] = RecordedStrategy{strategy.str(), share};
  }

private:
  void hearOfStrategy(const remark::detail::Remark &remark);
  void addAlgorithms();
  void readManifest(ModuleOp module);

  Report &report;
  std::vector<Launch> launches;
  llvm::StringMap<std::string> algorithms;                  // by node
  llvm::StringMap<std::vector<BlockSchedule>> schedules;    // by kernel
  llvm::StringMap<std::optional<RecordedStrategy>> records; // by kernel
};
} // namespace

void Explainer::reach(ModuleOp module, compiler::Level level) {
  report.level = compiler::getLevelName(level).str();
  if (level == compiler::Level::Fused) {
    launches = readFusedGraph(module, report);
    addAlgorithms();
  }
  if (level == compiler::Level::Loops)
    readWork(module, launches, report);
  if (level == compiler::Level::Scheduled)
    for (Kernel &kernel : report.kernels) {
      kernel.schedule = schedules.lookup(kernel.name);
      kernel.record = records.lookup(kernel.name);
    }
  if (auto target = codegen::getTarget(module); target && *target)
    report.target = (*target)->str();
  else
    consumeError(target.takeError());
  if (level == compiler::Level::LLVM)
    readManifest(module);
}

/// Adds the reasons for the algorithms of convolutions to their kernels.
void Explainer::addAlgorithms() {
  for (Kernel &kernel : report.kernels)
    for (const std::string &node : kernel.nodes)
      if (auto known = algorithms.find(node); known != algorithms.end()) {
        std::vector<std::string> &reasons = kernel.decisions.reasons;
        reasons.insert(reasons.begin(), known->second);
      }
}

void Explainer::hear(const remark::detail::Remark &remark) {
  if (remark.getRemarkType() != llvm::remarks::Type::Passed)
    return; // nothing was decided
  if (remark.getCategoryName() == graph::kAlgorithmRemarkCategory)
    algorithms[getNode(remark)] = explainAlgorithm(remark);
  else
    hearOfStrategy(remark);
}

void Explainer::hearOfStrategy(const remark::detail::Remark &remark) {
  BlockSchedule block;
  block.rule = remark.getRemarkName().str();
  for (const remark::detail::Remark::Arg &argument : remark.getArgs()) {
    int64_t cycles;
    if (argument.key == schedule::kBlockArgument)
      block.block = argument.val;
    else if (argument.key == schedule::kCyclesArgument &&
             !StringRef(argument.val).getAsInteger(10, cycles))
      block.cycles = cycles;
  }
  schedules[remark.getFunction()].push_back(std::move(block));
}

void Explainer::readManifest(ModuleOp module) {
  auto manifest = module->getAttrOfType<DictionaryAttr>(kManifestAttrName);
  auto weights = module->getAttrOfType<ArrayAttr>(kWeightsAttrName);
  if (auto memory = manifest.getAs<DictionaryAttr>("memory"))
    report.memory = readMemory(memory, report);
  SmallVector<uint64_t> offsets;
  report.weightBytes = layOutWeights(weights.getValue(), offsets);
}

llvm::Expected<Report> explain(StringRef bytes, StringRef path,
                               const compiler::Options &options,
                               const compiler::Sink &sink) {
  Report report;
  auto facts = readModelFacts(bytes);
  if (!facts)
    return facts.takeError();
  report.model = std::move(*facts);
  auto collect = [&](compiler::Severity severity, StringRef text) {
    if (severity == compiler::Severity::Error)
      report.problems.push_back(text.str());
    sink(severity, text);
  };
  Explainer explainer(report);
  // Errors have been collected.
  (void)compiler::observe(ArrayRef<char>(bytes.data(), bytes.size()), path,
                          options, collect, explainer);
  report.missing = std::move(explainer.missing);
  return report;
}

} // namespace tvm::explain
