// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Writers.h"

#include "tools/page/Page.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::explain {

/// A string of the DOT language, with one line below the other.
static std::string quote(StringRef text) {
  std::string quoted = "\"";
  for (char character : text) {
    if (character == '"' || character == '\\')
      quoted += '\\';
    if (character == '\n')
      quoted += "\\n";
    else
      quoted += character;
  }
  return quoted + "\"";
}

static std::string describeShape(const Tensor &tensor) {
  return tensor.dtype + "[" + join(tensor.shape, ",") + "]";
}

namespace {
class DotWriter {
public:
  DotWriter(const Report &report, raw_ostream &os) : report(report), os(os) {}
  void write();

private:
  void writeKernel(const Kernel &kernel, unsigned number);
  void writeOperator(const Operator &op, const std::string &name);
  void writePorts();
  void writeEdges(const Operator &op, const std::string &name);
  std::string nameOf(unsigned kernel, unsigned op) const {
    return "k" + std::to_string(kernel) + "_" + std::to_string(op);
  }

  const Report &report;
  raw_ostream &os;
  DenseMap<unsigned, std::string>
      producers; // names of the producing nodes, by tensor
};
} // namespace

/// Weights are not nodes: the operator's label contains their shapes.
void DotWriter::writeOperator(const Operator &op, const std::string &name) {
  std::string label = op.name;
  for (const std::string &node : op.nodes)
    label += "\n" + node;
  for (unsigned input : op.inputs)
    if (report.tensors[input].kind == Tensor::Constant)
      label += "\n+ " + describeShape(report.tensors[input]);
  os << "    " << name << " [label=" << quote(label) << "];\n";
  for (unsigned output : op.outputs)
    producers[output] = name;
}

void DotWriter::writeKernel(const Kernel &kernel, unsigned number) {
  std::string label = std::to_string(number) + ": " + kernel.name;
  if (kernel.flops)
    label += "\n" + formatScaled(kernel.flops->getValue(), "FLOP");
  if (kernel.isSupported)
    label += "\n" + formatScaled(kernel.bytesRead.getValue(), "B") + " read, " +
             formatScaled(kernel.bytesWritten.getValue(), "B") + " written";
  else
    label = "unsupported: " + kernel.name;
  os << "  subgraph cluster_" << number << " {\n    label=" << quote(label)
     << ";\n    style=\"rounded,filled\";\n    fillcolor="
     << (kernel.isSupported ? "\"#eef3fa\"" : "\"#fae3e0\"") << ";\n";
  for (auto [i, op] : enumerate(kernel.operators))
    writeOperator(op, nameOf(number, i));
  os << "  }\n";
}

/// Writes the inputs and outputs of the model.
void DotWriter::writePorts() {
  for (auto [i, tensor] : enumerate(report.tensors)) {
    std::string label = "\n" + describeShape(tensor);
    if (tensor.kind == Tensor::Input) {
      producers[i] = "in" + std::to_string(i);
      os << "  " << producers[i]
         << " [shape=ellipse, label=" << quote(tensor.name + label) << "];\n";
    }
    if (!tensor.output.empty())
      os << "  out" << i
         << " [shape=ellipse, label=" << quote(tensor.output + label) << "];\n";
  }
}

void DotWriter::writeEdges(const Operator &op, const std::string &name) {
  for (unsigned input : op.inputs)
    if (auto producer = producers.find(input); producer != producers.end())
      os << "  " << producer->second << " -> " << name
         << " [label=" << quote(describeShape(report.tensors[input])) << "];\n";
}

void DotWriter::write() {
  os << "digraph " << quote(report.model.name) << " {\n"
     << "  node [shape=box, style=filled, fillcolor=white];\n"
     << "  node [fontname=\"sans-serif\", fontsize=11];\n"
     << "  edge [fontname=\"sans-serif\", fontsize=9];\n";
  writePorts();
  for (auto [i, kernel] : enumerate(report.kernels))
    writeKernel(kernel, i);
  for (auto [i, kernel] : enumerate(report.kernels))
    for (auto [j, op] : enumerate(kernel.operators))
      writeEdges(op, nameOf(i, j));
  for (auto [i, tensor] : enumerate(report.tensors))
    if (!tensor.output.empty() && producers.count(i))
      os << "  " << producers[i] << " -> out" << i << ";\n";
  os << "}\n";
}

void writeDot(const Report &report, raw_ostream &os) {
  DotWriter(report, os).write();
}

} // namespace tvm::explain
