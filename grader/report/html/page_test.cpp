#include "grader/report/html/page.h"

#include <gmock/gmock.h>

#include <pugixml.hpp>
#include <set>

#include "common/facts/place.h"
#include "common/model/devices.h"
#include "common/model/prediction.h"
#include "grader/core/error_map.h"
#include "grader/core/facts/check.h"
#include "grader/core/facts/fact.h"
#include "grader/core/pattern.h"
#include "grader/diagnosis/sample_access.h"
#include "grader/report/html/html_options.h"
#include "grader/report/sample_result.h"
#include "grader/report/words/cause_words.h"
#include "grader/report/words/check_words.h"

namespace gemmlab {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAttack = "</script></pre><img src=x onerror=alert(1)>\x1b[31m\x01&\"'";

HtmlOptions options_with(const std::string& source) {
  HtmlOptions options;
  options.read_source = [source](const std::string&) { return source; };
  options.device = model::device("h200");
  return options;
}

LabResult wrong_lab() {
  LabResult lab = failed_lab();
  Check& check = lab.checks[0];
  ErrorMap map = right_everywhere(64, 128);
  add_wrong(map, 0, 0, 0.5, false);
  add_wrong(map, 63, 127, 0, true);
  map.input = "random";
  map.first = {{0, 0, 1.5f, 2.5, false}, {63, 127, 0, 7, true}};
  check.fact = WrongValues{InputKind::uniform, 2, 8192};
  check.error_map = map;
  return lab;
}

// The page's body as a tree; it parses only if every tag is closed.
struct Page {
  std::string text;
  pugi::xml_document tree;

  Page(const Result& result, const HtmlOptions& options) : text(to_html(result, options)) {
    const std::size_t from = text.find("<main>"), to = text.find("</body>");
    const auto parsed = tree.load_string(text.substr(from, to - from).c_str(),
                                         pugi::parse_default | pugi::parse_ws_pcdata);
    EXPECT_TRUE(parsed) << parsed.description();
  }
  explicit Page(const LabResult& lab)
      : Page(result_with(lab), options_with("one\n two\nthree\nfour\n")) {}

