// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library/LetterCase.h"

#include <cstdint>

namespace tvm::runtime {

namespace {
/// Capitals from `first` to `last`, and the distance to their small letters. A
/// distance of 0 means that both alternate, capitals first.
struct Range {
  uint32_t first, last;
  int32_t distance;
};
} // namespace

static constexpr Range ranges[] = {
    {'A', 'Z', 32},      {0xc0, 0xd6, 32},     {0xd8, 0xde, 32},
    {0x100, 0x12f, 0},   {0x132, 0x137, 0},    {0x139, 0x148, 0},
    {0x14a, 0x177, 0},   {0x178, 0x178, -121}, {0x179, 0x17e, 0},
    {0x386, 0x386, 38},  {0x388, 0x38a, 37},   {0x38c, 0x38c, 64},
    {0x38e, 0x38f, 63},  {0x391, 0x3a1, 32},   {0x3a3, 0x3ab, 32},
    {0x400, 0x40f, 80},  {0x410, 0x42f, 32},   {0x460, 0x481, 0},
    {0x48a, 0x4bf, 0},   {0x4d0, 0x52f, 0},    {0x1e00, 0x1e95, 0},
    {0x1ea0, 0x1eff, 0},
};

static uint32_t change(uint32_t letter, bool toLower) {
  for (const Range &range : ranges) {
    if (range.distance == 0) {
      if (letter < range.first || letter > range.last)
        continue;
      bool isCapital = (letter - range.first) % 2 == 0;
      return isCapital == toLower ? letter + (toLower ? 1 : -1) : letter;
    }
    uint32_t capital = toLower ? letter : letter - range.distance;
    if (capital >= range.first && capital <= range.last)
      return toLower ? letter + range.distance : capital;
  }
  return letter;
}

static bool isContinued(std::string_view text, size_t at) {
  return at < text.size() && (text[at] & 0xc0) == 0x80;
}

/// The code point at `at` and its size in bytes; an invalid byte has size 1.
static uint32_t decode(std::string_view text, size_t at, int &size) {
  auto byte = [&](size_t i) { return uint32_t(uint8_t(text[at + i])); };
  uint32_t first = byte(0);
  size = 1;
  if (first >= 0xc2 && first < 0xe0 && isContinued(text, at + 1)) {
    size = 2;
    return (first & 0x1f) << 6 | (byte(1) & 0x3f);
  }
  if (first >= 0xe0 && first < 0xf0 && isContinued(text, at + 1) &&
      isContinued(text, at + 2)) {
    size = 3;
    return (first & 0xf) << 12 | (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
  }
  return first;
}

static void append(std::string &text, uint32_t letter) {
  if (letter < 0x80) {
    text += char(letter);
  } else if (letter < 0x800) {
    text += char(0xc0 | letter >> 6);
    text += char(0x80 | (letter & 0x3f));
  } else {
    text += char(0xe0 | letter >> 12);
    text += char(0x80 | (letter >> 6 & 0x3f));
    text += char(0x80 | (letter & 0x3f));
  }
}

std::string changeLetters(std::string_view text, Letters letters) {
  if (letters == Letters::Unchanged)
    return std::string(text);
  std::string changed;
  int size;
  for (size_t at = 0; at < text.size(); at += size) {
    uint32_t letter = decode(text, at, size);
    if (size == 1 && letter >= 0x80)
      changed += text[at];
    else
      append(changed, change(letter, letters == Letters::Lower));
  }
  return changed;
}

} // namespace tvm::runtime
