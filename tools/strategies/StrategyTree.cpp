// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/strategies/StrategyTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tvm::strategies {

const StrategyTree *StrategyTree::find(StringRef key) const {
  auto child = find_if(
      children, [&](const StrategyTree &child) { return child.key == key; });
  return child == children.end() ? nullptr : &*child;
}

namespace {
/// A parser of
///   entry = [key "="] value
///   value = ["#" [dialect "."]] word [list] | string | list
///   list  = open [entry {"," entry}] close, with any brackets,
/// where a value may be followed by ":" and its type.
class Parser {
public:
  explicit Parser(StringRef text) : rest(text) {}

  Error parse(StrategyTree &tree) {
    if (Error error = parseValue(tree))
      return error;
    return rest.trim().empty() ? Error::success() : fail("the end");
  }

private:
  Error fail(const Twine &expected) const {
    return createStringError("expected " + expected + ", got '" +
                             rest.take_front(20) + "'");
  }
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  StringRef takeWord();
  Error parseString(std::string &text);
  Error parseEntry(StrategyTree &tree);
  Error parseValue(StrategyTree &tree);
  Error parseList(StrategyTree &tree, StringRef close);
  Error parseLists(StrategyTree &tree);

  StringRef rest;
  unsigned depth = 0;
};
} // namespace

/// The nesting of a hostile text is refused beyond this depth.
static constexpr unsigned kMaxDepth = 64;

StringRef Parser::takeWord() {
  rest = rest.ltrim();
  StringRef word = rest.take_while(
      [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '-'; });
  rest = rest.drop_front(word.size());
  return word;
}

Error Parser::parseString(std::string &text) {
  size_t end = rest.find('"');
  if (end == StringRef::npos)
    return fail("the end of a string");
  text = rest.take_front(end).str();
  rest = rest.drop_front(end + 1);
  return Error::success();
}

Error Parser::parseList(StrategyTree &tree, StringRef close) {
  if (depth == kMaxDepth)
    return fail("fewer brackets");
  ++depth;
  bool isFirst = true;
  while (!consume(close)) {
    if (!isFirst && !consume(","))
      return fail("',' or '" + close + "'");
    isFirst = false;
    if (Error error = parseEntry(tree.children.emplace_back()))
      return error;
  }
  --depth;
  return Error::success();
}

Error Parser::parseLists(StrategyTree &tree) {
  static constexpr std::pair<StringLiteral, StringLiteral> kBrackets[] = {
      {"<", ">"}, {"[", "]"}, {"{", "}"}};
  for (auto [open, close] : kBrackets)
    if (consume(open))
      return parseList(tree, close);
  return Error::success();
}

Error Parser::parseValue(StrategyTree &tree) {
  if (consume("\"")) {
    if (Error error = parseString(tree.name))
      return error;
  } else {
    tree.isAttribute = consume("#");
    size_t before = rest.size();
    StringRef word = takeWord();
    tree.name = (tree.isAttribute ? word.rsplit('.').second : word).str();
    if (tree.isAttribute && tree.name.empty())
      tree.name = word.str();
    if (Error error = parseLists(tree))
      return error;
    if (rest.size() == before)
      return fail("a value");
  }
  if (consume(":"))
    takeWord(); // its type
  return Error::success();
}

Error Parser::parseEntry(StrategyTree &tree) {
  StringRef start = rest;
  std::string key;
  bool hasKey = false;
  if (consume("\"")) {
    if (Error error = parseString(key))
      return error;
    hasKey = consume("=");
  } else {
    key = takeWord().str();
    hasKey = !key.empty() && consume("=");
  }
  if (hasKey)
    tree.key = std::move(key);
  else
    rest = start;
  return parseValue(tree);
}

Expected<StrategyTree> parseStrategyTree(StringRef text) {
  StrategyTree tree;
  if (Error error = Parser(text).parse(tree))
    return std::move(error);
  return tree;
}

} // namespace tvm::strategies
