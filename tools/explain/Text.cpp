// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Writers.h"

#include "tools/page/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tvm::explain {

//===-- the model ---------------------------------------------------------===//

static StringRef orUnknown(const std::string &text) {
  return text.empty() ? "?" : StringRef(text);
}

static void writeModel(const ModelFacts &model, raw_ostream &os) {
  os << "model       " << orUnknown(model.name) << ", made by "
     << orUnknown(model.producer) << ", IR version " << model.irVersion
     << "\nopsets      ";
  ListSeparator separator;
  for (const auto &[domain, version] : model.opsets)
    os << separator << domain << " " << version;
  os << "\n";
  for (const auto &input : model.inputs)
    os << "input       " << input.name << ": " << input.type << "\n";
  for (const auto &output : model.outputs)
    os << "output      " << output.name << ": " << output.type << "\n";
  os << "parameters  " << model.parameters << " in " << model.parameterTensors
     << " tensors, " << formatScaled(model.parameterBytes, "B");
  if (model.externalTensors)
    os << ", " << model.externalTensors << " in external files";
  os << "\noperators\n";
  for (const auto &[family, operators] : model.operators) {
    unsigned sum = 0;
    for (const auto &[name, count] : operators)
      sum += count;
    os << left_justify(family, 22) << format("%6u  ", sum);
    ListSeparator comma;
    for (const auto &[name, count] : operators)
      os << comma << name << " x" << count;
    os << "\n";
  }
}

static void writeMissing(ArrayRef<MissingNode> missing, raw_ostream &os) {
  if (missing.empty())
    return;
  os << "unsupported nodes\n";
  for (const MissingNode &node : missing)
    os << "  '" << node.name << "' (" << node.opType << "): " << node.reason
       << "\n";
}

//===-- kernels -----------------------------------------------------------===//

static std::string describeOperators(const Kernel &kernel) {
  return join(
      map_range(kernel.operators, [](const Operator &op) { return op.name; }),
      ", ");
}

static StringRef describePlace(Kernel::Place place) {
  switch (place) {
  case Kernel::Always:
    return "";
  case Kernel::InBranch:
    return ", in a branch";
  case Kernel::InLoop:
    return ", in a loop";
  }
  llvm_unreachable("no such place");
}

/// Writes formulas for numbers whose columns show sample values.
static void writeFormulas(const Kernel &kernel, raw_ostream &os) {
  ListSeparator separator(", ");
  std::string text;
  raw_string_ostream line(text);
  auto add = [&](const Amount &amount, StringRef name) {
    if (!amount.isKnown())
      line << separator << amount.getText() << " " << name;
  };
  if (kernel.flops)
    add(*kernel.flops, "FLOP");
  add(kernel.bytesRead, "B read");
  add(kernel.bytesWritten, "B written");
  if (!text.empty())
    os << indent(50) << text << "\n";
}

/// Writes the decisions of graph passes on the kernel, and the reasons for them
/// in sentences.
static void writeDecisions(const Decisions &decisions, raw_ostream &os) {
  ListSeparator separator(", ");
  std::string text;
  raw_string_ostream line(text);
  decisions.forEach([&](StringRef name, StringRef decision) {
    line << separator << name << " " << decision;
  });
  if (!text.empty())
    os << indent(50) << text << "\n";
  for (const std::string &reason : decisions.reasons)
    os << indent(50) << reason << "\n";
}

