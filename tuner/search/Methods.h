// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TUNER_SEARCH_METHODS_H
#define TVM_TUNER_SEARCH_METHODS_H

#include "tuner/search/Searcher.h"

namespace tvm::tuner {

/// Points in random order.
std::unique_ptr<Searcher> makeRandomSearcher(const SearchInput &input);

/// Points in the order of PointIterator.
std::unique_ptr<Searcher> makeGridSearcher(const SearchInput &input);

/// AutoTVM's genetic search, without a model: a population of 100, of which
/// the three best survive; roulette selection, one-point crossover, and a
/// mutation of each parameter with probability 0.1.
std::unique_ptr<Searcher> makeGeneticSearcher(const SearchInput &input);

/// AutoTVM's simulated annealing on the model: chains that go on when the model
/// has changed, 8 for each point that is asked for, but 32 to 128; at most 500
/// steps, and an end after 50 without a change of the best points; a
/// temperature that falls from 1 to 0; a step changes one parameter to any
/// value, and is taken with the probability exp(min((new - old) / temperature,
/// 1)).
std::unique_ptr<Searcher> makeAnnealingSearcher(const SearchInput &input);

/// MetaSchedule's evolutionary search on the model: a population of 128 for
/// each point that is asked for, but 256 to 2,048, of which a fifth at most
/// comes from the best trials, in four generations; a member changes with
/// probability 0.85, at most ten times until that is legal. The kinds of
/// changes have the weights 0.9 (sizes of tiles), 0.03 (unroll), 0.05 (places
/// of steps) and 0.02 (tasks).
std::unique_ptr<Searcher> makeEvolutionarySearcher(const SearchInput &input);

} // namespace tvm::tuner

#endif // TVM_TUNER_SEARCH_METHODS_H
