// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CODEGEN_TARGET_H
#define TVM_CODEGEN_TARGET_H

#include "transforms/Target/CPU.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace tvm::codegen {

/// The machine that code is generated for.
class Target {
public:
  /// Parses `<triple>[,mcpu=<name>][,cores=<count>][,l1-cache=<bytes>]
  /// [,l2-cache=<bytes>][,l3-cache=<bytes>][,mattr=<features>]`, where `host`
  /// may replace the triple (and CPU, cores and caches), and features are
  /// `+a,+b,-c`. Fails for names that LLVM does not know, with a list of known
  /// ones.
  static llvm::Expected<Target> parse(llvm::StringRef text);

  /// The target with LLVM's names; features are in the form of
  /// `getFeatureString`.
  static llvm::Expected<Target> get(llvm::StringRef triple, llvm::StringRef cpu,
                                    llvm::StringRef features);

  /// The same triple, caches and cores with another CPU and its features, such
  /// as `x86-64-v3`.
  llvm::Expected<Target> withCpu(llvm::StringRef name) const;

  llvm::StringRef getTriple() const { return triple; }
  llvm::StringRef getCpu() const { return cpu; }

  /// The differences from the CPU's own features, in LLVM's form:
  /// `+avx2,-avx512f`.
  llvm::StringRef getFeatureString() const { return features; }

  /// The instruction sets in use, by LLVM's names in alphabetical order: the
  /// features that a CPU needs to run the code (the manifest's "features").
  std::vector<std::string> getRequiredFeatures() const;

  bool hasFeature(llvm::StringRef name) const;

  /// The description of the machine for passes. Caches and cores come from the
  /// text, or from the host, or are the defaults of target::CPU. The width of
  /// vector registers and the instructions follow from the features.
  const target::CPU &getMachine() const { return machine; }
  /// Gives passes another description; the code generator's options stay.
  void setMachine(const target::CPU &described) { machine = described; }

  /// The canonical text: equal for equal targets, and accepted by `parse`.
  std::string str() const;

  /// Creates LLVM's target machine for `optLevel`, 0 to 3.
  std::unique_ptr<llvm::TargetMachine> createMachine(unsigned optLevel) const;

private:
  Target(std::string triple, std::string cpu, std::string features);
  llvm::Error check();
  void readFeatures();
  void describeHost();
  void describeInstructions();
  int64_t *findSize(llvm::StringRef name);

  std::string triple;
  std::string cpu;
  std::string features;
  std::vector<std::string> enabled;
  target::CPU machine;
};

/// LLVM's name for the CPU of the machine that runs this process.
std::string getHostCpu();

/// Whether `text` names a GPU: `nvptx64[-nvidia-cuda][,mcpu=<name>]`, or `cuda`
/// for the triple.
bool isGPU(llvm::StringRef text);

/// The architecture in such a text, sm_80 by default. Fails for names that LLVM
/// does not know, with a list of known ones.
llvm::Expected<std::string> parseGPU(llvm::StringRef text);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGET_H
