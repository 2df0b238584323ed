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
  /// may stand for the triple (and CPU, cores and caches) and features are
  /// `+a,+b,-c`. Fails for what LLVM does not know, naming what it knows.
  static llvm::Expected<Target> parse(llvm::StringRef text);

  /// A target of LLVM's names; features are as `getFeatureString` has them.
  static llvm::Expected<Target> get(llvm::StringRef triple, llvm::StringRef cpu,
                                    llvm::StringRef features);

  /// The same triple, caches and cores with another CPU and its features, e.g.
  /// `x86-64-v3`.
  llvm::Expected<Target> withCpu(llvm::StringRef name) const;

  llvm::StringRef getTriple() const { return triple; }
  llvm::StringRef getCpu() const { return cpu; }

  /// The differences from the CPU's own features, as LLVM takes them:
  /// `+avx2,-avx512f`.
  llvm::StringRef getFeatureString() const { return features; }

  /// The instruction sets in use, LLVM's names in alphabetical order: what a
  /// CPU must have to run the code (the manifest's "features").
  std::vector<std::string> getRequiredFeatures() const;

  bool hasFeature(llvm::StringRef name) const;

  /// The machine as passes know it. Caches and cores are those that the text
  /// names, or else the host's own, or those of target::CPU where neither is
  /// known; the widest vector registers that code should use, and instructions,
  /// follow from the features.
  const target::CPU &getMachine() const { return machine; }
  /// Passes go by another description; the code generator's options stay.
  void setMachine(const target::CPU &described) { machine = described; }

  /// Canonical text: equal for equal targets; `parse` accepts it.
  std::string str() const;

  /// `optLevel` 0 to 3.
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

/// Whether `text` names a GPU: `nvptx64[-nvidia-cuda][,mcpu=<name>]`, or `cuda`
/// for the triple.
bool isGPU(llvm::StringRef text);

/// The architecture that such a text asks for, sm_80 by default. Fails for what
/// LLVM does not know, naming what it knows.
llvm::Expected<std::string> parseGPU(llvm::StringRef text);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGET_H
