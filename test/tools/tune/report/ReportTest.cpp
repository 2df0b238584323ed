// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/Report.h"
#include "gtest/gtest.h"

namespace tvm::tvmc {

static KernelSummary makeKernel() {
  KernelSummary kernel;
  kernel.name = "fused_conv";
  kernel.numLaunches = 2;
  kernel.flops = 4e6;
  kernel.bytes = 1e6;
  kernel.numStrategies = "12345";
  kernel.seconds = 2e-3;
  kernel.share = 0.5;
  kernel.counts.trials = 20;
  kernel.counts.refused = 3;
  kernel.correlation = 0.75;
  kernel.byDefault = "#schedule.rows<rows = 2>";
  kernel.best = "#schedule.rows<rows = 4>";
  kernel.counts.refusals = {{"no such loop", 1}, {"tiles overlap", 2}};
  kernel.failures = {{"crash: one", 2}, {"crash: other", 3}, {"hang: x", 1}};
  kernel.curve = {{1, 0.5, 1}, {2, 1, 1}, {3, 1.5, 2}, {4, 2, 2}};
  kernel.searchSeconds = 2;
  return kernel;
}

static TuningSummary makeSummary() {
  TuningSummary summary;
  summary.facts = {{"model", "/tmp/net.onnx"}, {"machine", "a CPU"}};
  summary.kernels = {makeKernel()};
  summary.skipped = {"softmax"};
  summary.limits = {/*flops=*/100, /*bytes=*/10};
  summary.curve = makeKernel().curve;
  summary.model = ModelComparison{{1e-3, 0.9e-3, 1.1e-3, 2e-3, 0.5, 30},
                                  /*failure=*/"",
                                  /*isEqual=*/false,
                                  /*isFaster=*/true};
  summary.steps = {{"search", 12}};
  return summary;
}

static std::string toMarkdown(const TuningSummary &summary) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeMarkdown(makeReport(summary), os);
  return text;
}

static void expectLine(llvm::StringRef text, llvm::StringRef line) {
  EXPECT_TRUE(text.contains(("\n" + line + "\n").str()))
      << line.str() << "\n in \n"
      << text.str();
}

TEST(ReportTest, ReportsHaveTriedDecisions) {
  TuningSummary summary = makeSummary();
  EXPECT_NE(toMarkdown(summary).find("No other decisions were tried."),
            std::string::npos);
  tuner::TriedChange slower, failed;
  slower.change = {"layout", "\"NHWC\"", "b", {"key"}, {"c1", "c2"}, 0.5};
  slower.result = tuner::TriedChange::Result::Slower;
  slower.share = 1.25;
  slower.seconds = 2e-3;
  slower.numBefore = 1;
  slower.numAfter = 2;
  slower.measurements = 1;
  failed.change = {"fusion",
                   "{joined = \"transpose\"}",
                   "#graph.winograd<tile = 4>",
                   {"key"},
                   {"r"},
                   0.5};
  failed.result = tuner::TriedChange::Result::Failed;
  failed.failure = "crash";
  failed.isKnown = true;
  summary.changes = {slower, failed};
  std::string text = toMarkdown(summary);
  expectLine(
      text,
      "| layout | c1, c2 | NHWC | b | 2.0000 | 125.0 % | 1 → 2 | 1 | slower |");
  expectLine(text,
             "| fusion | r | joined (transpose) | winograd&lt;tile = 4&gt; | – "
             "| – | – | 0 | failed before: crash |");
}

