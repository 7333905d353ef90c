// The table of figures in docs/model.md, which the model computes.
#include <fstream>
#include <stdexcept>

#include "common/model/figures.h"
#include "grader/upkeep/checks.h"

namespace gemmlab {
namespace {

constexpr std::string_view kBegin = "<!-- figures: written by gemmlab-upkeep --write -->\n";
constexpr std::string_view kEnd = "<!-- end of figures -->\n";

// The page as it ought to be; empty if it lacks the marks.
std::string with_figures(const std::string& page) {
  const std::size_t begin = page.find(kBegin), end = page.find(kEnd);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return "";
  }
  return page.substr(0, begin + kBegin.size()) + '\n' + model::figures_in_markdown() + '\n' +
         page.substr(end);
}

}  // namespace

Problems check_figures(const Course& course) {
  const std::string page = course.text(Course::model_page()), wanted = with_figures(page);
  if (wanted.empty()) {
    return {{Course::model_page(), "the page has the table of figures between two marks, but none",
             "write the marks of grader/upkeep/figures_page.cpp into it"}};
  }
  if (page != wanted) {
    return {{Course::model_page(),
             "the table of figures is what the model computes, but it differs",
             "run gemmlab-upkeep --write"}};
  }
  return {};
}

bool write_figures(const Course& course) {
  const std::string page = course.text(Course::model_page()), wanted = with_figures(page);
  if (wanted.empty()) {
    throw std::runtime_error("docs/model.md lacks the marks of its table of figures");
  }
  if (page != wanted) {
    std::ofstream(course.root / Course::model_page(), std::ios::binary) << wanted;
  }
  return page != wanted;
}

}  // namespace gemmlab
