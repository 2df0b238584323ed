#ifndef TVM_CODEGEN_TARGET_H
#define TVM_CODEGEN_TARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
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

  /// The same triple, caches and cores with another CPU and its features, e.g.
  /// `x86-64-v3`.
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

  /// Bytes of the first- (data) or second-level cache of a core, or of the
  /// third-level one, which cores share: what the text says, the host's own, or
  /// 32 KiB, 1 MiB and 32 MiB (as Zen 4 has).
  int64_t getCacheBytes(unsigned level) const { return cacheBytes[level - 1]; }
  /// Cores that threads may run on: what the text says, those that this process
  /// may use, or 4.
  int64_t getNumCores() const { return numCores; }

  /// Canonical text: equal for equal targets; `parse` accepts it.
  std::string str() const;

  /// `optLevel` 0 to 3.
  std::unique_ptr<llvm::TargetMachine> createMachine(unsigned optLevel) const;

private:
  Target(std::string triple, std::string cpu, std::string features);
  llvm::Error check();
  void describeHost();
  int64_t *findSize(llvm::StringRef name);

  std::string triple;
  std::string cpu;
  std::string features;
  std::vector<std::string> enabled;
  unsigned vectorBits = 128;
  std::array<int64_t, 3> cacheBytes{32 << 10, 1 << 20, 32 << 20};
  int64_t numCores = 4;
};

/// Whether `text` names a GPU: `nvptx64[-nvidia-cuda][,mcpu=<name>]`, or `cuda`
/// for the triple.
bool isGPU(llvm::StringRef text);

/// The architecture that such a text asks for, sm_80 by default. Fails for what
/// LLVM does not know, naming what it knows.
llvm::Expected<std::string> parseGPU(llvm::StringRef text);

} // namespace tvm::codegen

#endif // TVM_CODEGEN_TARGET_H
