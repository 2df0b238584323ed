// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in with a method of search: `logged` proposes points in the order of
// the grid, and writes a line for each to the file in TEST_SEARCH_LOG.

#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tuner/search/Searcher.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace tvm::tuner;

namespace {
class LoggedSearcher : public Searcher {
public:
  explicit LoggedSearcher(const SearchInput &input)
      : Searcher(input), next(input.space) {}

protected:
  void propose(Batch &batch) override {
    const char *path = std::getenv("TEST_SEARCH_LOG");
    std::error_code code;
    llvm::raw_fd_ostream log(path ? path : "-", code, llvm::sys::fs::OF_Append);
    while (!batch.isFull()) {
      std::optional<Point> point = next.next();
      if (!point)
        return;
      if (batch.add(*point))
        log << "proposed " << point->size() << " values\n";
    }
  }

private:
  PointIterator next;
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "logged-search", "0.1.0", [] {
            registerSearchMethod({"logged", [](const SearchInput &input) {
                                    return std::make_unique<LoggedSearcher>(
                                        input);
                                  }});
          }};
}
