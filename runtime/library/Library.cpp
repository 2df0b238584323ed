// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/Library.h"

#include "runtime/library/LibraryCall.h"
#include "runtime/library/SequenceLibrary.h"
#include "runtime/library/StringLibrary.h"

namespace tvm::runtime {

namespace {
struct LibraryFunction {
  const char *name;
  tvm_kernel function;
};
} // namespace

static constexpr LibraryFunction functions[] = {
    {"tvm_count_ngrams", guarded<countNGrams>},
    {"tvm_non_max_suppression", guarded<suppressNonMax>},
    {"tvm_nonzero", guarded<findNonzero>},
    {"tvm_scatter", guarded<scatter>},
    {"tvm_sequence", guarded<makeSequence>},
    {"tvm_sequence_at", guarded<readElement>},
    {"tvm_sequence_concat", guarded<concatSequence>},
    {"tvm_sequence_concat_shape", guarded<readConcatShape>},
    {"tvm_sequence_erase", guarded<eraseElement>},
    {"tvm_sequence_insert", guarded<insertElement>},
    {"tvm_sequence_shape", guarded<readElementShape>},
    {"tvm_sequence_split", guarded<splitToSequence>},
    {"tvm_string_concat", guarded<concatStrings>},
    {"tvm_string_count_parts", guarded<countParts>},
    {"tvm_string_equal", guarded<compareStrings>},
    {"tvm_string_lookup", guarded<lookUpStrings>},
    {"tvm_string_normalize", guarded<normalizeStrings>},
    {"tvm_string_split", guarded<splitStrings>},
    {"tvm_strings", guarded<makeStrings>},
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
