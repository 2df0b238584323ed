// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Kernels/Instructions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace {
/// The features that intrinsics with this prefix and suffix, after the
/// architecture, need: all features between two `|`.
struct Needs {
  StringLiteral begin;
  StringLiteral end;
  StringLiteral features;
};
} // namespace

/// The table for x86, from clang's BuiltinsX86.td and Intel's SDM, volume 2.
/// The first matching entry applies.
static constexpr Needs kX86[] = {
    {"tdpbf16ps", "", "amx-bf16"},
    {"tdpfp16ps", "", "amx-fp16"},
    {"tdpbf8", "", "amx-fp8"},
    {"tdpbhf8", "", "amx-fp8"},
    {"tdphbf8", "", "amx-fp8"},
    {"tdphf8", "", "amx-fp8"},
    {"tdpb", "", "amx-int8"},
    {"tcmm", "", "amx-complex"},
    {"tmmul", "", "amx-tf32"},
    {"tileloaddrs", "", "amx-movrs"},
    {"tile", "", "amx-tile"},
    {"ldtilecfg", "", "amx-tile"},
    {"sttilecfg", "", "amx-tile"},
    {"avx512.vpdp", ".512", "avx512vnni"},
    {"avx512.vpdp", "", "avx512vl+avx512vnni|avxvnni"},
    {"avx512.vpmadd52", ".512", "avx512ifma"},
    {"avx512.vpmadd52", "", "avx512ifma+avx512vl|avxifma"},
    {"avx512.pmultishift", ".512", "avx512vbmi"},
    {"avx512.permvar.qi", ".512", "avx512vbmi"},
    {"avx512.vpermi2var.qi", ".512", "avx512vbmi"},
    {"avx512.conflict", ".512", "avx512cd"},
    {"avx512.pmadd", ".512", "avx512bw"},
    {"avx512.psad.bw", ".512", "avx512bw"},
    {"avx512.pshuf.b", ".512", "avx512bw"},
    {"avx512.pmul.hr.sw", ".512", "avx512bw"},
    {"avx512.pmulh", ".512", "avx512bw"},
    {"avx512.pack", ".512", "avx512bw"},
    {"avx512.permvar.hi", ".512", "avx512bw"},
    {"avx512.vpermi2var.hi", ".512", "avx512bw"},
    {"avx512.psllv.w", ".512", "avx512bw"},
    {"avx512.psrlv.w", ".512", "avx512bw"},
    {"avx512.psrav.w", ".512", "avx512bw"},
    {"avx512.psll.w", ".512", "avx512bw"},
    {"avx512.psrl.w", ".512", "avx512bw"},
    {"avx512.psra.w", ".512", "avx512bw"},
    {"avx512.", ".256", "avx512vl"},
    {"avx512.", ".128", "avx512vl"},
    {"avx512.", "", "avx512f"},
    {"avx512bf16.", ".512", "avx512bf16"},
    {"avx512bf16.", "", "avx512bf16+avx512vl"},
    {"avx512fp16.", ".256", "avx512fp16+avx512vl"},
    {"avx512fp16.", ".128", "avx512fp16+avx512vl"},
    {"avx512fp16.", "", "avx512fp16"},
    {"avx10.", "", "avx10.2"},
    {"avx2.vpdpb", "", "avxvnniint8"},
    {"avx2.vpdpw", "", "avxvnniint16"},
    {"avx2.", "", "avx2"},
    {"avx.", "", "avx"},
    {"fma.", "", "fma"},
    {"vcvtps2ph", "", "f16c"},
    {"vgf2p8", "512", "avx512f+gfni"},
    {"vgf2p8", "256", "avx+gfni"},
    {"vgf2p8", "", "gfni"},
    {"bmi.bextr", "", "bmi"},
    {"bmi.", "", "bmi2"},
    {"sse42.", "", "sse4.2"},
    {"sse41.", "", "sse4.1"},
    {"ssse3.", "", "ssse3"},
    {"sse3.", "", "sse3"},
    {"sse2.", "", "sse2"},
    {"sse.", "", "sse"},
};

/// The table for Arm, from arm_neon.td and arm_sve.td.
static constexpr Needs kArm[] = {
    {"neon.sdot", "", "dotprod"},   {"neon.udot", "", "dotprod"},
    {"neon.usdot", "", "i8mm"},     {"neon.smmla", "", "i8mm"},
    {"neon.ummla", "", "i8mm"},     {"neon.usmmla", "", "i8mm"},
    {"neon.bf", "", "bf16"},        {"neon.", "", "neon"},
    {"sve.smmla", "", "i8mm+sve"},  {"sve.ummla", "", "i8mm+sve"},
    {"sve.usmmla", "", "i8mm+sve"}, {"sve.", "", "sve"},
};

static ArrayRef<Needs> getNeeds(StringRef architecture) {
  if (architecture == "x86")
    return kX86;
  if (architecture == "aarch64")
    return kArm;
  return {};
}

/// The first word of the names of an architecture's intrinsics.
static StringRef getPrefix(const Triple &triple) {
  return triple.isX86()       ? "x86"
         : triple.isAArch64() ? "aarch64"
                              : Triple::getArchTypePrefix(triple.getArch());
}

/// The features as text: "features 'a' and 'b'".
static std::string say(ArrayRef<StringRef> features) {
  std::string text = features.size() == 1 ? "feature " : "features ";
  for (auto [i, feature] : enumerate(features))
    text += (Twine(i == 0 ? "'" : " and '") + feature + "'").str();
  return text;
}

/// Returns the missing features of each of the `alternatives` as text; empty if
/// one of them is complete.
static std::string findMissing(const tvm::codegen::Target &target,
                               StringRef alternatives) {
  std::string text;
  for (StringRef way : split(alternatives, '|')) {
    SmallVector<StringRef> missing;
    for (StringRef feature : split(way, '+'))
      if (!target.hasFeature(feature))
        missing.push_back(feature);
    if (missing.empty())
      return "";
    text += (text.empty() ? "" : ", or ") + say(missing);
  }
  return text;
}

std::string tvm::codegen::findMissingFeatures(const Target &target,
                                              StringRef name) {
  static constexpr StringLiteral architectures[] = {
      "x86", "aarch64", "arm", "riscv", "nvvm", "amdgcn", "ppc", "s390"};
  if (!name.consume_front("llvm."))
    return "";
  auto [architecture, rest] = name.split('.');
  if (!is_contained(architectures, architecture))
    return "";
  if (architecture != getPrefix(Triple(target.getTriple())))
    return ("a CPU of " + architecture).str();
  for (const Needs &needs : getNeeds(architecture))
    if (rest.starts_with(needs.begin) && rest.ends_with(needs.end))
      return findMissing(target, needs.features);
  return "";
}
