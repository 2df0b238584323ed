// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/Report.h"

#include "compiler/files/Files.h"
#include "tools/page/Page.h"
#include "tools/strategies/StrategyWords.h"
#include "tools/tune/report/Charts.h"
#include "tuner/database/Failure.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tvm::tvmc {

using Kernels = ArrayRef<KernelSummary>;

/// The text in place of a number that is not known.
static constexpr StringLiteral kUnknown = "–";

/// Times below 0.1 ms have two more digits.
static std::string formatMilliseconds(double seconds) {
  if (seconds <= 0)
    return kUnknown.str();
  return seconds < 1e-4 ? formatv("{0:F6}", seconds * 1e3).str()
                        : formatv("{0:F4}", seconds * 1e3).str();
}

static std::string formatShare(double share) {
  return formatv("{0:F1} %", share * 100);
}

static std::string formatSpeedup(double share) {
  return formatv("{0:F3}", 1 / share);
}

//===-- the model ---------------------------------------------------------===//

static Section describeFacts(const TuningSummary &summary) {
  Table table{{{"fact"}, {"value"}}, {}};
  for (const auto &[name, value] : summary.facts)
    table.rows.push_back({name, value});
  return {"What was tuned", {std::move(table)}};
}

/// Why there are no times of the whole model; empty: there are.
static std::string explainNoTimes(const TuningSummary &summary) {
  if (!summary.model)
    return "The whole model was not compared: the command ended before.";
  if (summary.model->isEqual)
    return "No gain was found: the tuned model has the same code as the "
           "default one, so there was nothing to compare.";
  if (!summary.model->failure.empty())
    return "The tuned model fails, so the default one stays: " +
           summary.model->failure;
  return "";
}

static Section describeModel(const TuningSummary &summary) {
  Section section{"The model before and after", {}};
  if (std::string reason = explainNoTimes(summary); !reason.empty()) {
    section.blocks.push_back(std::move(reason));
    return section;
  }
  const tuner::Times &times = summary.model->times;
  section.blocks.push_back(formatv(
      "Both forms of the model ran in turns, {0} times each. The tuned one "
      "takes {1} of the default's time, by those runs of both that were "
      "disturbed least{2}.",
      times.runs, formatShare(times.share),
      summary.model->isFaster ? ""
                              : ", which is no gain beyond noise, so the "
                                "default one stays"));
  section.blocks.push_back(
      Table{{{"form"},
             {"median ms", true},
             {"lower quartile ms", true},
             {"upper quartile ms", true},
             {"times as fast", true}},
            {{"default", formatMilliseconds(times.reference), kUnknown.str(),
              kUnknown.str(), "1.000"},
             {"tuned", formatMilliseconds(times.median),
              formatMilliseconds(times.lower), formatMilliseconds(times.upper),
              formatSpeedup(times.share)}}});
  return section;
}

//===-- kernels -----------------------------------------------------------===//

/// A number of any size with at most seven characters: "12345", "5.7e+15".
static std::string formatCount(StringRef number) {
  constexpr size_t kDigits = 7;
  double value = 0;
  if (number.size() <= kDigits || number.getAsDouble(value))
    return number.str();
  return formatv("{0}", format("%.1e", value));
}

static Section describeKernels(Kernels kernels, ArrayRef<std::string> skipped) {
  Table table{{{"#", true},
               {"kernel"},
               {"launches per run", true},
               {"share of the time", true},
               {"default ms", true},
               {"tuned ms", true},
               {"tuned ÷ default", true},
               {"gain per run ms", true},
               {"trials", true},
               {"rank correlation", true},
               {"strategies", true}},
              {}};
  double all = 0, tuned = 0;
  for (const KernelSummary &kernel : kernels) {
    all += kernel.getDefaultSeconds();
    tuned += kernel.getDefaultSeconds() * kernel.share;
  }
  for (auto [i, kernel] : enumerate(kernels))
    table.rows.push_back(
        {std::to_string(i), kernel.name, std::to_string(kernel.numLaunches),
         all > 0 ? formatShare(kernel.getDefaultSeconds() / all)
                 : kUnknown.str(),
         formatMilliseconds(kernel.seconds),
         formatMilliseconds(kernel.getTunedSeconds()),
         formatShare(kernel.share), formatv("{0:F4}", kernel.getGain() * 1e3),
         std::to_string(kernel.counts.trials),
         kernel.correlation ? formatv("{0:F2}", *kernel.correlation).str()
                            : kUnknown.str(),
         formatCount(kernel.numStrategies)});
  Section section{"Kernels", {std::move(table)}};
  section.blocks.push_back(formatv(
      "In a run, all kernels of the table take {0} ms by default and {1} ms "
      "tuned, by these measurements. The whole model takes longer: it has "
      "other "
      "kernels, and starts all of them.",
      formatMilliseconds(all), formatMilliseconds(tuned)));
  section.blocks.push_back(
      "Kernels are in the order of their times by default: shares are those of "
      "all kernels in the table. Milliseconds are of one launch; the gain is "
      "that of all launches in a run of the model. The rank correlation "
      "(Spearman) compares the "
      "cost model's order with the measured one, on a third of the trials that "
      "the model has not seen; – stands for fewer than 12 trials, or a search "
      "without a model.");
  if (!skipped.empty())
    section.blocks.push_back("Not tuned: " + join(skipped, ", ") + ".");
  return section;
}

