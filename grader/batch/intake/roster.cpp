#include "grader/batch/intake/roster.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>

#include "common/facts/text_table.h"
#include "grader/batch/csv.h"
#include "grader/batch/intake_tables.h"
#include "grader/core/foreign_text.h"
#include "grader/core/pattern.h"
#include "grader/core/read_file.h"

namespace gemmlab {
namespace {

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
      read_table(kRosterTable, "grader/batch/intake/roster.table", {"field", "title"});
  const auto row = std::ranges::find(
      rows, letters_of(title), [](const TableRow& each) { return letters_of(each.text("title")); });
  return row == rows.end() ? "" : row->text("field");
}

// Moodle's number at the end of "Participant 12", which its folders have too.
std::string participant(const std::string& text) {
  return "participant " + text.substr(text.find_last_not_of("0123456789") + 1);
}

}  // namespace

Roster::Roster(const fs::path& file) try : Roster(read_csv(read_file(file))) {
  for (std::string& note : notes_) {
    note = fmt::format("{}:{}", file.filename().string(), note);
  }
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
    bool is_text = true;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string cell = text_at(table.rows[row], i), valid = valid_utf8(cell);
      const std::string text = boost::trim_copy_if(plain_name(valid),
                                                   boost::is_any_of(" #"));  // # is Brightspace's
      is_text = is_text && (valid == cell || fields[i].empty());
      if (!text.empty()) {
        cells[fields[i]].push_back(text);
      }
    }
    add(std::move(cells), is_text, table.lines[row]);
  }
  if (!people_.empty() && bad_rows_ == people_.size()) {
    throw std::runtime_error(notes_[0]);  // not a row is wrong, but the table
  }
}

// What the person of a row is called: the first of these that can name a student. Empty: the row is
// nobody's.
std::string Roster::key_for(Cells& cells, bool is_text, const std::string& place) {
  std::string first, key;
  for (const char* field : {"id", "login", "email", "name", "participant"}) {
    const std::string text = cells[field].empty() ? "" : cells[field][0];
    const bool is_shared = field == std::string("name") && !cells["participant"].empty();
    const std::string own =
        is_shared ? fmt::format("{} ({})", text, cells["participant"][0]) : text;
    first = first.empty() ? text : first;
    key = key.empty() && !text.empty() ? safe_name_for(own) : key;
  }
  if (first.empty() || first == "Points Possible") {  // an empty row, or Canvas' own
    return "";
  }
  const bool is_bad = safe_name_for(first).empty();
  if (key.empty() || (is_bad && with_key(key) != nullptr)) {
    key = "unnamed-" + sha256(first).substr(0, 8);
  }
  if (is_bad) {
    ++bad_rows_;
    notes_.push_back(
        fmt::format("{}: {} cannot name a student: use letters, digits and . _ -; until then this "
                    "person is called {}",
                    place, quoted_path(first), key));
  } else if (!is_text) {
    ++bad_rows_;
    notes_.push_back(fmt::format(
        "{}: this row is not UTF-8, so that a name in it may match no hand-in: export it as UTF-8",
        place));
  }
  return key;
}

const Person* Roster::with_key(const std::string& key) const {
  const auto same =
      std::ranges::find(people_, folded(key), [](const Person& each) { return folded(each.key); });
  return same == people_.end() ? nullptr : &*same;
}

// Whether a row before has that person. Throws if it has another person of that key.
bool Roster::is_known(const std::string& key, const Cells& cells, int line) {
  const Person* const same = with_key(key);
  if (same == nullptr) {
    return false;
  }
  const auto is_it = [&](const char* field, const std::string& text) {
    const auto own = cells.find(field);
    return own == cells.end() || own->second.empty() || own->second[0].empty() || text.empty() ||
           folded(own->second[0]) == folded(text);
  };
  const std::string text =
      fmt::format("{}: {} is on line {} too", line, quoted_path(key), same->line);
  if (!is_it("name", same->name) || !is_it("email", same->email) || !is_it("team", same->team)) {
    throw std::runtime_error(text + "; remove one");
  }
  notes_.push_back(text + ", and counts once");
  return true;
}

void Roster::add(Cells cells, bool is_text, int line) {
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
  const std::string key = key_for(cells, is_text, std::to_string(line));
  if (key.empty() || is_known(key, cells, line)) {
    return;
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

People Roster::people_named(const std::string& word, bool is_shared) const {
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
    people = people.empty() ? people_named(word) : people;
    if (people.empty() && dash != word.npos && groups_.contains(folded(word.substr(0, dash)))) {
      people = people_named(word.substr(dash + 1));
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

std::string shown_people(const People& people) {
  std::vector<std::string> words;
  for (const Person* person : people) {
    words.push_back(person->key +
                    (person->email.empty() ? "" : fmt::format(" ({})", shown_name(person->email))));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace gemmlab
