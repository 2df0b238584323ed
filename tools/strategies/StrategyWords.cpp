// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/strategies/StrategyWords.h"

#include "tools/strategies/StrategyTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace tvm::strategies {

//===-- one strategy ------------------------------------------------------===//

namespace {
/// The words in front of a parameter's value, and behind it.
struct Phrase {
  StringLiteral key, before, after;
};
} // namespace

static constexpr Phrase kPhrases[] = {
    {"rows", "", " rows"},          {"outer_rows", "", " outer rows"},
    {"columns", "", " columns"},    {"lanes", "vectors of ", ""},
    {"unroll", "unrolled by ", ""}, {"tasks", "", " tasks"},
};

/// An identifier as words: "register tile" for register_tile.
static std::string split(StringRef identifier) {
  std::string words = identifier.str();
  llvm::replace(words, '_', ' ');
  return words;
}

static std::string describe(const StrategyTree &tree);

/// The value of a parameter.
static std::string describeValue(const StrategyTree &value) {
  if (value.isAttribute)
    return "(" + describe(value) + ")";
  if (value.children.empty())
    return value.name.empty() ? "none" : value.name;
  return "(" +
         join(map_range(value.children,
                        [](const StrategyTree &child) {
                          std::string text = describeValue(child);
                          return child.key.empty()
                                     ? text
                                     : split(child.key) + " " + text;
                        }),
              ", ") +
         ")";
}

static std::string describeParameter(const StrategyTree &parameter) {
  std::string value = describeValue(parameter);
  for (const Phrase &phrase : kPhrases)
    if (phrase.key == parameter.key)
      return (phrase.before + value + phrase.after).str();
  std::string name = split(parameter.key);
  if (value == "true")
    return name;
  if (value == "false")
    return "not " + name;
  return parameter.key.empty() ? value : name + " " + value;
}

static std::string describe(const StrategyTree &tree) {
  std::string text = split(tree.name);
  if (tree.children.empty())
    return text;
  return text + ": " + join(map_range(tree.children, describeParameter), ", ");
}

/// The strategies of blocks; the strategy itself if it is another one.
static ArrayRef<StrategyTree> getBlocks(const StrategyTree &tree) {
  if (tree.isAttribute && tree.name == "blocks")
    return tree.children;
  return tree;
}

std::string describeStrategy(StringRef strategy) {
  Expected<StrategyTree> tree = parseStrategyTree(strategy);
  if (!tree) {
    consumeError(tree.takeError());
    return strategy.str();
  }
  ArrayRef<StrategyTree> blocks = getBlocks(*tree);
  if (blocks.size() == 1)
    return describe(blocks.front());
  return join(map_range(blocks,
                        [](const StrategyTree &block) {
                          return block.key + ": " + describe(block);
                        }),
              "; ");
}

//===-- changes -----------------------------------------------------------===//

static bool isEqual(const StrategyTree &a, const StrategyTree &b) {
  return a.name == b.name && a.isAttribute == b.isAttribute &&
         llvm::equal(a.children, b.children,
                     [](const StrategyTree &x, const StrategyTree &y) {
                       return x.key == y.key && isEqual(x, y);
                     });
}

static std::string describeChange(const StrategyTree &before,
                                  const StrategyTree &after);

static std::string describeChangedParameter(StringRef key,
                                            const StrategyTree *before,
                                            const StrategyTree *after) {
  if (before && after && before->isAttribute && after->isAttribute)
    return split(key) + " (" + describeChange(*before, *after) + ")";
  auto describe = [](const StrategyTree *value) {
    return value ? describeValue(*value) : "default";
  };
  return split(key) + " " + describe(before) + " → " + describe(after);
}

/// The keys of both trees, in the order of the first and then of the second.
static std::vector<StringRef> getKeys(const StrategyTree &before,
                                      const StrategyTree &after) {
  std::vector<StringRef> keys;
  keys.reserve(before.children.size() + after.children.size());
  for (const StrategyTree &child : before.children)
    keys.push_back(child.key);
  for (const StrategyTree &child : after.children)
    if (!before.find(child.key))
      keys.push_back(child.key);
  return keys;
}

static std::string describeChange(const StrategyTree &before,
                                  const StrategyTree &after) {
  if (before.name != after.name)
    return describe(before) + " → " + describe(after);
  std::vector<std::string> changes;
  for (StringRef key : getKeys(before, after)) {
    const StrategyTree *a = before.find(key), *b = after.find(key);
    if (!a || !b || !isEqual(*a, *b))
      changes.push_back(describeChangedParameter(key, a, b));
  }
  return split(before.name) + ": " + join(changes, ", ");
}

static std::string describeChangedBlock(StringRef block,
                                        const StrategyTree *before,
                                        const StrategyTree *after) {
  std::string name = block.empty() ? "" : (block + ": ").str();
  if (!before)
    return name + "nothing → " + describe(*after);
  if (!after)
    return name + describe(*before) + " → nothing";
  return name + describeChange(*before, *after);
}

std::string describeChange(StringRef before, StringRef after) {
  if (before == after)
    return "unchanged";
  Expected<StrategyTree> first = parseStrategyTree(before);
  Expected<StrategyTree> second = parseStrategyTree(after);
  if (!first || !second) {
    if (!first)
      consumeError(first.takeError());
    if (!second)
      consumeError(second.takeError());
    return (before + " → " + after).str();
  }
  StrategyTree a, b;
  a.children = getBlocks(*first).vec();
  b.children = getBlocks(*second).vec();
  std::vector<StringRef> keys = getKeys(a, b);
  std::vector<std::string> changes;
  for (StringRef key : keys) {
    const StrategyTree *x = a.find(key), *y = b.find(key);
    if (!x || !y || !isEqual(*x, *y))
      changes.push_back(
          describeChangedBlock(keys.size() == 1 ? "" : key, x, y));
  }
  return changes.empty() ? "unchanged" : join(changes, "; ");
}

//===-- kernels -----------------------------------------------------------===//

std::string describeKernel(StringRef text) {
  constexpr size_t kDigits = 8;
  SHA256 hash;
  hash.update(text);
  std::string name = toHex(hash.final(), /*LowerCase=*/true).substr(0, kDigits);
  StringRef signature = text.split('\n').first;
  std::vector<std::string> types;
  while (true) {
    auto [before, behind] = signature.split("memref<");
    if (before.size() == signature.size())
      break;
    types.push_back(
        behind.take_until([](char c) { return c == ',' || c == '>'; }).str());
    signature = behind;
  }
  return types.empty() ? name : name + " (" + join(types, ", ") + ")";
}

std::string describeTask(StringRef text) {
  return text.starts_with("operator ") ? text.str()
                                       : "kernel " + describeKernel(text);
}

} // namespace tvm::strategies