static Section describeStrategies(Kernels kernels) {
  using namespace strategies;
  Table table{{{"#", true}, {"kernel"}, {"before"}, {"change"}}, {}};
  for (auto [i, kernel] : enumerate(kernels))
    table.rows.push_back({std::to_string(i), kernel.name,
                          describeStrategy(kernel.byDefault),
                          kernel.best == kernel.byDefault
                              ? "the default stays"
                              : describeChange(kernel.byDefault, kernel.best)});
  return {"Strategies",
          {std::move(table),
           "Parameters that are not named have their default values."}};
}

//===-- the roofline ------------------------------------------------------===//

/// The least time of a launch on this machine, in seconds; 0: unknown.
static double getLeastSeconds(const KernelSummary &kernel,
                              const runtime::MachineLimits &limits) {
  return limits.getLeastTime(kernel.flops, kernel.bytes) * 1e-9;
}

static std::vector<std::string>
describePlace(size_t number, const KernelSummary &kernel,
              const runtime::MachineLimits &limits) {
  double intensity = kernel.getIntensity(), tuned = kernel.getTunedSeconds();
  double least = getLeastSeconds(kernel, limits);
  auto rate = [](double amount, double seconds) {
    return amount > 0 && seconds > 0
               ? formatv("{0:F1}", amount / seconds * 1e-9).str()
               : kUnknown.str();
  };
  auto share = [&](double seconds) {
    return least > 0 && seconds > 0 ? formatShare(least / seconds)
                                    : kUnknown.str();
  };
  bool hasIntensity = kernel.flops > 0 && intensity > 0;
  return {std::to_string(number),
          kernel.name,
          kernel.flops > 0 ? formatScaled(kernel.flops, "") : kUnknown.str(),
          kernel.bytes > 0 ? formatScaled(kernel.bytes, "B") : kUnknown.str(),
          hasIntensity ? formatv("{0:F2}", intensity).str() : kUnknown.str(),
          hasIntensity
              ? formatv("{0:F1}", limits.getAttainable(intensity)).str()
              : kUnknown.str(),
          rate(kernel.flops, kernel.seconds),
          rate(kernel.flops, tuned),
          share(kernel.seconds),
          share(tuned)};
}

static Section describeRoofline(Kernels kernels,
                                const runtime::MachineLimits &limits) {
  Roofline roofline{limits.flops, limits.bytes, {}};
  Table table{{{"#", true},
               {"kernel"},
               {"FLOP", true},
               {"bytes", true},
               {"FLOP/B", true},
               {"attainable GFLOP/s", true},
               {"GFLOP/s before", true},
               {"GFLOP/s after", true},
               {"share before", true},
               {"share after", true}},
              {}};
  for (auto [i, kernel] : enumerate(kernels)) {
    table.rows.push_back(describePlace(i, kernel, limits));
    if (kernel.flops > 0 && kernel.bytes > 0 && kernel.seconds > 0)
      roofline.kernels.push_back(
          {kernel.name, std::to_string(i), kernel.getIntensity(),
           kernel.flops / kernel.seconds * 1e-9,
           kernel.flops / kernel.getTunedSeconds() * 1e-9});
  }
  std::string caption = formatv(
      "The machine's roofline: {0:F1} GFLOP/s of f32 products and sums "
      "in registers, {1:F1} GB/s of copied memory, both measured with "
      "the threads of a run. A ring is a kernel by default, a disc the "
      "kernel by its best strategy; the numbers are those of the table.",
      limits.flops, limits.bytes);
  return {"Roofline",
          {Figure{caption, drawRoofline(roofline), std::move(table)},
           "A share is the least time of the machine for the kernel's "
           "operations, or for its bytes if that is longer, divided by the "
           "measured time. It exceeds 100 % for data that stays in caches, and "
           "for arithmetic on types that are narrower than f32."}};
}

