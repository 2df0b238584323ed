// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TOOLS_TUNE_REPORT_CHARTS_H
#define TVM_TOOLS_TUNE_REPORT_CHARTS_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace tvm::tvmc {

/// A point of a chart.
struct ChartPoint {
  double x, y;
};

/// A step curve: each value holds until the next point.
struct StepCurve {
  std::string title;  // of the chart
  std::string xTitle; // of the axis
  std::vector<ChartPoint> points;
};

/// The curve as an element <svg>. Its y axis begins at 1.
std::string drawCurve(const StepCurve &curve);

/// A kernel on a roofline: FLOP per byte, and GFLOP/s before and after.
struct RooflineKernel {
  std::string name;
  std::string label; // short, beside the point
  double intensity, before, after;
};

/// A roofline in GFLOP/s and GB/s, and the kernels under it.
struct Roofline {
  double flops, bytes; // rates; `bytes` is 0 if unknown
  std::vector<RooflineKernel> kernels;
};

/// The roofline with logarithmic axes as an element <svg>: per kernel a ring
/// for the default and a disc for the best strategy, with the name as its
/// title. Empty if the rate of operations is unknown.
std::string drawRoofline(const Roofline &roofline);

} // namespace tvm::tvmc

#endif // TVM_TOOLS_TUNE_REPORT_CHARTS_H
