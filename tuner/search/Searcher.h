// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_SEARCHER_H
#define TVM_TUNER_SEARCH_SEARCHER_H

#include "tuner/search/KnownPoints.h"
#include "tuner/search/Moves.h"
#include "tuner/search/PointIterator.h"

#include <functional>
#include <memory>
#include <string>

namespace tvm::tuner {

/// The input of a searcher.
struct SearchInput {
  const ParameterSpace &space;
  /// The model that a searcher may ask and fits; null: none.
  ScoreModel *model = nullptr;
  uint64_t seed = 0;
  /// The share of random points among the proposed ones.
  double epsilon = 0.05;
  /// Of points with equal numbers, one is proposed, as long as there are
  /// others; null: all are.
  Identify identify = nullptr;
};

/// Points to propose next: none was proposed before, none is there twice.
class Batch {
public:
  /// `known` contains the points that were proposed before; those that are
  /// added here join them.
  Batch(unsigned limit, KnownPoints &known) : limit(limit), known(known) {}

  bool isFull() const { return points.size() >= limit; }
  unsigned getLimit() const { return limit; }
  /// Whether the point, or one that probably does the same, is known.
  bool isKnown(const Point &point) const { return known.hasEqual(point); }
  uint64_t identify(const Point &point) const { return known.identify(point); }
  /// Adds a legal point. Returns false if it is known or the batch is full.
  bool add(const Point &point);

  llvm::SmallVector<Point> points;

private:
  unsigned limit;
  KnownPoints &known;
};

/// A method that searches a space for points of high scores. It proposes
/// points, and learns from their scores. Equal spaces, seeds and scores lead to
/// equal proposals.
class Searcher {
public:
  explicit Searcher(const SearchInput &input);
  virtual ~Searcher();

  /// Proposes `count` legal points that were neither proposed nor told before,
  /// fewer only if the space has no others.
  llvm::SmallVector<Point> ask(unsigned count);

  /// Learns scores of points, which need not be proposed ones, such as those of
  /// an earlier search.
  void tell(llvm::ArrayRef<Trial> trials);

protected:
  /// Adds the points that look best. Random ones fill what is left of `batch`.
  virtual void propose(Batch &batch) = 0;
  /// Learns further trials, which are part of `trials` already.
  virtual void learn(llvm::ArrayRef<Trial> further);
  /// Whether there is a model that predicts more than nothing.
  bool hasPredictions() const {
    return model && (!trials.empty() || model->hasPrior());
  }

  const ParameterSpace &space;
  ScoreModel *model;
  Random random;
  /// All points with scores, in the order in which they were told.
  std::vector<Trial> trials;

private:
  void fillRandomly(Batch &batch);

  double epsilon;
  /// Decides which points are random. Apart from `random`, so that random
  /// points are the same ones in whatever numbers they are asked for.
  Random coins;
  KnownPoints known;
  PointIterator rest; // for spaces of which little is left
};

/// A method to search, which makes searchers.
struct SearchMethod {
  std::string name;
  std::function<std::unique_ptr<Searcher>(const SearchInput &)> make;
  /// Whether it asks a model, and is random search without one.
  bool usesModel = false;
};

/// Adds a method for the whole process. A plug-in calls it when it is loaded;
/// of two methods with one name, the first counts.
void registerSearchMethod(SearchMethod method);

/// The method of this name; null if there is none. Known are `random`, `grid`,
/// `genetic`, `annealing` and `evolutionary`, and those of plug-ins.
const SearchMethod *findSearchMethod(llvm::StringRef name);

/// The names of all methods, in the order of their registration.
std::vector<std::string> getSearchMethodNames();

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_SEARCHER_H
