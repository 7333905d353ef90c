// The project's C++ as seen through its includes: rooms, and who includes whom.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/upkeep/course.h"

namespace gemmlab {

inline constexpr const char* kRoomsTable = "grader/upkeep/rooms.table";

// A folder with everything below it; a row of rooms.table.
struct Room {
  std::string folder;                    // "grader/judge"
  std::vector<std::string> may_include;  // names of other rooms
  std::string what;                      // a description: half a sentence

  std::string name() const { return std::filesystem::path(folder).filename(); }  // "judge"
  bool may(const std::string& room) const {
    return std::ranges::find(may_include, room) != may_include.end();
  }
};

// From the bottom up; none if there is no table.
std::vector<Room> read_rooms(const Course& course);

// The room that contains a file; null if none.
const Room* room_of(const std::vector<Room>& rooms, const std::filesystem::path& file);

struct Include {
  std::filesystem::path from, to;  // relative to the root
  int line = 0;
};

// Sources and headers below common/ and grader/, and their includes. Without mutants, unit tests,
// and files used only by these.
struct Code {
  std::vector<std::filesystem::path> files;
  std::vector<Include> includes;
};
Code read_code(const Course& course);

// Whether the project relies on a file: files that only run in tests may be longer.
bool is_production(const std::filesystem::path& file);

// For each unit, a header with its source ("grader/core/score"), the units it includes.
using Units = std::map<std::string, std::set<std::string>>;
Units units_of(const Code& code);

// The shortest path of includes from a unit back to itself: "a", "b", "a". Empty if there is none.
std::vector<std::string> circle_through(const Units& units, const std::string& unit);

// The rooms as a Markdown picture and a table: an arrow leads to an included room, unless a longer
// path leads there too.
std::string picture_of_rooms(const Course& course);

}  // namespace gemmlab
