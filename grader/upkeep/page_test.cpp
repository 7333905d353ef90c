#include "grader/upkeep/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gemmlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

TEST(Page, AnchorsAreAsGitHubMakesThem) {
  EXPECT_THAT(
      anchors_of("# What it `does`, on a GPU?\n## 3.1 Load\n## 3.1 Load\n"
                 "## [Linked](x.md) now\n```\n# code\n```\n<a id=\"own\">\n"),
      UnorderedElementsAre("what-it-does-on-a-gpu", "31-load", "31-load-1", "linked-now", "own"));
}

TEST(Page, LinksAreFoundOutsideOfCodeAlone) {
  EXPECT_THAT(links_of("see [a](b.md#c) and ![p](d.svg \"title\")\n`[x](y)`\n\n    [i](j)\n"
                       "```\n[u](v)\n```\n[r]: e.md\n"),
              ElementsAre(Mention{1, "b.md#c"}, Mention{1, "d.svg"}, Mention{8, "e.md"}));
}

TEST(Page, CodeIsFoundInSpansFencesAndIndented) {
  EXPECT_THAT(
      code_of("a `b` c `d e`\n\n    f\n    g\nh\n    no code\n```sh\ni\n```\n"),
      ElementsAre(Mention{1, "b"}, Mention{1, "d e"}, Mention{3, "    f"}, Mention{4, "    g"},
                  Mention{7, "```sh"}, Mention{8, "i"}, Mention{9, "```"}));
  EXPECT_THAT(code_of("nothing, though one ` stands here\n"), IsEmpty());
}

}  // namespace
}  // namespace gemmlab
