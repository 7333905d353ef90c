#include "grader/batch/handout/page.h"

#include <regex>
#include <sstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

using Has = std::function<bool(const fs::path&)>;

const char kHandIn[] =
    "This is what your course hands out: labs, lectures and the grader. The solutions are "
    "withheld; "
    "compiled,\nthey are here for your kernels to be timed beside. What you hand in is the files "
    "below "
    "[labs/](labs/).\n\n";

bool is_dead(const std::string& link, const fs::path& page, const Has& has) {
  if (link.starts_with('#') || link.find("://") != link.npos || link.starts_with("mailto:")) {
    return false;
  }
  const fs::path target = (page.parent_path() / link.substr(0, link.find('#'))).lexically_normal();
  return !has(target);
}

// `[text](link)`; the text may go on in the next line.
const std::regex& link_pattern() {
  static const std::regex pattern(R"(\[([^\]\[]*)\]\(([^)\s]+)\))");
  return pattern;
}

bool has_dead_link(const std::string& line, const fs::path& page, const Has& has) {
  for (std::sregex_iterator at(line.begin(), line.end(), link_pattern()), end; at != end; ++at) {
    if (is_dead((*at)[2], page, has)) {
      return true;
    }
  }
  return false;
}

// A call of a command that needs the solutions, or the first cell of a table's row that tells of
// one.
bool calls_withheld(const std::string& line) {
  static const std::regex call(
      R"(\./gemmlab (test|upkeep|study|solution|batch|handout|gradescope|grade --solutions|bench \S* ?--verdicts)\b)");
  return std::regex_search(line, call);
}

std::string without_lost_lines(const std::string& text, const fs::path& page, const Has& has) {
  std::istringstream lines(text);
  std::string kept;
  bool in_code = false;
  for (std::string line; std::getline(lines, line);) {
    in_code = line.starts_with("```") ? !in_code : in_code;
    const bool is_row = line.starts_with("| ") && !in_code;
    if ((is_row && (has_dead_link(line, page, has) || calls_withheld(line))) ||
        (in_code && calls_withheld(line))) {
      continue;
    }
    kept += line + '\n';
  }
  return kept;
}

// Whether a hint is code to be copied: a block of it, or a statement that sets something.
bool gives_code(const std::string& item) {
  static const std::regex statement("`[^`]* = [^`]*;`");
  return item.find("```") != item.npos || std::regex_search(item, statement);
}

// An output's line of the student's source: "  25 |     sum += ...".
std::string without_source(const std::string& line) {
  static const std::regex source(R"(^( *\d+ \| +)\S.*$)");
  return std::regex_replace(line, source, "$1(a line of yours)");
}

}  // namespace

std::string without_answers(const std::string& text) {
  std::istringstream lines(text);
  std::string kept, item;
  const auto end_item = [&] {
    kept += gives_code(item) ? "" : item;
    item.clear();
  };
  bool in_hints = false;
  for (std::string line; std::getline(lines, line);) {
    in_hints = line.starts_with("## ") ? line == "## Hints" : in_hints;
    const bool goes_on = !item.empty() && line.starts_with("  ");
    if (!goes_on) {
      end_item();
    }
    (goes_on || (in_hints && line.starts_with("- ")) ? item : kept) += without_source(line) + '\n';
  }
  end_item();
  return kept;
}

std::string handed_out_page(const std::string& text, const fs::path& page, const Has& has) {
  const std::string kept = without_lost_lines(text, page, has);
  std::string result;
  auto last = kept.begin();
  for (std::sregex_iterator at(kept.begin(), kept.end(), link_pattern()), end; at != end; ++at) {
    const auto& whole = (*at)[0];
    result.append(last, whole.first);
    result += is_dead((*at)[2], page, has) ? (*at)[1].str() : whole.str();
    last = whole.second;
  }
  return result.append(last, kept.end());
}

std::string handed_out_readme(const std::string& text, const Has& has) {
  std::string page = handed_out_page(text, "README.md", has);
  const std::size_t table = page.find("<!-- labs:");
  return table == page.npos ? page + '\n' + kHandIn : page.insert(table, kHandIn);
}

}  // namespace gemmlab
