// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/Charts.h"

#include "tools/page/Page.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;

namespace tvm::tvmc {

namespace {
/// The map from values to places between two ends of an axis.
struct Axis {
  double least, most; // values
  double begin, end;  // places, in pixels
  bool isLogarithmic = false;

  double at(double value) const {
    double low = least, high = most;
    if (isLogarithmic) {
      low = std::log10(low);
      high = std::log10(high);
      value = std::log10(value);
    }
    return begin + (end - begin) * (value - low) / (high - low);
  }
};

/// The frame of a chart, and its axes.
struct Frame {
  int width, height;
  Axis x, y;

  Frame(int width, int height, double xLeast, double xMost, double yLeast,
        double yMost, bool isLogarithmic)
      : width(width), height(height),
        x{xLeast, xMost, kLeft, double(width - kRight), isLogarithmic},
        y{yLeast, yMost, double(height - kBottom), kTop, isLogarithmic} {}

  static constexpr double kLeft = 55, kRight = 12, kTop = 24, kBottom = 36;
};
} // namespace

/// A number for an axis: four digits at least, without zeros behind the point.
static std::string formatTick(double number) {
  return formatv("{0}", format(number < 1000 ? "%.4g" : "%.0f", number));
}

static void begin(const Frame &frame, StringRef title, raw_ostream &os) {
  os << formatv("<svg width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\">\n",
                frame.width, frame.height)
     << formatv("<text x=\"{0}\" y=\"14\">{1}</text>\n", Frame::kLeft,
                escapeHTML(title));
}

static void drawLine(double x1, double y1, double x2, double y2,
                     StringRef style, raw_ostream &os) {
  os << formatv("<line class=\"{4}\" x1=\"{0:F1}\" y1=\"{1:F1}\" x2=\"{2:F1}\" "
                "y2=\"{3:F1}\"/>\n",
                x1, y1, x2, y2, style);
}

static void drawText(double x, double y, StringRef anchor, StringRef text,
                     raw_ostream &os) {
  os << formatv("<text class=\"small\" x=\"{0:F1}\" y=\"{1:F1}\" "
                "text-anchor=\"{2}\">{3}</text>\n",
                x, y, anchor, escapeHTML(text));
}

/// Values at which an axis has a mark.
static std::vector<double> getTicks(const Axis &axis) {
  std::vector<double> ticks;
  if (axis.isLogarithmic) {
    for (double tick = std::pow(10, std::ceil(std::log10(axis.least) - 1e-9));
         tick <= axis.most * (1 + 1e-9); tick *= 10)
      ticks.push_back(tick);
    return ticks;
  }
  constexpr int kParts = 4;
  for (int i = 0; i <= kParts; ++i)
    ticks.push_back(axis.least + (axis.most - axis.least) * i / kParts);
  return ticks;
}

static void drawAxes(const Frame &frame, StringRef xTitle, raw_ostream &os) {
  const Axis &x = frame.x, &y = frame.y;
  drawLine(x.begin, y.begin, x.end, y.begin, "axis", os);
  drawLine(x.begin, y.begin, x.begin, y.end, "axis", os);
  for (double tick : getTicks(x)) {
    drawLine(x.at(tick), y.begin, x.at(tick), y.begin + 4, "axis", os);
    drawText(x.at(tick), y.begin + 14, "middle", formatTick(tick), os);
  }
  for (double tick : getTicks(y)) {
    drawLine(x.begin - 4, y.at(tick), x.begin, y.at(tick), "axis", os);
    drawText(x.begin - 6, y.at(tick) + 3, "end", formatTick(tick), os);
  }
  drawText((x.begin + x.end) / 2, y.begin + 28, "middle", xTitle, os);
}

//===-- curves ------------------------------------------------------------===//

std::string drawCurve(const StepCurve &curve) {
  double xMost = 1, yMost = 1.1;
  for (const ChartPoint &point : curve.points) {
    xMost = std::max(xMost, point.x);
    yMost = std::max(yMost, point.y * 1.05);
  }
  Frame frame(/*width=*/330, /*height=*/180, 0, xMost, 1, yMost,
              /*isLogarithmic=*/false);
  std::string svg;
  raw_string_ostream os(svg);
  begin(frame, curve.title, os);
  drawAxes(frame, curve.xTitle, os);
  os << "<path class=\"curve\" d=\""
     << formatv("M{0:F1} {1:F1}", frame.x.at(0), frame.y.at(1));
  for (const ChartPoint &point : curve.points)
    os << formatv("H{0:F1}V{1:F1}", frame.x.at(point.x), frame.y.at(point.y));
  os << "\"/>\n</svg>\n";
  return svg;
}

//===-- rooflines ---------------------------------------------------------===//

/// The power of ten at or below `value`, or at or above it.
static double roundDown(double value) {
  return std::pow(10, std::floor(std::log10(value)));
}
static double roundUp(double value) {
  return std::pow(10, std::ceil(std::log10(value)));
}

static Frame makeRooflineFrame(const Roofline &roofline) {
  double ridge = roofline.bytes > 0 ? roofline.flops / roofline.bytes : 1;
  double xLeast = ridge / 10, xMost = ridge * 10, yLeast = roofline.flops / 100;
  double yMost = roofline.flops * 1.5;
  for (const RooflineKernel &kernel : roofline.kernels) {
    xLeast = std::min(xLeast, kernel.intensity);
    xMost = std::max(xMost, kernel.intensity);
    yLeast = std::min({yLeast, kernel.before, kernel.after});
    yMost = std::max({yMost, kernel.before, kernel.after});
  }
  return Frame(/*width=*/760, /*height=*/420, roundDown(xLeast), roundUp(xMost),
               roundDown(yLeast), roundUp(yMost), /*isLogarithmic=*/true);
}

static void drawRoof(const Roofline &roofline, const Frame &frame,
                     raw_ostream &os) {
  const Axis &x = frame.x, &y = frame.y;
  double flops = roofline.flops, bytes = roofline.bytes;
  double ridge = bytes > 0 ? std::max(flops / bytes, x.least) : x.least;
  drawLine(x.at(ridge), y.at(flops), x.end, y.at(flops), "roof", os);
  if (bytes <= 0)
    return;
  // The slope begins where it enters the frame.
  double start = std::max(x.least, y.least / bytes);
  if (start < ridge)
    drawLine(x.at(start), y.at(bytes * start), x.at(ridge), y.at(flops), "roof",
             os);
}

static void drawKernel(const RooflineKernel &kernel, const Frame &frame,
                       raw_ostream &os) {
  double x = frame.x.at(kernel.intensity), before = frame.y.at(kernel.before),
         after = frame.y.at(kernel.after);
  os << "<g class=\"kernel\"><title>" << escapeHTML(kernel.name)
     << "</title>\n";
  drawLine(x, before, x, after, "gain", os);
  os << formatv("<circle class=\"before\" cx=\"{0:F1}\" cy=\"{1:F1}\" r=\"4\"/>"
                "\n<circle class=\"after\" cx=\"{0:F1}\" cy=\"{2:F1}\" "
                "r=\"4\"/>\n",
                x, before, after);
  drawText(x + 6, after + 3, "start", kernel.label, os);
  os << "</g>\n";
}

std::string drawRoofline(const Roofline &roofline) {
  if (roofline.flops <= 0)
    return "";
  Frame frame = makeRooflineFrame(roofline);
  std::string svg;
  raw_string_ostream os(svg);
  begin(frame, "GFLOP/s by FLOP per byte", os);
  drawAxes(frame, "FLOP per byte", os);
  drawRoof(roofline, frame, os);
  for (const RooflineKernel &kernel : roofline.kernels)
    drawKernel(kernel, frame, os);
  os << "</svg>\n";
  return svg;
}

} // namespace tvm::tvmc
