// The people of a class: a table that the course keeps, or that a platform exports.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "grader/batch/csv.h"
#include "grader/batch/intake/names.h"

namespace gemmlab {

struct Person {
  std::string key;  // what tables and files call the student: id, else login, e-mail or name
  std::string team;
  int line = 0;  // in the file
};

class Roster {
 public:
  Roster() = default;

  // Columns as in roster.table, in any order. Throws std::runtime_error that names the line (and
  // the file): no column is known, a name is no safe one, two have one id.
  explicit Roster(const CsvTable& table);
  explicit Roster(const fs::path& file);

  const std::vector<Person>& people() const { return people_; }

  // Who is meant by the first word that is one person's, or one team's; with all of the team. A
  // word is an id, login, e-mail, their part before @, team; or else a name in any order.
  std::vector<const Person*> meant_by(const std::vector<std::string>& words) const;

 private:
  using Cells = std::map<std::string, std::vector<std::string>>;  // by field
  void add(Cells cells, int line);

  std::vector<Person> people_;
  std::map<std::string, std::set<std::size_t>> with_;  // the people that have a word
};

}  // namespace gemmlab
