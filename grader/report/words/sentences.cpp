#include "grader/report/words/sentences.h"

#include <boost/algorithm/string/replace.hpp>

#include "common/model/table.h"
#include "grader/report/words/sentences_table.h"

namespace gemmlab {

Texts read_texts(std::string_view table, const std::string& file) {
  Texts texts;
  for (const auto& row : model::read_table(table, file, {"name", "row", "text"})) {
    std::string& text = texts[{row.text("name"), row.text("row")}] = row.text("text");
    for (std::size_t at; (at = text.find("\\n")) != std::string::npos;) {
      text.replace(at, 2, "\n");
    }
  }
  return texts;
}

const Texts& sentences() {
  static const Texts all = read_texts(kSentencesTable, "grader/report/words/sentences.table");
  return all;
}

const std::string& text_of(std::string_view name, std::string_view row) {
  const auto found = sentences().find({std::string(name), std::string(row)});
  return found != sentences().end() ? found->second : sentences().at({std::string(name), "-"});
}

std::string quotable(std::string text) {
  for (const char* mark : {"'", "\"", "`"}) {
    boost::replace_all(text, mark, "\u2019");
  }
  boost::replace_all(text, "\n", "\n| ");
  return text;
}

void Sentence::set(const char* field, const std::string& text) {
  choose_if(!text.empty(), field);
  put(field, text);
}

void Sentence::set(const char* field, const Coordinates& thread) {
  choose_if(!thread.empty(), field);
  put(field, thread.empty() ? "" : words_of_thread(thread));
}

void Sentence::set(const char*, const Region& region) {
  put("never_written", was_never_written(region));
  put("wrong", is_wrong(region));
}

void Sentence::set(const char* field, const std::optional<Region>& region) {
  choose_if(region.has_value(), field);
  if (region) {
    set(field, *region);
  } else {
    put("never_written", "Nothing was stored to C, which is small here: ");
  }
}

// A sentence about A's rows applies to B's columns.
void Sentence::set(const char*, Matrix matrix) {
  const bool is_a = matrix == Matrix::a;
  choose(name(matrix));
  put("letter", is_a ? 'A' : 'B');
  put("line", is_a ? "row" : "column");
  put("other", is_a ? "column" : "row");
  put("index", is_a ? 'y' : 'x');
  put("other_index", is_a ? 'x' : 'y');
  put("own", is_a ? 'k' : 'n');
  put("indices", is_a ? "row and p" : "p and col");
  put("place", is_a ? "(row, p) is a[row * k + p]" : "(p, col) is b[p * n + col]");
}

void Sentence::choose(std::string_view row) {
  if (row_.empty() && sentences().contains({std::string(name_), std::string(row)})) {
    row_ = row;
  }
}

}  // namespace gemmlab
