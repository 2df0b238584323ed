// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Target.h"

#include "codegen/HostCaches.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>
#include <unistd.h>

#if defined(__x86_64__) && defined(__linux__)
#include <sys/syscall.h>
#endif

using namespace llvm;

namespace tvm::codegen {

static void initializeLLVM() {
  static std::once_flag once;
  std::call_once(once, [] {
    InitializeAllTargetInfos();
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
  });
}

/// Whether a feature affects generated code and the runtime can test for it.
/// Other features concern tuning or the operating system.
static bool isInstructionSet(const Triple &triple, StringRef name) {
  static constexpr StringLiteral x86Prefixes[] = {"sse", "avx", "amx-", "bmi"};
  static constexpr StringLiteral x86Names[] = {
      "ssse3", "fma", "f16c", "popcnt", "lzcnt", "movbe", "gfni", "adx"};
  static constexpr StringLiteral armNames[] = {
      "neon",      "crc",  "lse",  "fullfp16", "rdm",     "jsconv",
      "complxnum", "rcpc", "sve",  "sb",       "fp16fml", "dit",
      "dotprod",   "sve2", "i8mm", "bf16"};
  if (triple.isX86())
    return is_contained(x86Names, name) ||
           any_of(x86Prefixes,
                  [&](StringRef prefix) { return name.starts_with(prefix); });
  return triple.isAArch64() && is_contained(armNames, name);
}

static Error unknown(const Twine &what, const Twine &hint) {
  return createStringError("unknown target: " + what + "; " + hint);
}

Target::Target(std::string triple, std::string cpu, std::string features)
    : triple(std::move(triple)), cpu(std::move(cpu)),
      features(std::move(features)) {}

/// The triple of the machine that runs this process, as
/// `<arch>-unknown-linux-gnu`.
static std::string getHostTriple() {
  Triple triple(sys::getProcessTriple());
  if (triple.getVendor() == Triple::PC)
    triple.setVendor(Triple::UnknownVendor);
  return triple.str();
}

std::string getHostCpu() { return sys::getHostCPUName().str(); }

/// Sets the caches and cores of the host, as far as the system reports them.
void Target::describeHost() {
  int64_t *sizes[] = {&machine.l1CacheBytes, &machine.l2CacheBytes,
                      &machine.l3CacheBytes};
  for (auto [bytes, size] : zip_equal(getHostCacheSizes(), sizes))
    if (bytes > 0)
      *size = bytes;
  machine.numCores = heavyweight_hardware_concurrency().compute_thread_count();
}

/// The field of the size `name` in `name=<number>`; null for other names.
int64_t *Target::findSize(StringRef name) {
  return StringSwitch<int64_t *>(name)
      .Case("cores", &machine.numCores)
      .Case("l1-cache", &machine.l1CacheBytes)
      .Case("l2-cache", &machine.l2CacheBytes)
      .Case("l3-cache", &machine.l3CacheBytes)
      .Default(nullptr);
}

/// Whether the operating system lets processes use the CPU's matrix registers,
/// which the runtime requests (runtime/core/CpuFeatures.cpp).
static bool mayUseMatrixRegisters() {
#if defined(__x86_64__) && defined(__linux__)
  constexpr int archRequestPermission = 0x1023, tileData = 18;
  return syscall(SYS_arch_prctl, archRequestPermission, tileData) == 0;
#else
  return false;
#endif
}

/// Returns the features in which the host CPU differs from its model.
static std::string getHostFeatures() {
  SmallVector<std::string> list;
  for (const auto &feature : sys::getHostCPUFeatures()) {
    bool isMatrix = feature.getKey().starts_with("amx-");
    bool hasFeature =
        feature.getValue() && (!isMatrix || mayUseMatrixRegisters());
    list.push_back((hasFeature ? "+" : "-") + feature.getKey().str());
  }
  llvm::sort(list);
  return join(list, ",");
}

/// Adds `+a+b` to a list with commas. Only a plus sign begins another feature:
/// names such as `amx-int8` contain dashes.
static Error addFeatures(StringRef list, std::string &features) {
  while (!list.empty()) {
    StringRef feature = list.take_front(list.find('+', 1));
    if (!feature.starts_with("+") && !feature.starts_with("-"))
      return unknown("feature '" + feature + "'",
                     "expected a sign, as in +" + feature);
    features += (features.empty() ? "" : ",") + feature.str();
    list = list.drop_front(feature.size());
  }
  return Error::success();
}

static Error parseSize(StringRef name, StringRef value, int64_t &size) {
  std::string what = (name + " '" + value + "'").str();
  StringRef ofWhat = name == "cores" ? "" : " of bytes";
  APInt number;
  if (!value.getAsInteger(10, number) && number.getActiveBits() > 63)
    return unknown(what, "expected a number" + ofWhat + " below 2^63");
  if (value.getAsInteger(10, size) || size <= 0)
    return unknown(what, "expected a positive number" + ofWhat);
  return Error::success();
}

Expected<Target> Target::parse(StringRef text) {
  initializeLLVM();
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  bool isHost = parts.front() == "host";
  Target target(isHost ? getHostTriple() : Triple::normalize(parts.front()),
                isHost ? getHostCpu() : "", isHost ? getHostFeatures() : "");
  if (isHost)
    target.describeHost();
  SmallVector<StringRef> added;
  StringSet<> given;
  bool inAttributes = false;
  for (StringRef part : drop_begin(parts)) {
    auto [name, value] = part.split('=');
    int64_t *size = target.findSize(name);
    if ((size || name == "mcpu") && !given.insert(name).second)
      return unknown("second " + name + " '" + value + "'", "expected one");
    if (size) {
      inAttributes = false;
      if (Error error = parseSize(name, value, *size))
        return std::move(error);
    } else if (part.consume_front("mcpu=")) {
      inAttributes = false;
      target.cpu = part.str();
      target.features.clear();
    } else if (part.consume_front("mattr=") || inAttributes) {
      inAttributes = true;
      added.push_back(part);
    } else {
      return unknown("option '" + part + "' in '" + text + "'",
                     "expected mcpu=<name>, cores=<count>, l1-cache=<bytes>, "
                     "l2-cache=<bytes>, l3-cache=<bytes> or mattr=<features>");
    }
  }
  for (StringRef list : added)
    if (Error error = addFeatures(list, target.features))
      return std::move(error);
  if (Error error = target.check())
    return std::move(error);
  return target;
}

Expected<Target> Target::get(StringRef triple, StringRef cpu,
                             StringRef features) {
  initializeLLVM();
  for (StringRef rest = features; !rest.empty();) {
    StringRef feature;
    std::tie(feature, rest) = rest.split(',');
    if (!feature.starts_with("+") && !feature.starts_with("-"))
      return unknown("feature '" + feature + "'",
                     "expected a sign, as in +" + feature);
  }
  Target target(Triple::normalize(triple), cpu.str(), features.str());
  if (Error error = target.check())
    return std::move(error);
  return target;
}

Expected<Target> Target::withCpu(StringRef name) const {
  Target target(triple, name.str(), "");
  target.machine = machine;
  if (Error error = target.check())
    return std::move(error);
  return target;
}

/// The names that are most similar to `name`.
template <typename Table>
static std::string suggest(const Table &table, StringRef name) {
  SmallVector<std::pair<unsigned, StringRef>> names;
  for (const auto &entry : table)
    names.push_back({StringRef(entry.Key).edit_distance(name), entry.Key});
  llvm::sort(names);
  names.truncate(std::min<size_t>(names.size(), 3));
  return "did you mean " + join(make_second_range(names), ", ") + "?";
}

Error Target::check() {
  std::string message;
  const llvm::Target *backend =
      TargetRegistry::lookupTarget(Triple(triple), message);
  if (!backend)
    return unknown("triple '" + Twine(triple) + "'",
                   "expected host or one such as x86_64-unknown-linux-gnu");
  Triple parsed(triple);
  if (!parsed.isOSBinFormatELF() || !parsed.isArch64Bit() ||
      !parsed.isLittleEndian())
    return unknown("triple '" + Twine(triple) + "'",
                   "expected a 64-bit little-endian ELF platform");
  std::unique_ptr<MCSubtargetInfo> generic(
      backend->createMCSubtargetInfo(parsed, "", ""));
  if (!cpu.empty() && !generic->isCPUStringValid(cpu))
    return unknown("cpu '" + Twine(cpu) + "' of " + triple,
                   suggest(generic->getAllProcessorDescriptions(), cpu));
  SmallVector<StringRef> wanted;
  StringRef(features).split(wanted, ',', -1, false);
  for (StringRef feature : wanted)
    if (none_of(generic->getAllProcessorFeatures(), [&](const auto &known) {
          return feature.drop_front() == known.Key;
        }))
      return unknown(
          "feature '" + feature.drop_front() + "' of " + triple,
          suggest(generic->getAllProcessorFeatures(), feature.drop_front()));
  readFeatures();
  describeInstructions();
  return Error::success();
}

/// The features in which `changed` differs from `own`, with signs, sorted by
/// name.
static std::string getDifference(const MCSubtargetInfo &own,
                                 const MCSubtargetInfo &changed) {
  SmallVector<std::string> list;
  for (const auto &known : own.getAllProcessorFeatures()) {
    bool isEnabled = changed.getFeatureBits().test(known.Value);
    if (isEnabled != own.getFeatureBits().test(known.Value))
      list.push_back((isEnabled ? "+" : "-") + std::string(known.Key));
  }
  llvm::sort(list, [](StringRef a, StringRef b) {
    return a.drop_front() < b.drop_front();
  });
  return join(list, ",");
}

/// Determines the enabled instruction sets, and reduces the features to the
/// differences from the CPU's own.
void Target::readFeatures() {
  Triple parsed(triple);
  std::string message;
  const llvm::Target &backend = *TargetRegistry::lookupTarget(parsed, message);
  auto make = [&](StringRef with) {
    return std::unique_ptr<MCSubtargetInfo>(
        backend.createMCSubtargetInfo(parsed, cpu, with));
  };
  std::unique_ptr<MCSubtargetInfo> subtarget = make(features);
  std::string difference = getDifference(*make(""), *subtarget);
  if (make(difference)->getFeatureBits() == subtarget->getFeatureBits())
    features = difference;
  for (const auto &feature : subtarget->getEnabledProcessorFeatures())
    if (isInstructionSet(parsed, feature.Key))
      enabled.push_back(feature.Key);
  llvm::sort(enabled);
}

namespace {
/// Measured properties of CPUs whose names begin with `prefix`.
struct Measurement {
  StringLiteral prefix;
  /// The number of 512-bit vectors that are multiplied and added per cycle: one
  /// if units have half the width.
  int64_t wideVectorsPerCycle;
  bool prefetchesEpilogues;
};
} // namespace

/// The first matching entry applies. benchmarks/results has the measurements:
/// zen-4.md and zen-5.md the rate of independent multiplications (`fma`), which
/// is more than twice as high on Zen 5, and register-tiles.md prefetched
/// epilogues.
static constexpr Measurement kMeasurements[] = {
    {"znver4", 1, true}, {"znver", 2, true}, {"", 2, false}};

static target::DotProduct getDotProduct(const Target &target, bool isWide) {
  bool hasVNNI = target.hasFeature("avx512vnni") &&
                 (isWide || target.hasFeature("avx512vl"));
  if (hasVNNI || (!isWide && target.hasFeature("avxvnni")))
    return target::DotProduct::VNNI;
  return target.hasFeature(isWide ? "avx512bw" : "avx2")
             ? target::DotProduct::MultiplyAdd
             : target::DotProduct::None;
}

/// Sets the fields that follow from the features and from the name of the CPU.
void Target::describeInstructions() {
  bool isX86 = Triple(triple).isX86();
  int64_t bits = hasFeature("avx512f") ? 512 : hasFeature("avx") ? 256 : 128;
  bool isWide = bits == 512;
  machine.vectors = {bits, isX86 && !isWide ? 16 : 32,
                     target::getUsualMasks(bits)};
  const Measurement &measured =
      *find_if(kMeasurements, [&](const Measurement &entry) {
        return StringRef(cpu).starts_with(entry.prefix);
      });
  machine.vectorsPerCycle = isWide ? measured.wideVectorsPerCycle : 2;
  machine.prefetchesEpilogues = measured.prefetchesEpilogues;
  machine.dotProduct = getDotProduct(*this, isWide);
  machine.hasMatrixUnit = hasFeature("amx-tile") && hasFeature("amx-bf16") &&
                          hasFeature("amx-int8");
  machine.memoryOperands = isX86 ? target::getUsualMemoryOperands(bits)
                                 : target::MemoryOperands::None;
  machine.hasFusedMultiplyAdd = !isX86 || hasFeature("fma");
  machine.hasNativeF16 = !isX86 || hasFeature("f16c");
}

std::vector<std::string> Target::getRequiredFeatures() const { return enabled; }

bool Target::hasFeature(StringRef name) const {
  return is_contained(enabled, name);
}

std::string Target::str() const {
  std::string text = triple;
  if (!cpu.empty())
    text += ",mcpu=" + cpu;
  text += ",cores=" + std::to_string(machine.numCores);
  int64_t caches[] = {machine.l1CacheBytes, machine.l2CacheBytes,
                      machine.l3CacheBytes};
  for (auto [i, bytes] : enumerate(caches))
    text += ",l" + std::to_string(i + 1) + "-cache=" + std::to_string(bytes);
  if (!features.empty())
    text += ",mattr=" + features;
  return text;
}

std::unique_ptr<TargetMachine> Target::createMachine(unsigned optLevel) const {
  std::string message;
  const llvm::Target *backend =
      TargetRegistry::lookupTarget(Triple(triple), message);
  TargetOptions options;
  options.AllowFPOpFusion =
      optLevel == 0 ? FPOpFusion::Strict : FPOpFusion::Fast;
  options.FunctionSections = true;
  options.TrapUnreachable = true;
  options.EmitStackSizeSection = true;
  static constexpr CodeGenOptLevel levels[] = {
      CodeGenOptLevel::None, CodeGenOptLevel::Less, CodeGenOptLevel::Default,
      CodeGenOptLevel::Aggressive};
  return std::unique_ptr<TargetMachine>(backend->createTargetMachine(
      Triple(triple), cpu, features, options, Reloc::PIC_, std::nullopt,
      levels[std::min(optLevel, 3u)]));
}

bool isGPU(StringRef text) {
  StringRef name = text.split(',').first;
  return name == "cuda" || Triple(name).getArch() == Triple::nvptx64;
}

Expected<std::string> parseGPU(StringRef text) {
  initializeLLVM();
  auto [name, options] = text.split(',');
  std::string chip = "sm_80", message;
  if (options.consume_front("mcpu="))
    chip = options.str();
  else if (!options.empty())
    return unknown("option '" + options + "' in '" + text + "'",
                   "expected mcpu=<name>");
  Triple triple("nvptx64-nvidia-cuda");
  const llvm::Target *backend = TargetRegistry::lookupTarget(triple, message);
  if (!backend)
    return unknown("triple '" + triple.str() + "'",
                   "this build of LLVM has no NVPTX");
  std::unique_ptr<MCSubtargetInfo> generic(
      backend->createMCSubtargetInfo(triple, "", ""));
  if (!generic->isCPUStringValid(chip))
    return unknown("cpu '" + chip + "' of " + triple.str(),
                   suggest(generic->getAllProcessorDescriptions(), chip));
  return chip;
}

} // namespace tvm::codegen
