// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/ProgressLine.h"

#include "gtest/gtest.h"

namespace tvm::tvmc {

/// Returns what a line of progress prints in some steps. `columns` is the width
/// of the terminal.
static std::string run(bool isQuiet, unsigned columns) {
  std::string text;
  llvm::raw_string_ostream os(text);
  ProgressLine line(os, isQuiet, columns);
  line.begin("reading the model");
  line.setState([] { return "trial 1"; }, ", kernel at 90%");
  line.setState([] { return "trial 2"; }, ""); // within a second
  line.begin("compiling");
  line.print([](llvm::raw_ostream &os) { os << "warning: hot\n"; });
  line.begin("reading the model");
  line.finish();
  line.begin("comparing");
  line.finish();
  return text;
}

TEST(ProgressLineTest, LinesFollowEachOtherInFiles) {
  EXPECT_EQ(run(/*isQuiet=*/false, /*columns=*/0),
            "reading the model\ntrial 1, kernel at 90%\ncompiling\n"
            "warning: hot\ntrial 2\ncomparing\n");
}

TEST(ProgressLineTest, QuietLinesHaveMessagesOnly) {
  EXPECT_EQ(run(/*isQuiet=*/true, /*columns=*/0), "warning: hot\n");
  EXPECT_EQ(run(/*isQuiet=*/true, /*columns=*/80), "warning: hot\n");
}

TEST(ProgressLineTest, TerminalsHaveOneLine) {
  std::string text = run(/*isQuiet=*/false, /*columns=*/80);
  llvm::StringRef seen = text;
  EXPECT_TRUE(seen.contains("\r\x1b[Kreading the model (0 s)")) << text;
  EXPECT_TRUE(
      seen.contains("\r\x1b[Ktrial 1, reading the model (0 s), kernel at 90%"))
      << text;
  // A message takes the place of the line, which then comes back.
  EXPECT_TRUE(
      seen.contains("\r\x1b[Kwarning: hot\n\r\x1b[Ktrial 2, compiling (0 s)"))
      << text;
  EXPECT_TRUE(seen.contains("\r\x1b[Ktrial 2\n")) << text;
  EXPECT_TRUE(seen.ends_with("\r\x1b[Kcomparing (0 s)\r\x1b[K")) << text;
}

TEST(ProgressLineTest, LinesAreNotLongerThanTheTerminal) {
  std::string text = run(/*isQuiet=*/false, /*columns=*/10);
  EXPECT_NE(text.find("\r\x1b[Kreading t\r"), std::string::npos) << text;
  EXPECT_EQ(text.find("reading th"), std::string::npos) << text;
}

TEST(ProgressLineTest, TheClockDrawsTheLine) {
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    ProgressLine line(os, /*isQuiet=*/false, /*columns=*/80);
    line.begin("waiting");
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  }
  EXPECT_NE(text.find("waiting (1 s)"), std::string::npos) << text;
}

} // namespace tvm::tvmc
