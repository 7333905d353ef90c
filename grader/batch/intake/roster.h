// A table of the class's people that the course keeps, or that a platform exports.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "grader/batch/csv.h"
#include "grader/batch/intake/names.h"

namespace gemmlab {

struct Person {
  std::string key;   // what tables and files call the student: id, else login, e-mail or name
  std::string name;  // if it is known
  std::string email;
  std::string team;  // its people hand in once
  // As Moodle's grading worksheet says. Times are ISO 8601; empty: unknown, or none.
  std::string time = {};         // of the hand-in
  std::string extension = {};    // until when
  std::string participant = {};  // the number in the names of its folders
  bool is_handed_in = false;
  int line = 0;  // in the file
};

using People = std::vector<const Person*>;

class Roster {
 public:
  Roster() = default;

  // Columns as in roster.table, in any order. A row that cannot be used as it is, is in `notes`.
  // Throws std::runtime_error that names the line (and the file): no column is known, no row can be
  // used, two people have one id, a time is none.
  explicit Roster(const CsvTable& table);
  explicit Roster(const fs::path& file);

  const std::vector<Person>& people() const { return people_; }

  // Of rows with something wrong in them: where, what, and how that person is called here.
  const std::vector<std::string>& notes() const { return notes_; }

  // Whether it is Moodle's grading worksheet, which returns to Moodle with grades.
  bool is_worksheet() const { return is_worksheet_; }

  // Null: nobody is called so in tables.
  const Person* with_key(const std::string& key) const;

  // Who is called by the first word that calls one person, or else a team or group. A word is an
  // id, login, e-mail, their part before @, Moodle's "Participant 12", a name in any order, or a
  // name after a group's, "Tutorial A-Jo Li".
  People called(const std::vector<std::string>& words) const;

  // The people who have one id or name, if there are several: it means none of them.
  People sharing(const std::string& word) const { return people_named(word, true); }

  // Whose a hand-in is: of the one who is called so, with the rest of the team.
  People owners(const HandIn& part) const;

 private:
  using Cells = std::map<std::string, std::vector<std::string>>;  // by field
  void add(Cells cells, bool is_text, int line);
  std::string key_for(Cells& cells, bool is_text, const std::string& place);
  bool is_known(const std::string& key, const Cells& cells, int line);
  People people_named(const std::string& word, bool is_shared = false) const;

  std::vector<Person> people_;
  std::vector<std::string> notes_;
  std::size_t bad_rows_ = 0;
  bool is_worksheet_ = false;
  std::map<std::string, std::set<std::size_t>> with_, groups_;  // the people that have a word
};

// "k1 (ann@uni.edu), k2 (bo@uni.edu)"
std::string shown_people(const People& people);

}  // namespace gemmlab
