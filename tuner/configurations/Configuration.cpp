// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/configurations/Configuration.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::tuner {

bool operator==(const OperatorDecision &a, const OperatorDecision &b) {
  return a.op == b.op && a.name == b.name && a.value == b.value;
}

std::string describe(const Change &change) {
  return change.name + " " + change.before + " → " + change.after + " (" +
         join(change.nodes, ", ") + ")";
}

Configuration addChange(const Change &change, Configuration configuration) {
  for (const std::string &op : change.operators) {
    auto known = find_if(configuration, [&](const OperatorDecision &decision) {
      return decision.op == op && decision.name == change.name;
    });
    if (known != configuration.end())
      known->value = change.after;
    else
      configuration.push_back({op, change.name, change.after});
  }
  return configuration;
}

std::string getRecordedTask(StringRef op, StringRef name) {
  return ("operator " + op + " " + name).str();
}

} // namespace tvm::tuner