TEST(ReportTest, ReportsHaveAllSections) {
  std::string text = toMarkdown(makeSummary());
  EXPECT_EQ(text.substr(0, 22), "# Tuning of net.onnx\n\n");
  expectLine(text, "| default | 2.0000 | – | – | 1.000 |");
  expectLine(text, "| tuned | 1.0000 | 0.9000 | 1.1000 | 2.000 |");
  expectLine(text,
             "| 0 | fused\\_conv | 2 | 100.0 % | 2.0000 | 1.0000 | 50.0 % "
             "| 2.0000 | 20 | 0.75 | 12345 |");
  EXPECT_NE(text.find("all kernels of the table take 4.0000 ms by default and "
                      "2.0000 ms tuned"),
            std::string::npos);
  expectLine(text, "Not tuned: softmax.");
  // 4 FLOP per byte at 10 GB/s: 40 of 100 GFLOP/s are attainable, and a launch
  // takes 0.1 ms at least.
  expectLine(text,
             "| 0 | fused\\_conv | 4.00 M | 1.00 MB | 4.00 | 40.0 | 2.0 | "
             "4.0 | 5.0 % | 10.0 % |");
  expectLine(text, "| 0 | fused\\_conv | rows: 2 rows | rows: rows 2 → 4 |");
  expectLine(text, "| 1 | 0.5 | 1.000 |\n| 3 | 1.5 | 2.000 |\n"
                   "| 4 | 2.0 | 2.000 |");
  expectLine(text, "| crash | fused\\_conv | 5 |\n| hang | fused\\_conv | 1 |");
  expectLine(text, "| crash: other | fused\\_conv | 3 |");
  expectLine(text, "| tiles overlap | fused\\_conv | 2 |\n"
                   "| no such loop | fused\\_conv | 1 |");
  expectLine(text, "| fused\\_conv | 20 | 0 | 0 | 0 | 3 |");
  expectLine(text, "| search | 12.0 |");
  expectLine(text, "| machine | a CPU |");
}

TEST(ReportTest, WhatIsNotKnownIsSaid) {
  TuningSummary summary = makeSummary();
  KernelSummary &kernel = summary.kernels.front();
  kernel.flops = kernel.bytes = kernel.seconds = 0;
  kernel.best = kernel.byDefault;
  kernel.share = 1;
  kernel.correlation.reset();
  kernel.failures.clear();
  summary.model.reset();
  summary.limits = {};
  summary.curve.clear();
  std::string text = toMarkdown(summary);
  EXPECT_NE(text.find("The whole model was not compared"), std::string::npos);
  expectLine(text, "| 0 | fused\\_conv | – | – | – | – | – | – | – | – |");
  expectLine(text, "| 0 | fused\\_conv | rows: 2 rows | the default stays |");
  expectLine(text, "No strategy failed.");
  EXPECT_NE(text.find("Nothing was measured"), std::string::npos);
}

TEST(ReportTest, KernelsAreInTheOrderOfTheirTimes) {
  TuningSummary summary = makeSummary();
  KernelSummary longer = makeKernel();
  longer.name = "longer";
  longer.numLaunches = 6;
  longer.numStrategies = "5681766384000000";
  summary.kernels.push_back(longer);
  std::string text = toMarkdown(summary);
  expectLine(text, "| 0 | longer | 6 | 75.0 % | 2.0000 | 1.0000 | 50.0 % | "
                   "6.0000 | 20 | 0.75 | 5.7e+15 |");
  expectLine(text, "| 1 | fused\\_conv | 2 | 25.0 % | 2.0000 | 1.0000 | 50.0 % "
                   "| 2.0000 | 20 | 0.75 | 12345 |");
}

TEST(ReportTest, ModelsWithoutTimesSayWhy) {
  TuningSummary summary = makeSummary();
  summary.model->isFaster = false;
  EXPECT_NE(toMarkdown(summary).find("no gain beyond noise"),
            std::string::npos);
  summary.model->isEqual = true;
  EXPECT_NE(toMarkdown(summary).find("No gain was found: the tuned model has"),
            std::string::npos);
  summary.model->isEqual = false;
  summary.model->failure = "crash: signal";
  EXPECT_NE(toMarkdown(summary).find("The tuned model fails, so the default "
                                     "one stays: crash: signal"),
            std::string::npos);
}

TEST(ReportTest, ThePageHasTheSameContents) {
  std::string page;
  llvm::raw_string_ostream os(page);
  writeHTML(makeReport(makeSummary()), os);
  llvm::StringRef text = page;
  for (const char *part :
       {"<td>rows: rows 2 → 4</td>", "<td class=\"number\">40.0</td>",
        "<td>crash: other</td>", "<td class=\"number\">0.75</td>"})
    EXPECT_TRUE(text.contains(part)) << part;
  // A roofline, the curve of the model, and that of the kernel.
  EXPECT_EQ(text.count("<svg "), 3u);
  EXPECT_FALSE(text.contains("http"));
  EXPECT_FALSE(text.contains("<script"));
}

TEST(ReportTest, TheExtensionDecides) {
  EXPECT_TRUE(isReportName("a.html") && isReportName("b/c.md"));
  EXPECT_FALSE(isReportName("a.htm") || isReportName("md"));
}

} // namespace tvm::tvmc