//===-- curves ------------------------------------------------------------===//

/// The points at which the speedup changes, and the last one.
static std::vector<CurvePoint> getSteps(ArrayRef<CurvePoint> curve) {
  std::vector<CurvePoint> steps;
  for (const CurvePoint &point : curve)
    if (steps.empty() || steps.back().speedup != point.speedup ||
        point.trial == curve.back().trial)
      steps.push_back(point);
  return steps;
}

static Table makeCurveTable(ArrayRef<CurvePoint> steps) {
  Table table{
      {{"measurement", true}, {"seconds", true}, {"times as fast", true}}, {}};
  for (const CurvePoint &step : steps)
    table.rows.push_back({std::to_string(step.trial),
                          formatv("{0:F1}", step.seconds),
                          formatv("{0:F3}", step.speedup)});
  return table;
}

static Section describeCurves(ArrayRef<CurvePoint> ofAll, Kernels kernels) {
  Section section{"Best so far", {}};
  if (ofAll.empty()) {
    section.blocks.push_back("Nothing was measured: what is known comes from "
                             "the records of earlier commands.");
    return section;
  }
  StepCurve ofModel{"all kernels: times as fast", "seconds", {}};
  std::vector<CurvePoint> steps = getSteps(ofAll);
  for (const CurvePoint &step : steps)
    ofModel.points.push_back({step.seconds, step.speedup});
  section.blocks.push_back(
      Figure{"All kernels together, by their measured times",
             drawCurve(ofModel), makeCurveTable(steps)});
  for (const KernelSummary &kernel : kernels) {
    if (kernel.curve.empty())
      continue;
    StepCurve curve{"times as fast as by default", "measurements", {}};
    steps = getSteps(kernel.curve);
    for (const CurvePoint &step : steps)
      curve.points.push_back({double(step.trial), step.speedup});
    section.blocks.push_back(
        Figure{kernel.name, drawCurve(curve), makeCurveTable(steps)});
  }
  return section;
}

//===-- decisions ---------------------------------------------------------===//

/// The value of a decision in words: "joined (transpose)" for
/// `{joined = "transpose"}`, "winograd<tile = 4>" for `#graph.winograd<…>`.
static std::string describeValue(StringRef value) {
  value.consume_front("#graph.");
  auto [name, reason] = value.split(" = ");
  if (!name.consume_front("{") || !reason.consume_back("}"))
    return value.trim('"').str();
  return formatv("{0} ({1})", name, reason.trim('"'));
}

static std::string describeResult(const tuner::TriedChange &tried) {
  std::string text = getName(tried.result).str();
  if (tried.isKnown)
    text += " before";
  return tried.failure.empty() ? text : text + ": " + tried.failure;
}

static Section describeDecisions(ArrayRef<tuner::TriedChange> changes) {
  Section section{"Decisions on operators", {}};
  if (changes.empty()) {
    section.blocks.push_back("No other decisions were tried.");
    return section;
  }
  Table table{{{"decision"},
               {"nodes"},
               {"before"},
               {"after"},
               {"ms before", true},
               {"share", true},
               {"kernels", true},
               {"measurements", true},
               {"result"}},
              {}};
  for (const tuner::TriedChange &tried : changes) {
    const tuner::Change &change = tried.change;
    bool hasTimes = tried.seconds > 0;
    table.rows.push_back(
        {change.name, join(change.nodes, ", "), describeValue(change.before),
         describeValue(change.after), formatMilliseconds(tried.seconds),
         tried.share > 0 ? formatShare(tried.share) : kUnknown.str(),
         hasTimes ? formatv("{0} → {1}", tried.numBefore, tried.numAfter).str()
                  : kUnknown.str(),
         std::to_string(tried.measurements), describeResult(tried)});
  }
  section.blocks.push_back(std::move(table));
  section.blocks.push_back(
      "Times and shares are those of all kernels that a change concerns, "
      "transposes included, in the model, in turns with the decisions before. "
      "Changes that were adopted come on top of each other.");
  return section;
}

//===-- failures and time -------------------------------------------------===//

/// Numbers of failures by their causes, and then by what happened.
static void describeCauses(Kernels kernels, Section &section) {
  Table causes{{{"cause"}, {"kernel"}, {"records", true}}, {}};
  Table failures{{{"failure"}, {"kernel"}, {"records", true}}, {}};
  for (const KernelSummary &kernel : kernels) {
    std::map<std::string, unsigned> byCause;
    for (const auto &[failure, number] : kernel.failures) {
      byCause[tuner::getCauseName(failure).str()] += number;
      failures.rows.push_back({failure, kernel.name, std::to_string(number)});
    }
    for (const auto &[cause, number] : byCause)
      causes.rows.push_back({cause, kernel.name, std::to_string(number)});
  }
  if (causes.rows.empty()) {
    section.blocks.push_back("No strategy failed.");
    return;
  }
  section.blocks.push_back(std::move(causes));
  section.blocks.push_back(std::move(failures));
}

