// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/search/Methods.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <mutex>

using namespace llvm;

namespace tvm::tuner {

namespace {
/// The methods of the process. A deque, because callers keep addresses.
struct Registry {
  std::mutex mutex;
  std::deque<SearchMethod> methods{
      {"random", makeRandomSearcher},
      {"grid", makeGridSearcher},
      {"genetic", makeGeneticSearcher},
      {"annealing", makeAnnealingSearcher, /*usesModel=*/true},
      {"evolutionary", makeEvolutionarySearcher, /*usesModel=*/true}};

  SearchMethod *find(StringRef name) {
    auto isNamed = [&](const SearchMethod &m) { return m.name == name; };
    auto method = find_if(methods, isNamed);
    return method == methods.end() ? nullptr : &*method;
  }
};
} // namespace

static Registry &getRegistry() {
  static Registry registry;
  return registry;
}

void registerSearchMethod(SearchMethod method) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  if (!registry.find(method.name))
    registry.methods.push_back(std::move(method));
}

const SearchMethod *findSearchMethod(StringRef name) {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  return registry.find(name);
}

std::vector<std::string> getSearchMethodNames() {
  Registry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  std::vector<std::string> names;
  names.reserve(registry.methods.size());
  for (const SearchMethod &method : registry.methods)
    names.push_back(method.name);
  return names;
}

} // namespace tvm::tuner
