// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/core/CpuFeatures.h"

using namespace tvm::runtime;

#if defined(__x86_64__)

#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {
enum Register { EAX, EBX, ECX, EDX };

/// The state that the operating system must save when it switches threads (bits
/// of XCR0).
enum State : uint64_t { None = 0, Avx = 0x6, Avx512 = 0xe6, Amx = 0x60000 };

struct Feature {
  const char *name;
  unsigned leaf, subleaf;
  Register word;
  unsigned bit;
  State state;
};
} // namespace

// The features of x86. Names: llvm/TargetParser/X86TargetParser.def; bits:
// Intel SDM volume 2A and AMD APM volume 3, CPUID. Leaf 1 comes first.
static const Feature features[] = {
    {"x87", 1, 0, EDX, 0, None},
    {"cx8", 1, 0, EDX, 8, None},
    {"cmov", 1, 0, EDX, 15, None},
    {"mmx", 1, 0, EDX, 23, None},
    {"fxsr", 1, 0, EDX, 24, None},
    {"sse", 1, 0, EDX, 25, None},
    {"sse2", 1, 0, EDX, 26, None},
    {"sse3", 1, 0, ECX, 0, None},
    {"pclmul", 1, 0, ECX, 1, None},
    {"ssse3", 1, 0, ECX, 9, None},
    {"fma", 1, 0, ECX, 12, Avx},
    {"cx16", 1, 0, ECX, 13, None},
    {"sse4.1", 1, 0, ECX, 19, None},
    {"sse4.2", 1, 0, ECX, 20, None},
    {"crc32", 1, 0, ECX, 20, None},
    {"movbe", 1, 0, ECX, 22, None},
    {"popcnt", 1, 0, ECX, 23, None},
    {"aes", 1, 0, ECX, 25, None},
    {"xsave", 1, 0, ECX, 27, None},
    {"avx", 1, 0, ECX, 28, Avx},
    {"f16c", 1, 0, ECX, 29, Avx},
    {"rdrnd", 1, 0, ECX, 30, None},
    {"fsgsbase", 7, 0, EBX, 0, None},
    {"sgx", 7, 0, EBX, 2, None},
    {"bmi", 7, 0, EBX, 3, None},
    {"avx2", 7, 0, EBX, 5, Avx},
    {"bmi2", 7, 0, EBX, 8, None},
    {"invpcid", 7, 0, EBX, 10, None},
    {"rtm", 7, 0, EBX, 11, None},
    {"avx512f", 7, 0, EBX, 16, Avx512},
    {"evex512", 7, 0, EBX, 16, Avx512},
    {"avx512dq", 7, 0, EBX, 17, Avx512},
    {"rdseed", 7, 0, EBX, 18, None},
    {"adx", 7, 0, EBX, 19, None},
    {"avx512ifma", 7, 0, EBX, 21, Avx512},
    {"clflushopt", 7, 0, EBX, 23, None},
    {"clwb", 7, 0, EBX, 24, None},
    {"avx512cd", 7, 0, EBX, 28, Avx512},
    {"sha", 7, 0, EBX, 29, None},
    {"avx512bw", 7, 0, EBX, 30, Avx512},
    {"avx512vl", 7, 0, EBX, 31, Avx512},
    {"avx512vbmi", 7, 0, ECX, 1, Avx512},
    {"pku", 7, 0, ECX, 4, None},
    {"waitpkg", 7, 0, ECX, 5, None},
    {"avx512vbmi2", 7, 0, ECX, 6, Avx512},
    {"shstk", 7, 0, ECX, 7, None},
    {"gfni", 7, 0, ECX, 8, None},
    {"vaes", 7, 0, ECX, 9, Avx},
    {"vpclmulqdq", 7, 0, ECX, 10, Avx},
    {"avx512vnni", 7, 0, ECX, 11, Avx512},
    {"avx512bitalg", 7, 0, ECX, 12, Avx512},
    {"avx512vpopcntdq", 7, 0, ECX, 14, Avx512},
    {"rdpid", 7, 0, ECX, 22, None},
    {"kl", 7, 0, ECX, 23, None},
    {"cldemote", 7, 0, ECX, 25, None},
    {"movdiri", 7, 0, ECX, 27, None},
    {"movdir64b", 7, 0, ECX, 28, None},
    {"enqcmd", 7, 0, ECX, 29, None},
    {"uintr", 7, 0, EDX, 5, None},
    {"avx512vp2intersect", 7, 0, EDX, 8, Avx512},
    {"serialize", 7, 0, EDX, 14, None},
    {"tsxldtrk", 7, 0, EDX, 16, None},
    {"pconfig", 7, 0, EDX, 18, None},
    {"amx-bf16", 7, 0, EDX, 22, Amx},
    {"avx512fp16", 7, 0, EDX, 23, Avx512},
    {"amx-tile", 7, 0, EDX, 24, Amx},
    {"amx-int8", 7, 0, EDX, 25, Amx},
    {"sha512", 7, 1, EAX, 0, Avx},
    {"sm3", 7, 1, EAX, 1, Avx},
    {"sm4", 7, 1, EAX, 2, Avx},
    {"raoint", 7, 1, EAX, 3, None},
    {"avxvnni", 7, 1, EAX, 4, Avx},
    {"avx512bf16", 7, 1, EAX, 5, Avx512},
    {"cmpccxadd", 7, 1, EAX, 7, None},
    {"amx-fp16", 7, 1, EAX, 21, Amx},
    {"hreset", 7, 1, EAX, 22, None},
    {"avxifma", 7, 1, EAX, 23, Avx},
    {"movrs", 7, 1, EAX, 31, None},
    {"avxvnniint8", 7, 1, EDX, 4, Avx},
    {"avxneconvert", 7, 1, EDX, 5, Avx},
    {"amx-complex", 7, 1, EDX, 8, Amx},
    {"avxvnniint16", 7, 1, EDX, 10, Avx},
    {"prefetchi", 7, 1, EDX, 14, None},
    {"usermsr", 7, 1, EDX, 15, None},
    {"avx10.1", 7, 1, EDX, 19, Avx512},
    {"xsaveopt", 13, 1, EAX, 0, Avx},
    {"xsavec", 13, 1, EAX, 1, Avx},
    {"xsaves", 13, 1, EAX, 3, Avx},
    {"ptwrite", 0x14, 0, EBX, 4, None},
    {"widekl", 0x19, 0, EBX, 2, None},
    {"amx-fp8", 0x1e, 1, EAX, 4, Amx},
    {"amx-tf32", 0x1e, 1, EAX, 6, Amx},
    {"amx-avx512", 0x1e, 1, EAX, 7, Amx},
    {"amx-movrs", 0x1e, 1, EAX, 8, Amx},
    {"sahf", 0x80000001, 0, ECX, 0, None},
    {"lzcnt", 0x80000001, 0, ECX, 5, None},
    {"sse4a", 0x80000001, 0, ECX, 6, None},
    {"prfchw", 0x80000001, 0, ECX, 8, None},
    {"xop", 0x80000001, 0, ECX, 11, Avx},
    {"lwp", 0x80000001, 0, ECX, 15, None},
    {"fma4", 0x80000001, 0, ECX, 16, Avx},
    {"tbm", 0x80000001, 0, ECX, 21, None},
    {"mwaitx", 0x80000001, 0, ECX, 29, None},
    {"64bit", 0x80000001, 0, EDX, 29, None},
    {"clzero", 0x80000008, 0, EBX, 0, None},
    {"rdpru", 0x80000008, 0, EBX, 4, None},
    {"wbnoinvd", 0x80000008, 0, EBX, 9, None},
};

