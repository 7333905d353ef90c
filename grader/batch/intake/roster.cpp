#include "grader/batch/submission.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include "common/model/table.h"
#include "grader/batch/csv.h"
#include "grader/batch/intake_tables.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

// Without case, and without what stands between them.
std::vector<std::string> words_of(std::string_view text) {
  std::string all = folded(text);
  std::ranges::replace_if(
      all, [](unsigned char c) { return c < 0x80 && std::isalnum(c) == 0; }, ' ');
  boost::trim(all);
  std::vector<std::string> words;
  boost::split(words, all, boost::is_any_of(" "), boost::token_compress_on);
  return words;
}

std::string letters_of(std::string_view text) {
  return fmt::format("{}", fmt::join(words_of(text), ""));
}

// The field of a column; empty: unknown.
std::string field_of(const CsvCell& title) {
  static const auto rows =
      model::read_table(kRosterTable, "grader/batch/intake/roster.table", {"field", "title"});
  const auto row = std::ranges::find(rows, letters_of(title.text), [](const model::Row& each) {
    return letters_of(each.text("title"));
  });
  return row == rows.end() ? "" : row->text("field");
}

}  // namespace

Roster::Roster(const fs::path& file) try : Roster(read_csv(read_file(file))) {
} catch (const std::runtime_error& error) {
  throw std::runtime_error(fmt::format("{}:{}", file.string(), error.what()));
}

Roster::Roster(const CsvTable& table) {
  std::vector<std::string> fields;
  for (const CsvCell& title : table.rows.empty() ? std::vector<CsvCell>() : table.rows[0]) {
    fields.push_back(field_of(title));
  }
  if (std::ranges::all_of(fields, &std::string::empty)) {
    throw std::runtime_error(
        "1: the first line must name the columns: id, login, e-mail, name, section, team");
  }
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    Cells cells;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string text = boost::trim_copy_if(plain_name(text_at(table.rows[row], i)),
                                                   boost::is_any_of(" #"));  // # is Brightspace's
      if (!text.empty()) {
        cells[fields[i]].push_back(text);
      }
    }
    add(std::move(cells), table.lines[row]);
  }
}

void Roster::add(Cells cells, int line) {
  const auto first = [&](const char* field) {
    return cells[field].empty() ? std::string() : cells[field][0];
  };
  if (cells["name"].empty()) {
    cells["name"] = {boost::trim_copy(first("first") + ' ' + first("last"))};
  }
  std::string key;
  for (const char* field : {"id", "login", "email", "name"}) {
    key = key.empty() ? first(field) : key;
  }
  if (key.empty() || key == "Points Possible") {  // an empty row, or Canvas' own
    return;
  }
  const auto same =
      std::ranges::find(people_, folded(key), [](const Person& each) { return folded(each.key); });
  if (same != people_.end() || !is_safe_name(key)) {
    throw std::runtime_error(fmt::format(
        "{}: {} {}", line, quoted_path(key),
        same == people_.end() ? "cannot name a student: use letters, digits and . _ -"
                              : fmt::format("is on line {} too; remove one", same->line)));
  }
  for (const char* field : {"id", "login", "email", "team"}) {
    for (const std::string& text : cells[field]) {
      with_[folded(text)].insert(people_.size());
      with_[folded(text.substr(0, text.find('@')))].insert(people_.size());
    }
  }
  std::vector<std::string> words = words_of(first("name"));
  for (std::size_t i = 0; i < words.size(); ++i) {
    with_[fmt::format(" {}", fmt::join(words, ""))].insert(people_.size());
    std::ranges::rotate(words, words.begin() + 1);
  }
  people_.push_back({key, first("team"), line});
}

std::vector<const Person*> Roster::meant_by(const std::vector<std::string>& words) const {
  for (const std::string& word : words) {
    for (const std::string& key : {folded(word), ' ' + letters_of(word)}) {
      const auto found = with_.find(key);
      if (word.empty() || found == with_.end()) {
        continue;
      }
      const std::string& team = people_[*found->second.begin()].team;
      const auto is_of_team = [&](std::size_t i) {
        return !team.empty() && people_[i].team == team;
      };
      std::vector<const Person*> meant;
      for (std::size_t i = 0; i < people_.size(); ++i) {
        if (found->second.contains(i) || is_of_team(i)) {
          meant.push_back(&people_[i]);
        }
      }
      if (found->second.size() == 1 || std::ranges::all_of(found->second, is_of_team)) {
        return meant;
      }
    }
  }
  return {};
}

}  // namespace gemmlab
