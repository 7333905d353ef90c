#include "grader/report/words/sentences.h"

#include "common/model/table.h"
#include "grader/report/words/sentences_table.h"

namespace gemmlab {

const std::map<std::pair<std::string, std::string>, std::string>& sentences() {
  static const auto all = [] {
    std::map<std::pair<std::string, std::string>, std::string> texts;
    for (const auto& row : model::read_table(kSentencesTable, "grader/report/words/sentences.table",
                                             {"name", "row", "text"})) {
      texts[{row.text("name"), row.text("row")}] = row.text("text");
    }
    return texts;
  }();
  return all;
}

const std::string& text_of(std::string_view name, std::string_view row) {
  const auto found = sentences().find({std::string(name), std::string(row)});
  return found != sentences().end() ? found->second : sentences().at({std::string(name), "-"});
}

}  // namespace gemmlab
