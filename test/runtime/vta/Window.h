// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which inputs a place of a convolution's kernel sees, and which outputs it
// adds to.
#ifndef TEST_RUNTIME_VTA_WINDOW_H
#define TEST_RUNTIME_VTA_WINDOW_H

#include "test/runtime/vta/Convolution.h"

namespace tvm::test {

/// In one dimension. Position i sees the `reach` inputs from i * step - lead on
/// and adds to the `scale` outputs from i * scale on.
class Window {
public:
  explicit Window(const Convolution &c)
      : positions(c.positions()), scale(c.transposed ? c.stride : 1),
        step(c.transposed ? 1 : c.stride) {
    if (c.transposed)
      addTransposedTaps(c);
    else
      for (unsigned k = 0; k < c.kernel; ++k)
        row.push_back({0, int(k) - int(c.padding), k});
    for (const RowTap &tap : row)
      lead = std::max(lead, -tap.input);
    for (const RowTap &tap : row)
      reach = std::max<unsigned>(reach, tap.input + lead + 1);
    width = c.transposed ? c.size + reach - 1 : c.size + 2 * c.padding;
    // Rows that no output needs are not loaded.
    rowDistance = reach == 1 && lead == 0 ? step : 1;
    kernel = c.kernel;
  }

  struct Tap {
    uint32_t dst, src, wgt;
  };
  /// Returns the taps of a position: offsets within the output, the padded
  /// input and the kernel. Outputs take turns.
  std::vector<Tap> taps(uint32_t outputWidth) const {
    std::vector<Tap> all;
    for (const RowTap &y : row)
      for (const RowTap &x : row)
        all.push_back({y.output * outputWidth + x.output,
                       (y.input + lead) * width + x.input + lead,
                       y.weight * kernel + x.weight});
    return all;
  }

  unsigned inputRows(unsigned rows) const {
    return ((rows - 1) * step + reach - 1) / rowDistance + 1;
  }

  unsigned positions, scale, step;
  int lead = 0;
  /// `width`: of padded rows.
  unsigned reach = 0, width = 0, rowDistance = 1;

private:
  struct RowTap {
    unsigned output;
    int input;
    unsigned weight;
  };

  /// Output o is the sum of inputs (o + padding - k) / stride by weights k.
  void addTransposedTaps(const Convolution &c) {
    for (unsigned first = 0; first < c.kernel; first += c.stride)
      for (unsigned output = 0; output < c.stride; ++output) {
        unsigned k = first + (output + c.padding) % c.stride;
        if (k < c.kernel)
          row.push_back(
              {output, (int(output + c.padding) - int(k)) / int(c.stride), k});
      }
  }

  std::vector<RowTap> row;
  unsigned kernel = 0;
};

} // namespace tvm::test

#endif // TEST_RUNTIME_VTA_WINDOW_H
