// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tune/report/Document.h"
#include "tools/tune/report/Charts.h"
#include "gtest/gtest.h"

namespace tvm::tvmc {

static constexpr char kEvil[] = "<b>&|\"'`*_#\n\x01\xff";

static Document makeDocument() {
  Table table{{{kEvil}, {"n", /*isNumber=*/true}}, {{kEvil, "1.5"}}};
  return {kEvil,
          {{kEvil,
            {std::string(kEvil), table,
             Figure{kEvil, "<svg></svg>\n", {{{"x"}}, {{"7"}}}}}}}};
}

static std::string toHTML(const Document &document) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeHTML(document, os);
  return text;
}

static std::string toMarkdown(const Document &document) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeMarkdown(document, os);
  return text;
}

TEST(DocumentTest, HTMLEscapesEveryText) {
  std::string page = toHTML(makeDocument());
  llvm::StringRef text = page;
  EXPECT_EQ(text.count("<b>"), 0u);
  EXPECT_EQ(text.count("\x01"), 0u);
  EXPECT_EQ(text.count("\xff"), 0u);
  // In the title, two headings, the paragraph, the head, the cell, the caption.
  EXPECT_EQ(text.count("&lt;b&gt;&amp;|&quot;"), 7u);
  EXPECT_EQ(text.count("<td class=\"number\">1.5</td>"), 1u);
  EXPECT_EQ(text.count("<svg></svg>"), 1u);
  EXPECT_EQ(text.count("<script"), 0u);
}

TEST(DocumentTest, MarkdownEscapesEveryText) {
  llvm::StringRef evil = "&lt;b&gt;&amp;\\|\"'\\`\\*\\_\\#  \xEF\xBF\xBD";
  std::string expected = ("# " + evil + "\n\n## " + evil + "\n\n" + evil +
                          "\n\n| " + evil + " | n |\n|---|---:|\n| " + evil +
                          " | 1.5 |\n\n" + evil + "\n\n| x |\n|---|\n| 7 |\n\n")
                             .str();
  EXPECT_EQ(toMarkdown(makeDocument()), expected);
}

TEST(ChartsTest, ACurveIsInsideOfItsFrame) {
  std::string svg = drawCurve({"<title>", "trials", {{1, 1}, {5, 2}}});
  llvm::StringRef text = svg;
  EXPECT_TRUE(text.contains("&lt;title&gt;"));
  // From 1 at 0 to 2 at 5, where 2.1 is the upper end.
  EXPECT_TRUE(text.contains("d=\"M55.0 144.0H107.6V144.0H318.0V34.9\"")) << svg;
  EXPECT_TRUE(text.contains(">2.1</text>"));
  // Without points, it is empty.
  EXPECT_TRUE(llvm::StringRef(drawCurve({"", "", {}})).contains("d=\"M55.0"));
}

TEST(ChartsTest, ARooflineHasARidge) {
  std::string svg = drawRoofline(
      {/*flops=*/100, /*bytes=*/10, {{"k<1>", "0", /*intensity=*/1, 2, 10}}});
  llvm::StringRef text = svg;
  EXPECT_EQ(text.count("class=\"roof\""), 2u);
  EXPECT_TRUE(text.contains("<title>k&lt;1&gt;</title>"));
  EXPECT_EQ(text.count("<circle"), 2u);
  EXPECT_FALSE(text.contains("nan"));
  // Without a bandwidth, the roof is flat.
  std::string flat = drawRoofline({100, 0, {}});
  EXPECT_EQ(llvm::StringRef(flat).count("class=\"roof\""), 1u);
  EXPECT_FALSE(llvm::StringRef(flat).contains("nan"));
}

} // namespace tvm::tvmc