namespace {
struct Leaf {
  unsigned leaf, subleaf;
  unsigned words[4];
};

/// The CPU's answers, queried once: under a hypervisor each query takes
/// microseconds.
struct Host {
  Host();

  std::vector<Leaf> leaves;
  uint64_t savedState = 0;
};
} // namespace

Host::Host() {
  for (const Feature &feature : features) {
    if (!leaves.empty() && leaves.back().leaf == feature.leaf &&
        leaves.back().subleaf == feature.subleaf)
      continue;
    Leaf leaf = {feature.leaf, feature.subleaf, {}};
    if (__get_cpuid_count(leaf.leaf, leaf.subleaf, &leaf.words[EAX],
                          &leaf.words[EBX], &leaf.words[ECX], &leaf.words[EDX]))
      leaves.push_back(leaf);
  }
  constexpr unsigned osxsave = 1u << 27;
  if (!leaves.empty() && (leaves.front().words[ECX] & osxsave)) {
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    savedState = uint64_t(high) << 32 | low;
  }
}

/// Requests matrix registers from the kernel, for all threads of the process:
/// it only saves them for processes that requested them (Linux,
/// Documentation/arch/x86/xstate.rst).
static bool requestMatrixRegisters() {
  constexpr int archRequestPermission = 0x1023, tileData = 18;
  return syscall(SYS_arch_prctl, archRequestPermission, tileData) == 0;
}