  std::size_t count(const char* path) const { return tree.select_nodes(path).size(); }
};

TEST(Html, IsOneWholePageThatLoadsNothing) {
  const Page page(sample_result(), options_with("x\n"));
  EXPECT_TRUE(page.text.starts_with("<!doctype html>\n<html lang=\"en\">"));
  const Pattern loads(R"((src=.?https?:|url\(|@import|<link|<script|<iframe|<object))");
  EXPECT_FALSE(loads.is_in(page.text));
  EXPECT_THAT(page.text, Not(HasSubstr("://")));
  EXPECT_THAT(page.text, HasSubstr("prefers-color-scheme: dark"));
}

TEST(Html, EscapesWhateverAStudentCanWrite) {
  LabResult lab = wrong_lab();
  lab.title = lab.source = lab.printed = lab.checks[0].name = kAttack;
  lab.checks[0].hint = lab.checks[0].error_map->input = lab.checks[0].places[0].file = kAttack;
  lab.checks[0].fact = NoFile{kAttack};
  lab.metrics = passed_lab().metrics;
  lab.metrics->lines[0].line = 1;
  lab.metrics->lines[0].places[0].example.variable = kAttack;
  Result result = result_with(lab);
  result.device = result.started_at = kAttack;
  HtmlOptions options = options_with(kAttack);
  options.command = options.device.name = kAttack;
  options.history = {{kAttack, lab.slug, Verdict::race, 1, 100, 2.0, 1}};
  const Page page(result, options);
  for (const char* markup : {"<img", "</script", "\x1b", "\x01", "\"'\""}) {
    EXPECT_THAT(page.text, Not(HasSubstr(markup)));
  }
  EXPECT_THAT(page.text, HasSubstr("&lt;img src=x onerror=alert(1)&gt;"));
}

TEST(Html, LeavesNoElementOpenThatABrowserWouldNotClose) {
  const Page page(sample_result(), options_with("x\n"));
  const Pattern closed(R"(<([a-z0-9]+)( [^<>]*)?/>)");
  const std::set<std::string> shapes{"svg", "g", "rect", "path", "circle"};
  for (const Match& each : closed.all_in(page.text)) {
    EXPECT_TRUE(shapes.contains(each[1])) << each[0];
  }
}

TEST(Html, LeadsFromItsLadderToEachLab) {
  const Page page(sample_result(), options_with("x\n"));
  EXPECT_EQ(page.count("//nav/a"), 3u);
  for (const auto& link : page.tree.select_nodes("//nav/a")) {
    const std::string target = std::string(link.node().attribute("href").value()).substr(1);
    EXPECT_EQ(page.count(("//section[@id='" + target + "']").c_str()), 1u) << target;
  }
}

TEST(Html, LeadsFromAFailureToItsLine) {
  const Page page(failed_lab());
  EXPECT_EQ(page.count("//p/a[@href='#lab-03-line-4']"), 1u);
  EXPECT_EQ(page.count("//div[contains(@class,'failed')][@id='lab-03-line-4']"), 1u);
  EXPECT_EQ(page.count("//*[contains(@class,'ln failed')]"), 2u);  // lines 2 and 4
  LabResult elsewhere = failed_lab();
  for (Check& check : elsewhere.checks) {
    for (Place& place : check.places) {
      place.file = "helper.cuh";
    }
  }
  EXPECT_EQ(Page(elsewhere).count("//*[contains(@class,'ln failed')]"), 0u);
}

TEST(Html, TellsOfAFailureOnceWithItsPlaceAndWhatToRead) {
  const Page page(failed_lab());
  EXPECT_EQ(page.count("//article[@class='failure']"), 1u);  // two checks at one place
  EXPECT_EQ(page.count("//tr[@class='marked']"), 2u);        // lines 2 and 4
  EXPECT_THAT(page.text, HasSubstr("./gemmlab hint 3.2"));
  EXPECT_THAT(page.text, HasSubstr("There is no __syncthreads() between the two accesses."));
}

TEST(Html, TellsApartWhatFailedTooAndWhatWasNotRun) {
  LabResult lab = failed_lab();
  Check first = lab.checks[0], second = first;
  second.name = "second";
  lab.checks = {first, second,
                not_run(planned_check("third", 20), first.verdict, Reason::out_of_time),
                passed(planned_check("fourth", 20))};
  Result result;
  result.labs = {lab};
  const std::string page = to_html(result, {});
  EXPECT_NE(page.find("for the same reason: second<"), std::string::npos);
  EXPECT_NE(page.find("Not run then: third<"), std::string::npos);
  EXPECT_NE(page.find("\u2013</td><td>third<span class=\"dim\"> not run</span>"),
            std::string::npos);
  EXPECT_NE(page.find("\u2717</td><td>second<span class=\"dim\"> RACE</span>"), std::string::npos);
}

TEST(Html, HasNoColumnForCostsThatNoLineHas) {
  const auto heads = [](const LabResult& lab) {
    return Page(lab).count("//div[@class='ln head']/*");
  };
  LabResult lab = passed_lab();
  lab.metrics->lines[0].line = 2;
  EXPECT_EQ(heads(lab), 3u);  // number, source, sectors
  lab.metrics->lines[0].shared_load = {1, 1, 1, 128};
  EXPECT_EQ(heads(lab), 4u);
  lab.metrics->lines.clear();
  EXPECT_EQ(heads(lab), 2u);
}

TEST(Html, SetsTheLikelyCauseApart) {
  LabResult lab = wrong_lab();
  lab.checks[0].verdict = Verdict::wrong;
  lab.checks[0].cause = sample_cause();
  EXPECT_THAT(Page(lab).text, HasSubstr("<b>Likely cause: </b>" + sentence(sample_cause())));
}

TEST(Html, DrawsWhereCIsWrongInsteadOfSpellingIt) {
  const Page page(wrong_lab());
  EXPECT_THAT(message(wrong_lab().checks[0]), HasSubstr("one symbol per"));
  EXPECT_EQ(page.count("//figure[@class='map']//svg"), 1u);
  EXPECT_THAT(page.text, Not(HasSubstr("one symbol per")));
  EXPECT_THAT(page.text, HasSubstr("2 of 8192 elements wrong, 1 not written"));
  EXPECT_THAT(page.text, HasSubstr("random input"));
  EXPECT_EQ(page.count("//figure//td[text()='C[63][127]']"), 1u);
  EXPECT_EQ(Page(failed_lab()).count("//figure"), 0u) << "nothing was compared in full";
}

TEST(Html, ShowsTheWholeSourceAndOpensWhereItCosts) {
  LabResult lab = passed_lab();
  lab.metrics->lines[0].line = 2;
  const Page page(lab);
  EXPECT_EQ(page.count("//div[contains(@class,'listing')]/*"), 5u);  // a head and four lines
  EXPECT_EQ(page.count("//details[@open]/summary//i[@class='ideal']"), 1u);
  EXPECT_EQ(page.count("//figure[@class='warp']//svg"), 2u);
  EXPECT_THAT(page.text, HasSubstr("loads a: 131072 requests"));
}

TEST(Html, MarksWhatIsBeyondIdeal) {
  LabResult lab = passed_lab();
  lab.metrics =
      sample::run_with({sample::place_of("a", Space::global, false, 128, 128, [](int lane) {
        return std::pair{lane, 0};
      })});
  lab.metrics->lines[0].global_load = {1, 32, 4, 128};
  lab.metrics->lines[0].source = "one";
  const Page page(lab);
  EXPECT_EQ(page.count("//i[@class='waste'][@style='width:87.5%']"), 1u);
  EXPECT_THAT(page.text, HasSubstr("a[31][0]: lane 31"));
  EXPECT_THAT(page.text, HasSubstr("22 more rows"));
}

TEST(Html, DrawsTheRooflineOfTheDeviceItIsGiven) {
  LabResult lab = passed_lab();
  lab.model = model::predict("02", {128, 128, 128}, nullptr);
  EXPECT_THAT(Page(lab).text, HasSubstr("the ceilings belong to an H200"));
  EXPECT_EQ(Page(lab).count("//*[@class='measured']"), 0u);
  lab.speed = measured_speed();
  HtmlOptions options = options_with("");
  options.is_own_device = true;
  const Page page(result_with(lab), options);
  EXPECT_EQ(page.count("//*[@class='measured']"), 1u);
  EXPECT_THAT(page.text, HasSubstr("this machine\u2019s GPU, H200"));
  EXPECT_THAT(page.text, HasSubstr("bytes per FLOP"));
  EXPECT_THAT(Page(failed_lab()).text, HasSubstr("No roofline"));
}

TEST(Html, SaysWhyNothingWasCounted) {
  LabResult lab = failed_lab();
  lab.verdict = Verdict::timed_out;
  EXPECT_THAT(Page(lab).text, HasSubstr("No memory accesses to show: the kernel does not end"));
}

TEST(Html, DrawsTheAttemptsOfTheLabAndNoOthers) {
  HtmlOptions options = options_with("");
  EXPECT_EQ(Page(result_with(failed_lab()), options).count("//h3[text()='Attempts']"), 0u);
  options.history = {{"2026-01-02T03:04:05Z", "03_tiled_kernel", Verdict::race, 20, 100, {}, 3},
                     {"2026-01-02T03:09:05Z", "03_tiled_kernel", Verdict::passed, 80, 100, 2, 3},
                     {"2026-01-02T03:09:05Z", "02_naive_kernel", Verdict::passed, 80, 100, {}, 3}};
  const Page page(result_with(failed_lab()), options);
  EXPECT_EQ(page.count("//circle[contains(@class,'attempt')]"), 2u);
  EXPECT_THAT(page.text, HasSubstr("2026-01-02 03:04: RACE, 20 of 100 points"));
  EXPECT_THAT(page.text, HasSubstr("2.00\u00d7"));
}

}  // namespace
}  // namespace gemmlab
