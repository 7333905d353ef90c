// How the code is laid out: its root, its folders, its files' sizes, and which way includes lead.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "grader/upkeep/checks.h"
#include "grader/upkeep/code.h"

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

constexpr int kMostFiles = 40;   // in one folder: more cannot be taken in at a glance
constexpr int kMostLines = 300;  // in one file

const std::set<std::string> kRoot{"LICENSE", "README.md", "common", "docs",        "gemmlab",
                                  "grader",  "labs",      "build",  "meson.build", "solutions"};

// Its rows name folders that exist, and rooms of rows above: so there is no circle of rooms.
Problems check_table(const Course& course, const std::vector<Room>& rooms) {
  Problems problems;
  std::set<std::string> above;
  for (const Room& room : rooms) {
    if (!fs::is_directory(course.root / room.folder)) {
      problems.push_back({kRoomsTable,
                          fmt::format("a row is about a folder, but there is no {}", room.folder),
                          "correct the row, or remove it"});
    }
    for (const std::string& name : room.may_include) {
      if (!above.contains(name)) {
        problems.push_back(
            {kRoomsTable,
             fmt::format("a row names rooms of rows above it, but {} names {}", room.folder, name),
             "correct the name, or the order of the rows"});
      }
    }
    above.insert(room.name());
  }
  return problems;
}

}  // namespace

Problems check_root(const Course& course) {
  Problems problems;
  for (const auto& entry : fs::directory_iterator(course.root)) {
    const std::string name = entry.path().filename().string();
    const bool is_ours = !name.starts_with('.') && !fs::exists(entry.path() / "meson-private");
    if (is_ours && !kRoot.contains(name) && !course.students_own(name)) {
      problems.push_back({name, fmt::format("the root holds {} alone", fmt::join(kRoot, ", ")),
                          "move it into the room that it belongs to, or remove it"});
    }
  }
  return problems;
}

Problems check_sizes(const Course& course) {
  Problems problems;
  std::map<fs::path, int> files_in;
  for (const fs::path& file : read_code(course).files) {
    if (!is_production(file)) {
      continue;
    }
    ++files_in[file.parent_path()];
    const std::string text = course.text(file);
    if (const auto lines = std::count(text.begin(), text.end(), '\n'); lines > kMostLines) {
      problems.push_back(
          {file, fmt::format("a file has at most {} lines, but this one has {}", kMostLines, lines),
           "split it by what its parts do, or say it once where it is said several times"});
    }
  }
  for (const auto& [folder, files] : files_in) {
    if (files > kMostFiles) {
      problems.push_back(
          {folder,
           fmt::format("a folder holds at most {} sources and headers, tests apart, but this one "
                       "holds {}",
                       kMostFiles, files),
           "give those that belong together a folder of their own"});
    }
  }
  return problems;
}

Problems check_circles(const Course& course) {
  const Units units = units_of(read_code(course));
  Problems problems;
  std::set<std::string> named;
  for (const auto& [unit, includes] : units) {
    const auto circle =
        named.contains(unit) ? std::vector<std::string>{} : circle_through(units, unit);
    if (!circle.empty()) {
      named.insert(circle.begin(), circle.end());
      problems.push_back(
          {unit,
           fmt::format("a header and its source include nothing that includes them, but {}",
                       fmt::join(circle, " -> ")),
           "move what both need into a header of its own, or into the lower of them"});
    }
  }
  return problems;
}

Problems check_arrows(const Course& course) {
  const std::vector<Room> rooms = read_rooms(course);
  Problems problems = check_table(course, rooms);
  std::set<fs::path> homeless;
  const Code code = read_code(course);
  for (const fs::path& file : code.files) {
    const fs::path folder = *file.begin() / *std::next(file.begin());
    if (room_of(rooms, file) == nullptr && homeless.insert(folder).second) {
      problems.push_back({folder,
                          fmt::format("every folder of code has its row in {}", kRoomsTable),
                          "add the row: what it is, and which rooms it may include"});
    }
  }
  for (const auto& [from, to, line] : code.includes) {
    const Room *room = room_of(rooms, from), *other = room_of(rooms, to);
    if (room != nullptr && other != nullptr && room != other && !room->may(other->name())) {
      problems.push_back(
          {from,
           fmt::format("{} may include {}, but line {} includes {}", room->folder,
                       room->may_include.empty()
                           ? "no other room"
                           : fmt::format("{}", fmt::join(room->may_include, ", ")),
                       line, to.string()),
           fmt::format("move what it needs into a room that both may include; {} says which",
                       kRoomsTable)});
    }
  }
  return problems;
}

}  // namespace gemmlab
