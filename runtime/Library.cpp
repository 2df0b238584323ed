#include "runtime/Library.h"

#include "runtime/LibraryCall.h"

namespace tvm::runtime {

namespace {
struct LibraryFunction {
  const char *name;
  tvm_kernel function;
};
} // namespace

static constexpr LibraryFunction functions[] = {
    {"tvm_non_max_suppression", guarded<suppressNonMax>},
    {"tvm_nonzero", guarded<findNonzero>},
    {"tvm_top_k", guarded<selectTopK>},
    {"tvm_unique", guarded<findUnique>},
};

tvm_kernel findLibraryFunction(const std::string &name) {
  for (const LibraryFunction &each : functions)
    if (name == each.name)
      return each.function;
  return nullptr;
}

void forEachLibraryFunction(void (*use)(const char *name,
                                        tvm_kernel function)) {
  for (const LibraryFunction &each : functions)
    use(each.name, each.function);
}

} // namespace tvm::runtime
