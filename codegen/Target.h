#ifndef TVM_CODEGEN_TARGET_H
#define TVM_CODEGEN_TARGET_H

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
  /// Parses `host`, or
  /// `<triple>[,mcpu=<name>][,l2-cache=<bytes>][,mattr=<features>]`, where
  /// `host` may stand for the triple (and CPU) and features are `+a,+b,-c`.
  /// Fails for what LLVM does not know, naming what it knows.
  static llvm::Expected<Target> parse(llvm::StringRef text);

  /// The same triple with another CPU and its features, e.g. `x86-64-v3`.
  llvm::Expected<Target> withCpu(llvm::StringRef name) const;

  llvm::StringRef getTriple() const { return triple; }
  llvm::StringRef getCpu() const { return cpu; }

  /// As LLVM takes them: `+avx2,-avx512f`.
  llvm::StringRef getFeatureString() const { return features; }

  /// The instruction sets in use, LLVM's names in alphabetical order: what a
  /// CPU must have to run the code (the manifest's "features").
  std::vector<std::string> getRequiredFeatures() const;

  bool hasFeature(llvm::StringRef name) const;

  /// Bits of the widest vector register that code should use.
  unsigned getVectorBits() const { return vectorBits; }
  /// Number of vector registers.
  unsigned getNumRegisters() const;
  /// Such vectors that are multiplied and added per cycle: one where units have
  /// half as many bits (AVX-512 on Zen 4), else two.
  unsigned getVectorsPerCycle() const;

  /// Bytes of the second-level cache of a core: what the text says, the host's
  /// own, or 1 MiB (as cores of Zen 4 and Skylake-SP have).
  int64_t getCacheBytes() const { return cacheBytes; }

  /// Canonical text: equal for equal targets; `parse` accepts it.
  std::string str() const;

  /// `optLevel` 0 to 3.
  std::unique_ptr<llvm::TargetMachine> createMachine(unsigned optLevel) const;

private:
  Target(std::string triple, std::string cpu, std::string features);
  llvm::Error check();

  std::string triple;
  std::string cpu;
  std::string features;
  std::vector<std::string> enabled;
  unsigned vectorBits = 128;
  int64_t cacheBytes = 1 << 20;
};

/// Whether `text` names a GPU: `nvptx64[-nvidia-cuda][,mcpu=<name>]`, or `cuda`
/// for the triple.
bool isGPU(llvm::StringRef text);

/// The architecture that such a text asks for, sm_80 by default. Fails for what
/// LLVM does not know, naming what it knows.
llvm::Expected<std::string> parseGPU(llvm::StringRef text);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGET_H
