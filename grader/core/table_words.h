// Tables that are lists of words: blanks part them, and # begins a comment.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace gemmlab {

inline std::vector<std::string> table_words(const std::string& table) {
  std::vector<std::string> words;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream in(line.substr(0, line.find('#')));
    for (std::string word; in >> word;) {
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace gemmlab
