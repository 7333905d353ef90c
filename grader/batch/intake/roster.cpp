#include "grader/batch/submission.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include "common/model/table.h"
#include "grader/batch/csv.h"
#include "grader/batch/intake_tables.h"
#include "grader/core/pattern.h"
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

// At those signs, without blanks around; whole if there are none.
std::vector<std::string> split_at(const std::string& text, const char* signs) {
  std::vector<std::string> parts;
  boost::split(parts, text, boost::is_any_of(signs));
  std::ranges::for_each(parts, [](std::string& part) { boost::trim(part); });
  return parts;
}

std::string letters_of(std::string_view text) {
  return fmt::format("{}", fmt::join(words_of(text), ""));
}

// The field of a column; empty: unknown.
std::string field_of(const std::string& title) {
  static const auto rows =
      model::read_table(kRosterTable, "grader/batch/intake/roster.table", {"field", "title"});
  const auto row = std::ranges::find(rows, letters_of(title), [](const model::Row& each) {
    return letters_of(each.text("title"));
  });
  return row == rows.end() ? "" : row->text("field");
}

// Moodle's number at the end of "Participant 12", which its folders have too.
std::string participant(const std::string& text) {
  return "participant " + text.substr(text.find_last_not_of("0123456789") + 1);
}

}  // namespace

Roster::Roster(const fs::path& file) try : Roster(read_csv(read_file(file))) {
} catch (const std::runtime_error& error) {
  throw std::runtime_error(fmt::format("{}:{}", file.string(), error.what()));
}

Roster::Roster(const CsvTable& table) {
  std::vector<std::string> fields;
  for (const std::string& title : table.rows.empty() ? CsvRow() : table.rows[0]) {
    fields.push_back(field_of(title));
  }
  if (std::ranges::all_of(fields, &std::string::empty)) {
    throw std::runtime_error(
        "1: the first line must name the columns: id, login, e-mail, name, section, team");
  }
  const auto has = [&](const char* field) { return std::ranges::count(fields, field) > 0; };
  is_worksheet_ = has("participant") && has("grade");
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
  static const Pattern of_moodle(R"(\D+ \d+)");
  if (!of_moodle.matches(first("participant"))) {
    std::ranges::move(cells["participant"], std::back_inserter(cells["id"]));
    cells["participant"].clear();
  }
  if (cells["name"].empty()) {
    cells["name"] = {boost::trim_copy(first("first") + ' ' + first("last"))};
  }
  std::string key;
  for (const char* field : {"id", "login", "email", "name", "participant"}) {
    key = key.empty() ? first(field) : key;
  }
  if (key.empty() || key == "Points Possible") {  // an empty row, or Canvas' own
    return;
  }
  if (key == first("name") && !first("participant").empty()) {
    key += fmt::format(" ({})", first("participant"));  // others may have this name
  }
  const auto same =
      std::ranges::find(people_, folded(key), [](const Person& each) { return folded(each.key); });
  if (same != people_.end() || !is_safe_name(key)) {
    throw std::runtime_error(fmt::format(
        "{}: {} {}", line, quoted_path(key),
        same == people_.end() ? "cannot name a student: use letters, digits and . _ -"
                              : fmt::format("is on line {} too; remove one", same->line)));
  }
  static const Pattern extended(R"(Extension granted until: ([^-]*\w))");
  const auto until = extended.first_in(first("status"));
  const auto time_in = [&](const std::string& text) {
    const std::string time = utc_of_moodle(text);
    if (time.empty() && Pattern(R"(\d)").is_in(text)) {
      throw std::runtime_error(
          fmt::format("{}: {} is not a time such as Friday, 30 January 2026, 1:10 PM: export it "
                      "from Moodle in English",
                      line, quoted_path(text)));
    }
    return time;
  };
  const std::string time = time_in(first("time"));
  const std::size_t number = people_.size();
  with_[folded(key)].insert(number);
  for (const char* field : {"id", "login", "email"}) {
    for (const std::string& text : cells[field]) {
      with_[folded(text)].insert(number);
      with_[folded(text.substr(0, text.find('@')))].insert(number);
    }
  }
  if (const std::string text = first("participant"); !text.empty()) {
    with_[participant(text)].insert(number);
  }
  for (const char* field : {"team", "group"}) {
    for (const std::string& text : cells[field]) {
      for (const std::string& group : split_at(text, field[0] == 'g' ? "," : "")) {
        groups_[folded(group)].insert(number);
      }
    }
  }
  std::vector<std::string> words = words_of(first("name"));
  for (std::size_t i = 0; i < words.size(); ++i) {
    with_[fmt::format(" {}", fmt::join(words, ""))].insert(number);
    std::rotate(words.begin(), words.begin() + 1, words.end());
  }
  people_.push_back({key, first("name"), first("email"), first("team"), time,
                     until ? time_in((*until)[1]) : "",
                     participant(first("participant")).substr(participant("").size()),
                     !time.empty() || first("status").starts_with("Submitted"), line});
}

People Roster::with(const std::string& word, bool is_shared) const {
  for (const auto& [words, key] : {std::pair{&with_, folded(word)},
                                   {&with_, ' ' + letters_of(word)},
                                   {&groups_, folded(word)}}) {
    const auto found = words->find(key);
    if (!word.empty() && key != " " && found != words->end() &&
        (words == &groups_ ? !is_shared : is_shared == (found->second.size() > 1))) {
      People people;
      std::ranges::transform(found->second, std::back_inserter(people),
                             [&](std::size_t i) { return &people_[i]; });
      return people;
    }
  }
  return {};
}

People Roster::called(const std::vector<std::string>& words) const {
  People people;
  for (const std::string& word : words) {
    const std::size_t dash = word.find('-');
    people = people.empty() ? with(word) : people;
    if (people.empty() && dash != word.npos && groups_.contains(folded(word.substr(0, dash)))) {
      people = with(word.substr(dash + 1));
    }
  }
  return people;
}

People Roster::owners(const HandIn& part) const {
  People people =
      called({plain_name(part.student), part.is_in_rosters ? part.id : participant(part.id)});
  const std::string team = people.size() == 1 ? people[0]->team : "";
  for (const Person& person : people_) {
    if (!team.empty() && person.team == team && &person != people[0]) {
      people.push_back(&person);
    }
  }
  return people;
}

}  // namespace gemmlab