static void writeKernel(const Kernel &kernel, unsigned number, double flops,
                        raw_ostream &os) {
  os << format("%4u", number);
  if (!kernel.isSupported) {
    os << "  unsupported: " << kernel.name << " (" << join(kernel.nodes, ", ")
       << ")\n";
    return;
  }
  std::string work = "-", share = "-", intensity = "-", cycles = "-";
  if (kernel.flops) {
    double value = kernel.flops->getValue();
    work = formatScaled(value, "");
    share = formatv("{0:F1}%", flops > 0 ? 100 * value / flops : 0);
  }
  if (auto known = kernel.getIntensity())
    intensity = formatv("{0:F2}", *known);
  if (auto known = kernel.getCycles())
    cycles = formatScaled(*known, "");
  std::string rules = kernel.getRules();
  os << right_justify(work, 9) << right_justify(share, 6)
     << right_justify(formatScaled(kernel.bytesRead.getValue(), "B"), 9)
     << right_justify(formatScaled(kernel.bytesWritten.getValue(), "B"), 9)
     << right_justify(intensity, 9) << right_justify(cycles, 9) << "  "
     << left_justify(rules.empty() ? "-" : rules, 15) << " " << kernel.name
     << ": " << describeOperators(kernel) << describePlace(kernel.place);
  if (!kernel.nodes.empty())
    os << " (" << join(kernel.nodes, ", ") << ")";
  os << "\n";
  writeFormulas(kernel, os);
  writeDecisions(kernel.decisions, os);
  if (kernel.record)
    os << indent(50) << "record " << kernel.record->describe() << "\n";
}

static void writeKernels(const Report &report, raw_ostream &os) {
  Amount flops = report.getFlops(), bytes = report.getBytes();
  os << "kernels     " << report.countLaunches() << " run, "
     << report.countFunctions() << " different; "
     << (report.isWorkUnknown() ? "at least " : "")
     << formatScaled(flops.getValue(), "FLOP") << ", "
     << formatScaled(bytes.getValue(), "B") << " read and written\n";
  if (!flops.isKnown() || !bytes.isKnown())
    os << "            numbers are for " << kSampleDim
       << " in every dimension that is not known\n";
  os << "   #     FLOP share     read  written   FLOP/B   cycles  rules"
        "           kernel: operators (nodes)\n";
  for (auto [i, kernel] : enumerate(report.kernels))
    writeKernel(kernel, i, flops.getValue(), os);
}

/// Writes notes on kernels whose results may differ because of Winograd's
/// algorithm.
static void writeNotes(const Report &report, raw_ostream &os) {
  unsigned count = 0;
  for (const Kernel &kernel : report.kernels)
    count += count_if(kernel.operators, [](const Operator &op) {
      return op.name == "winograd_conv";
    });
  if (count)
    os << "note        " << count << " convolution" << (count == 1 ? "" : "s")
       << " by Winograd's algorithm (winograd_conv): results are rounded "
          "otherwise than\n"
          "            in direct convolutions, and an infinity, a NaN or a "
          "number beyond 1e36 in the data\n"
          "            may make whole tiles of 4x4 results NaN; "
          "--winograd=never leaves all of them direct\n";
}

//===-- memory ------------------------------------------------------------===//

static void writeMemory(const Report &report, raw_ostream &os) {
  if (report.weightBytes)
    os << "weights     " << formatScaled(*report.weightBytes, "B")
       << " as kernels read them\n";
  if (!report.memory)
    return;
  const Memory &memory = *report.memory;
  os << "memory      " << formatScaled(memory.planned, "B") << " for "
     << memory.buffers.size() << " tensors and workspaces, "
     << formatScaled(memory.naive, "B") << " without sharing, at least "
     << formatScaled(memory.lowerBound, "B") << "\n";
  if (memory.isSample)
    os << "            sizes are for " << kSampleDim
       << " in every dimension that is not known\n";
  if (memory.unplanned)
    os << "            and " << memory.unplanned
       << " whose sizes are known only when the model runs\n";
  os << "kernels       offset     size  buffer\n";
  for (const Buffer &buffer : memory.buffers)
    os << format("%4lld-%-4lld %9lld", (long long)buffer.first,
                 (long long)buffer.last, (long long)buffer.offset)
       << right_justify(formatScaled(buffer.size, "B"), 9) << "  "
       << (buffer.isWorkspace ? "workspace of " : "") << buffer.name << "\n";
}

void writeText(const Report &report, raw_ostream &os) {
  writeModel(report.model, os);
  writeMissing(report.missing, os);
  if (!report.kernels.empty())
    writeKernels(report, os);
  writeNotes(report, os);
  writeMemory(report, os);
  if (!report.canCompile())
    os << "The model cannot be compiled"
       << (report.missing.empty() ? "" : ": see 'unsupported nodes' above")
       << ".\n";
}

} // namespace tvm::explain
