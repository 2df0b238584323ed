// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/explain/Amount.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::explain {

/// The factors of a product of names and numbers; other expressions are one
/// factor.
static SmallVector<StringRef> getFactors(StringRef text) {
  bool isProduct = all_of(text, [](char c) {
    return isAlnum(c) || c == '_' || c == '?' || c == '.' || c == '*';
  });
  SmallVector<StringRef> factors;
  if (isProduct)
    text.split(factors, '*');
  else
    factors.push_back(text);
  return factors;
}

static std::string parenthesize(StringRef text) {
  return text.contains(' ') || text.contains('/') ? ("(" + text + ")").str()
                                                  : text.str();
}

void Amount::add(double factor, ArrayRef<Dim> dims) {
  double product = factor;
  std::vector<std::string> unknown;
  for (const Dim &dim : dims) {
    product *= dim.value;
    for (StringRef text : getFactors(dim.text)) {
      int64_t number;
      if (text.getAsInteger(10, number))
        unknown.push_back(parenthesize(text));
      else
        factor *= number;
    }
  }
  llvm::sort(unknown);
  value += product;
  terms[unknown] += factor;
}

void Amount::add(const Amount &other) {
  value += other.value;
  for (const auto &[dims, factor] : other.terms)
    terms[dims] += factor;
}

bool Amount::isKnown() const {
  return all_of(terms, [](const auto &term) { return term.first.empty(); });
}

std::string Amount::getText() const {
  std::string text;
  raw_string_ostream os(text);
  // Products of most dimensions come first, the constant last.
  for (const auto &[dims, factor] : reverse(terms)) {
    if (factor == 0)
      continue;
    os << (text.empty() ? "" : " + ");
    if (factor != 1 || dims.empty())
      os << format("%.0f", factor) << (dims.empty() ? "" : "*");
    os << join(dims, "*");
  }
  return text.empty() ? "0" : text;
}

} // namespace tvm::explain
