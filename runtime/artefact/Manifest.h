// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An artefact's description of itself.
#ifndef RUNTIME_ARTEFACT_MANIFEST_H
#define RUNTIME_ARTEFACT_MANIFEST_H

#include "runtime/core/Error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tvm::runtime {

/// A variant of the code for CPUs that have `features`.
struct Entry {
  std::string symbol;
  std::string cpu;
  std::vector<std::string> features;
};

/// The type of an input or output.
struct TensorType {
  std::string name;
  DLDataType dtype;
  /// The dims; -1 for dims that are only known at run time.
  std::vector<int64_t> shape;
  /// The name of each dim: "" for static ones, "?" for anonymous ones.
  std::vector<std::string> dimNames;
  /// The names for the C interface; null for static dims.
  std::vector<const char *> dimNameTexts;
  /// For each dim, the index of its name in Manifest::symbols; -1 for static
  /// and anonymous ones.
  std::vector<int32_t> symbols;
  /// The type in messages: "float32[batch,3,224,224]",
  /// "sequence(float32[?,3])".
  std::string text;

  TensorType() = default;
  TensorType(TensorType &&) = default;

  int32_t rank() const { return shape.size(); }
};

/// Facts about a kernel for profiles.
struct Kernel {
  std::string name;
  /// The model's nodes, separated by ", ".
  std::string nodes;
  /// The work per call; -1 if it is unknown or given by the terms below.
  int64_t flops = -1, bytes = -1;
  /// The work as sums of products of the call's dims. Each product is a factor
  /// and indices of dims, below the number of dims in the manifest.
  std::vector<std::vector<int64_t>> flopsOfDims, bytesOfDims;
};

/// The manifest (runtime/README.md describes its JSON), checked.
struct Manifest {
  /// Parses and checks a manifest. Fails with TVM_UNSUPPORTED for another
  /// format version, otherwise with TVM_BAD_ARTEFACT.
  static Status parse(std::string_view json, Manifest &manifest);

  /// The variants of the code, the best first; at least one.
  std::vector<Entry> entries;
  std::vector<TensorType> inputs, outputs;
  std::vector<std::string> symbols;
  std::vector<Kernel> kernels;
  /// Texts of run-time errors; {0} to {3} are replaced by values.
  std::vector<std::string> checks;
  /// The C names of functions that the code calls and does not contain.
  std::vector<std::string> externs;
  uint64_t weightsSize = 0;
};

} // namespace tvm::runtime

#endif // RUNTIME_ARTEFACT_MANIFEST_H
