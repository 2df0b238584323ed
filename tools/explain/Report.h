// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_EXPLAIN_REPORT_H
#define TVM_TOOLS_EXPLAIN_REPORT_H

#include "conversion/OnnxToGraph/OnnxToGraph.h"
#include "tools/explain/Amount.h"
#include "transforms/Graph/Memory/HostValues.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tvm::explain {

/// The size that is assumed for each dynamic dimension in sample numbers.
inline constexpr int64_t kSampleDim = graph::HostValues::kSampleDim;

/// The facts in the file, which do not depend on compilation.
struct ModelFacts {
  struct Port {
    std::string name, type; // "float[n,3]"
  };
  std::string name, producer;
  int64_t irVersion = 0;
  std::vector<std::pair<std::string, int64_t>> opsets; // by domain
  std::vector<Port> inputs, outputs;
  uint64_t parameters = 0, parameterBytes = 0;
  unsigned parameterTensors = 0, externalTensors = 0;
  /// Numbers of nodes by family and operator, including nested graphs and
  /// functions.
  std::map<std::string, std::map<std::string, unsigned>> operators;
};

/// A tensor of the fused graph.
struct Tensor {
  enum Kind { Input, Constant, Computed };
  Kind kind = Computed;
  std::string name;   // of the input, weight, or node
  std::string output; // its names as an output of the model
  std::string dtype;  // numpy's name
  std::vector<std::string> shape;
  Amount bytes;
};

/// An operator in a kernel. Inputs and outputs are indices of tensors.
struct Operator {
  std::string name;
  std::vector<std::string> nodes; // its origin in the model
  std::vector<unsigned> inputs, outputs;
};

/// The rule that schedules a block of a kernel.
struct BlockSchedule {
  std::string block, rule;
  /// The rule's estimate in cycles, on all cores together; nothing for a block
  /// that only the schedule creates.
  std::optional<int64_t> cycles;
};

/// The strategy that a kernel takes from a database of the tuner, and its share
/// of the default's time.
struct RecordedStrategy {
  std::string strategy;
  double share;

  /// "62.3 % of the default's time: register tile: 6 rows"
  std::string describe() const;
};

/// The decisions of the graph level on a kernel, as its dump spells them; an
/// empty text where none was made. `because` and `apart` are words for why
/// operators are in one kernel or in several; `reasons` says in sentences why
/// all decisions were made.
struct Decisions {
  std::string algorithm; // of its convolution
  std::string layout;    // of the operators that have one
  std::string precision; // of its operators on floats
  std::string because;   // why its operators are one kernel
  std::string apart;     // why their readers are other kernels
  std::vector<std::string> reasons;

  /// Calls `visit` with the name and the text of each decision that was made.
  template <typename Visit> void forEach(Visit visit) const {
    visitKnown(visit, {{"algorithm", algorithm},
                       {"layout", layout},
                       {"precision", precision}});
  }
  /// The same for the words for reasons.
  template <typename Visit> void forEachWord(Visit visit) const {
    visitKnown(visit, {{"because", because}, {"apart", apart}});
  }

private:
  using Named = std::pair<const char *, const std::string &>;

  template <typename Visit>
  static void visitKnown(Visit visit, std::initializer_list<Named> all) {
    for (const auto &[name, text] : all)
      if (!text.empty())
        visit(name, text);
  }
};

/// One launch of a kernel, or a node in its place that cannot be compiled.
struct Kernel {
  enum Place { Always, InBranch, InLoop };
  std::string name; // the function; equal kernels share it
  bool isSupported = true;
  Place place = Always;
  std::vector<std::string> nodes;
  std::vector<Operator> operators;
  Decisions decisions;
  std::vector<unsigned> inputs, outputs; // indices of tensors
  /// Nothing if it is unknown: work that depends on data, or functions of
  /// libraries.
  std::optional<Amount> flops;
  Amount bytesRead, bytesWritten;
  std::vector<BlockSchedule> schedule; // by block, in program order
  std::optional<RecordedStrategy> record;

  /// The names of the rules, each once, separated by commas.
  std::string getRules() const;
  /// The sum over all blocks; nothing if there are no estimates.
  std::optional<int64_t> getCycles() const;
  /// Operations per byte that is read or written, if both are known.
  std::optional<double> getIntensity() const;
};

/// A buffer that is in the arena from launch `first` to launch `last`, both
/// included.
struct Buffer {
  std::string name;
  bool isWorkspace = false;
  int64_t first = 0, last = 0;
  int64_t offset = 0, size = 0;
};

/// The arena, in bytes.
struct Memory {
  int64_t planned = 0;    // its size
  int64_t naive = 0;      // without sharing
  int64_t lowerBound = 0; // most bytes live at a time
  bool isSample = false;  // whether sizes assume sample dimensions
  int64_t unplanned = 0;  // number of other buffers, whose sizes depend on data
  std::vector<Buffer> buffers;
};

/// All information about a model in `tvmc explain`.
struct Report {
  ModelFacts model;
  std::vector<MissingNode> missing;
  std::vector<std::string> problems; // other errors of compiling it
  std::string level, target;         // the reached level, the machine
  std::vector<Tensor> tensors;
  std::vector<Kernel> kernels; // in program order
  std::optional<Memory> memory;
  std::optional<uint64_t> weightBytes; // of the artefact

  bool canCompile() const { return missing.empty() && problems.empty(); }
  /// The number of launches, and the number of different functions among them.
  unsigned countLaunches() const;
  unsigned countFunctions() const;
  /// Sums over all kernels, each counted once.
  Amount getFlops() const;
  Amount getBytes() const;
  /// Whether some kernel's work is unknown.
  bool isWorkUnknown() const;
};

} // namespace tvm::explain

#endif // TVM_TOOLS_EXPLAIN_REPORT_H