/// Reasons of refusals that are listed for a kernel.
static constexpr size_t kMaxReasons = 10;

static void describeRefusals(Kernels kernels, Section &section) {
  Table reasons{{{"refused because"}, {"kernel"}, {"points", true}}, {}};
  for (const KernelSummary &kernel : kernels) {
    std::vector<std::pair<uint64_t, std::string>> counts;
    for (const auto &[reason, number] : kernel.counts.refusals)
      counts.push_back({number, reason});
    llvm::sort(counts, std::greater<>());
    for (const auto &[number, reason] :
         ArrayRef(counts).take_front(kMaxReasons))
      reasons.rows.push_back({reason, kernel.name, std::to_string(number)});
  }
  if (!reasons.rows.empty())
    section.blocks.push_back(std::move(reasons));
}

static Section describeFailures(Kernels kernels) {
  Table counts{{{"kernel"},
                {"trials", true},
                {"known before", true},
                {"from elsewhere", true},
                {"failed", true},
                {"refused", true}},
               {}};
  for (const KernelSummary &kernel : kernels) {
    const tuner::TrialCounts &count = kernel.counts;
    counts.rows.push_back(
        {kernel.name, std::to_string(count.trials),
         std::to_string(count.replayed), std::to_string(count.borrowed),
         std::to_string(count.failed), std::to_string(count.refused)});
  }
  Section section{"Trials and failures", {std::move(counts)}};
  section.blocks.push_back(
      "A strategy that was refused does not apply to the kernel, and was not "
      "run.");
  describeRefusals(kernels, section);
  describeCauses(kernels, section);
  return section;
}

/// Adds the number of rounds, and what their steps cost.
static void describeRounds(const tuner::RoundCosts &costs, Section &section) {
  section.blocks.push_back(
      formatv("{0} rounds with {1} candidates took {2:F1} s. Some of their "
              "steps run at the same time.",
              costs.rounds, costs.candidates, costs.seconds)
          .str());
  Table table{{{"step of a round"}, {"ms per candidate", true}}, {}};
  costs.steps.visit([&](StringRef name, double seconds) {
    table.rows.push_back(
        {name.str(), formatv("{0:F0}", seconds * 1e3 / costs.candidates)});
  });
  section.blocks.push_back(std::move(table));
}

static Section describeTime(const TuningSummary &summary, Kernels kernels) {
  Table table{{{"step"}, {"seconds", true}}, {}};
  for (const auto &[name, seconds] : summary.steps)
    table.rows.push_back({name, formatv("{0:F1}", seconds)});
  Table ofKernels{{{"search of kernel"}, {"seconds", true}}, {}};
  for (const KernelSummary &kernel : kernels)
    ofKernels.rows.push_back(
        {kernel.name, formatv("{0:F1}", kernel.searchSeconds)});
  Section section{"Time spent", {std::move(table), std::move(ofKernels)}};
  if (summary.rounds.candidates != 0)
    describeRounds(summary.rounds, section);
  return section;
}

//===-- reports -----------------------------------------------------------===//

Document makeReport(const TuningSummary &summary) {
  StringRef model = summary.facts.empty()
                        ? StringRef("a model")
                        : sys::path::filename(summary.facts.front().second);
  std::vector<KernelSummary> kernels = summary.kernels;
  llvm::sort(kernels, [](const KernelSummary &a, const KernelSummary &b) {
    return std::pair(-a.getDefaultSeconds(), StringRef(a.name)) <
           std::pair(-b.getDefaultSeconds(), StringRef(b.name));
  });
  return {("Tuning of " + model).str(),
          {describeModel(summary), describeKernels(kernels, summary.skipped),
           describeDecisions(summary.changes),
           describeRoofline(kernels, summary.limits),
           describeStrategies(kernels), describeCurves(summary.curve, kernels),
           describeFailures(kernels), describeTime(summary, kernels),
           describeFacts(summary)}};
}

bool isReportName(StringRef path) {
  return path.ends_with(".html") || path.ends_with(".md");
}

Error writeReport(const TuningSummary &summary, StringRef path) {
  Document report = makeReport(summary);
  return writeFile(path, [&](raw_ostream &os) {
    path.ends_with(".md") ? writeMarkdown(report, os) : writeHTML(report, os);
  });
}

} // namespace tvm::tvmc