static bool mayUse(State state) {
  if (state != Amx)
    return true;
  static const bool hasMatrixRegisters = requestMatrixRegisters();
  return hasMatrixRegisters;
}

static bool has(const Feature &feature) {
  static const Host host;
  for (const Leaf &leaf : host.leaves)
    if (leaf.leaf == feature.leaf && leaf.subleaf == feature.subleaf)
      return (leaf.words[feature.word] >> feature.bit & 1) &&
             (host.savedState & feature.state) == feature.state &&
             mayUse(feature.state);
  return false;
}

#elif defined(__aarch64__)

#include <sys/auxv.h>

namespace {
struct Feature {
  const char *name;
  unsigned long type;
  unsigned bit;
};
} // namespace

// The features of AArch64. Names: llvm/TargetParser/AArch64TargetParserDef.inc;
// bits: Linux, arch/arm64/include/uapi/asm/hwcap.h.
static const Feature features[] = {
    {"fp-armv8", AT_HWCAP, 0},  {"neon", AT_HWCAP, 1},
    {"aes", AT_HWCAP, 3},       {"sha2", AT_HWCAP, 6},
    {"crc", AT_HWCAP, 7},       {"lse", AT_HWCAP, 8},
    {"fullfp16", AT_HWCAP, 10}, {"rdm", AT_HWCAP, 12},
    {"jsconv", AT_HWCAP, 13},   {"complxnum", AT_HWCAP, 14},
    {"rcpc", AT_HWCAP, 15},     {"ccpp", AT_HWCAP, 16},
    {"sha3", AT_HWCAP, 17},     {"sm4", AT_HWCAP, 19},
    {"dotprod", AT_HWCAP, 20},  {"sve", AT_HWCAP, 22},
    {"fp16fml", AT_HWCAP, 23},  {"dit", AT_HWCAP, 24},
    {"flagm", AT_HWCAP, 27},    {"ssbs", AT_HWCAP, 28},
    {"sb", AT_HWCAP, 29},       {"sve2", AT_HWCAP2, 1},
    {"i8mm", AT_HWCAP2, 13},    {"bf16", AT_HWCAP2, 14},
    {"sme", AT_HWCAP2, 23},
};

static bool has(const Feature &feature) {
  return getauxval(feature.type) >> feature.bit & 1;
}

#else

namespace {
struct Feature {
  const char *name;
};
} // namespace

// LLVM's names of features that all CPUs of the architecture have.
static const Feature features[] = {{"64bit"}};

static bool has(const Feature &) { return true; }

#endif

bool tvm::runtime::hostHasFeature(std::string_view name) {
  for (const Feature &feature : features)
    if (name == feature.name)
      return has(feature);
  return false;
}

std::vector<std::string>
tvm::runtime::missingFeatures(const std::vector<std::string> &features) {
  std::vector<std::string> missing;
  for (const std::string &feature : features)
    if (!hostHasFeature(feature))
      missing.push_back(feature);
  return missing;
}
