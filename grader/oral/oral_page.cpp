#include "grader/oral/oral_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "common/facts/json.h"
#include "grader/core/foreign_text.h"

namespace gemmlab {
namespace {

constexpr int kIndent = 4;

// The line that a question is about, without its indentation, and without a comment behind it,
// which may be the answer.
std::string code_of(const Question& question, const std::vector<std::string>& lines) {
  if (question.line < 1 || question.line > int(lines.size())) {
    return "";
  }
  const std::string& line = lines[question.line - 1];
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::string code = line.substr(std::min(begin, line.size()));
  const std::size_t end = code.find_last_not_of(" \t", code.find("//") - 1);
  return end == code.npos ? "" : clipped(printable(code.substr(0, end + 1)), kMostColumns);
}

// " 3. What ...": with its number before the first line.
std::string numbered(std::size_t number, const std::string& text, const Terminal& terminal) {
  std::string wrapped = wrap(printable(text), terminal.width, kIndent);
  return fmt::format("{:>2}.", number) + wrapped.substr(kIndent - 1);
}

}  // namespace

std::string oral_page(const OralCheck& check, const std::string& text, const Terminal& terminal) {
  const std::vector<std::string> lines = split_lines(text);
  std::string out = fmt::format("Questions about {} (lab {}, {})\n", printable(check.result.source),
                                check.result.id, name(check.result.verdict));
  for (std::size_t i = 0; i < check.questions.size(); ++i) {
    const Question& question = check.questions[i];
    out += '\n' + numbered(i + 1, question.text, terminal);
    if (const std::string code = code_of(question, lines); !code.empty()) {
      out += wrap(fmt::format("{:4} | {}", question.line, code), terminal.width, kIndent);
    }
  }
  out += "\nAnswers, for the examiner: each was run on the simulator\n";
  for (std::size_t i = 0; i < check.questions.size(); ++i) {
    out += '\n';
    const std::vector<std::string>& answer = check.questions[i].answer;
    for (std::size_t j = 0; j < answer.size(); ++j) {
      out += j == 0 ? numbered(i + 1, answer[j], terminal)
                    : wrap(printable(answer[j]), terminal.width, kIndent);
    }
  }
  return out;
}

std::string oral_json(const OralCheck& check, const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  Json questions = Json::array();
  for (const Question& question : check.questions) {
    Json answer = Json::array();
    for (const std::string& paragraph : question.answer) {
      answer.push_back(printable(paragraph));
    }
    questions.push_back({{"kind", name(question.kind)},
                         {"line", question.line},
                         {"code", code_of(question, lines)},
                         {"question", printable(question.text)},
                         {"answer", std::move(answer)}});
  }
  const Json json{{"lab", check.result.id},
                  {"verdict", name(check.result.verdict)},
                  {"questions", std::move(questions)}};
  return json.text(2) + '\n';
}

}  // namespace gemmlab
