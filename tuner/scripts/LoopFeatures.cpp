// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/scripts/LoopFeatures.h"

#include "tuner/scripts/LoopWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <cmath>

using namespace llvm;

namespace tvm::tuner {

/// Loops of the main nest with features of their own, the innermost ones.
static constexpr unsigned kLevels = 4;

namespace {
/// Appends features, or their names.
class Collector {
public:
  explicit Collector(const LoopWalk &walk) : walk(walk) {}

  void collect();

  std::vector<float> values;
  std::vector<std::string> names;

private:
  void add(const Twine &name, double number) {
    values.push_back(static_cast<float>(std::log2(number + 1)));
    names.push_back(name.str());
  }
  /// Returns how often what lies in these loops runs.
  double countRuns(ArrayRef<unsigned> path) const;
  void addOps();
  void addAccesses(StringRef name, bool isWrite);
  void addLoops();
  LoopPath findMainNest() const;
  /// Adds what an iteration of the last loop of `path` does.
  void addLevel(const Twine &name, const LoopPath &path);
  double getTouchedBytes(const WalkedAccess &access, size_t depth) const;

  const LoopWalk &walk;
};
} // namespace

double Collector::countRuns(ArrayRef<unsigned> path) const {
  double runs = 1;
  for (unsigned number : path)
    if (!walk.loops[number].isVectorized)
      runs *= walk.loops[number].trips;
  return runs;
}

//===-- totals ------------------------------------------------------------===//

void Collector::addOps() {
  static constexpr const char *kNames[kNumOpKinds] = {"floats", "functions",
                                                      "moves", "integers"};
  for (unsigned kind = 0; kind < kNumOpKinds; ++kind) {
    double runs = 0, elements = 0;
    for (const WalkedOp &op : walk.ops)
      if (static_cast<unsigned>(op.kind) == kind) {
        runs += countRuns(op.path);
        elements += countRuns(op.path) * op.elements;
      }
    add(Twine(kNames[kind]) + ".runs", runs);
    add(Twine(kNames[kind]) + ".lanes", runs > 0 ? elements / runs : 0);
  }
}

void Collector::addAccesses(StringRef name, bool isWrite) {
  double runs = 0, bytes = 0, elements = 0;
  for (const WalkedAccess &access : walk.accesses) {
    if (access.isWrite != isWrite)
      continue;
    double lanes = access.elements;
    for (unsigned number : access.path)
      if (walk.loops[number].isVectorized && access.moving.count(number))
        lanes *= walk.loops[number].trips;
    double count = countRuns(access.path);
    runs += count;
    elements += count * lanes;
    bytes += count * lanes * access.elementBytes;
  }
  add(name + ".runs", runs);
  add(name + ".bytes", bytes);
  add(name + ".lanes", runs > 0 ? elements / runs : 0);
}

void Collector::addLoops() {
  double iterations = 0, parallel = 1;
  DenseMap<unsigned, double> runs;
  for (const WalkedOp &op : walk.ops)
    for (size_t depth = 1; depth <= op.path.size(); ++depth)
      runs[op.path[depth - 1]] =
          countRuns(ArrayRef<unsigned>(op.path).take_front(depth));
  for (auto [number, count] : runs)
    iterations += walk.loops[number].isVectorized ? 0 : count;
  for (const WalkedLoop &loop : walk.loops)
    if (loop.isParallel)
      parallel = std::max(parallel, loop.trips);
  add("iterations", iterations);
  add("parallel", parallel);
  add("allocated", walk.allocatedBytes);
  add("size", walk.size);
}

//===-- the main nest -----------------------------------------------------===//

LoopPath Collector::findMainNest() const {
  std::map<LoopPath, double> work;
  for (const WalkedOp &op : walk.ops)
    if (op.kind == OpKind::Float || op.kind == OpKind::Function)
      work[op.path] += countRuns(op.path) * op.elements;
  // Without arithmetic, copies are what there is to do.
  if (work.empty())
    for (const WalkedAccess &access : walk.accesses)
      work[access.path] += countRuns(access.path) * access.elements;
  if (work.empty())
    return {};
  return llvm::max_element(
             work,
             [](const auto &a, const auto &b) { return a.second < b.second; })
      ->first;
}

/// Whether a path lies in the first `depth` loops of `nest`.
static bool isInside(const LoopPath &path, const LoopPath &nest, size_t depth) {
  return path.size() >= depth &&
         std::equal(nest.begin(), nest.begin() + depth, path.begin());
}

double Collector::getTouchedBytes(const WalkedAccess &access,
                                  size_t depth) const {
  double bytes = access.elements * access.elementBytes;
  for (unsigned number : ArrayRef<unsigned>(access.path).drop_front(depth))
    if (access.moving.count(number))
      bytes *= walk.loops[number].trips;
  return access.bufferBytes > 0 ? std::min(bytes, access.bufferBytes) : bytes;
}

void Collector::addLevel(const Twine &name, const LoopPath &path) {
  double read = 0, written = 0, elements = 0;
  for (const WalkedAccess &access : walk.accesses)
    if (isInside(access.path, path, path.size()))
      (access.isWrite ? written : read) += getTouchedBytes(access, path.size());
  for (const WalkedOp &op : walk.ops)
    if (op.kind == OpKind::Float && isInside(op.path, path, path.size()))
      elements +=
          op.elements *
          countRuns(ArrayRef<unsigned>(op.path).drop_front(path.size()));
  add(name + ".trips", path.empty() ? 1 : walk.loops[path.back()].trips);
  add(name + ".read", read);
  add(name + ".written", written);
  add(name + ".floats", elements);
  add(name + ".reuse", elements / std::max(read + written, 1.0));
}

void Collector::collect() {
  addOps();
  addAccesses("loads", /*isWrite=*/false);
  addAccesses("stores", /*isWrite=*/true);
  addLoops();
  LoopPath nest = findMainNest();
  for (unsigned level = 0; level < kLevels; ++level) {
    addLevel("loop" + Twine(level), nest);
    if (!nest.empty())
      nest.pop_back(); // at last the whole function
  }
}

std::vector<float> getLoopFeatures(mlir::func::FuncOp kernel) {
  LoopWalk walk(kernel);
  Collector collector(walk);
  collector.collect();
  return std::move(collector.values);
}

std::vector<std::string> getLoopFeatureNames() {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::func::FuncDialect>();
  mlir::OpBuilder builder(&context);
  auto empty = mlir::func::FuncOp::create(builder.getUnknownLoc(), "empty",
                                          builder.getFunctionType({}, {}));
  mlir::OwningOpRef<mlir::func::FuncOp> owner(empty);
  LoopWalk walk(empty);
  Collector collector(walk);
  collector.collect();
  return std::move(collector.names);
}

} // namespace tvm::tuner
