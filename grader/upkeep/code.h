// The project's C++ as its includes tell it: rooms, who includes whom, and which headers are not
// yet known to compile by themselves.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grader/compile/toolchain.h"
#include "grader/upkeep/course.h"

namespace gemmlab {

inline constexpr const char* kRoomsTable = "grader/upkeep/rooms.table";

// A folder with all that lies below it; a row of rooms.table.
struct Room {
  std::string folder;                    // "grader/judge"
  std::vector<std::string> may_include;  // names of other rooms
  std::string what;                      // it is: half a sentence

  std::string name() const { return std::filesystem::path(folder).filename(); }  // "judge"
  bool may(const std::string& room) const {
    return std::ranges::find(may_include, room) != may_include.end();
  }
};

// From the ground up; none if there is no table.
std::vector<Room> read_rooms(const Course& course);

// The room that a file lies in; null if none.
const Room* room_of(const std::vector<Room>& rooms, const std::filesystem::path& file);

struct Include {
  std::filesystem::path from, to;  // relative to the root
  int line = 0;
};

// Sources and headers below common/ and grader/, and which of these include which. Mutants are left
// out, unit tests, and what only these use.
struct Code {
  std::vector<std::filesystem::path> files;
  std::vector<Include> includes;
};
Code read_code(const Course& course);

// Whether the project's promises rest on a file: what runs in tests alone may be longer.
bool is_production(const std::filesystem::path& file);

// By unit, a header with its source ("grader/core/score"), those that it includes.
using Units = std::map<std::string, std::set<std::string>>;
Units units_of(const Code& code);

// The shortest way along includes from a unit back to itself: "a", "b", "a". Empty if there is
// none.
std::vector<std::string> circle_through(const Units& units, const std::string& unit);

// The rooms as a Markdown picture and a table: an arrow leads to a room that is included, unless
// longer ways lead there too.
std::string picture_of_rooms(const Course& course);

// The headers of common/ and grader/ but those that a compiled file includes before anything else,
// which proves that they need nothing before them. `compiled` is the build's list of what it
// compiles, compile_commands.json.
std::vector<std::filesystem::path> headers_to_compile(const Course& course,
                                                      const std::string& compiled);

// The command that compiles a header of headers_to_compile alone, where the root is the working
// directory; empty if its compiler is not here. Stand-ins for CUDA's headers are read as lab files
// read them, after cuda_runtime.h.
std::vector<std::string> command_for_header(const std::filesystem::path& header,
                                            const Toolchain& tools);

}  // namespace gemmlab
