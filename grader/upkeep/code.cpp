#include "grader/upkeep/code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <sstream>

namespace gemmlab {
namespace {

namespace fs = std::filesystem;

bool is_below(const std::string& folder, const fs::path& file) {
  return file.string().starts_with(folder + "/");
}

bool is_unit_test(const fs::path& file) {
  const std::string stem = file.stem().string();
  return stem.ends_with("_test") || stem.ends_with("_benchmark") || stem.starts_with("sample_");
}

// The text between the quotes of an #include; empty if the line is not one.
std::string included_in(const std::string& line) {
  constexpr std::string_view kInclude = "#include \"";
  return line.starts_with(kInclude)
             ? line.substr(kInclude.size(), line.rfind('"') - kInclude.size())
             : "";
}

// The rooms that each room's files include.
using Arrows = std::map<std::string, std::set<std::string>>;

Arrows arrows_of(const Course& course, const std::vector<Room>& rooms) {
  Arrows arrows;
  for (const Include& include : read_code(course).includes) {
    const Room* from = room_of(rooms, include.from);
    const Room* to = room_of(rooms, include.to);
    if (from != nullptr && to != nullptr && from != to) {
      arrows[from->name()].insert(to->name());
    }
  }
  return arrows;
}

// Whether arrows lead from one room to the other, possibly through others except `passed`, which
// grows: wrong arrows may form a circle.
bool leads_to(const Arrows& arrows, const std::string& from, const std::string& to,
              std::set<std::string>& passed) {
  const auto next = arrows.find(from);
  return next != arrows.end() && passed.insert(from).second &&
         std::ranges::any_of(next->second, [&](const std::string& room) {
           return room == to || leads_to(arrows, room, to, passed);
         });
}

}  // namespace

std::vector<Room> read_rooms(const Course& course) {
  std::vector<Room> rooms;
  std::istringstream lines(course.text(kRoomsTable));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Room room;
    std::string may_include;
    if (!(words >> room.folder >> may_include) || room.folder.starts_with('#')) {
      continue;
    }
    std::getline(words >> std::ws, room.what);
    std::istringstream names(may_include == "-" ? "" : may_include);
    for (std::string name; std::getline(names, name, ',');) {
      room.may_include.push_back(name);
    }
    rooms.push_back(room);
  }
  return rooms;
}

const Room* room_of(const std::vector<Room>& rooms, const fs::path& file) {
  const auto room =
      std::ranges::find_if(rooms, [&](const Room& each) { return is_below(each.folder, file); });
  return room == rooms.end() ? nullptr : &*room;
}

Code read_code(const Course& course) {
  Code code;
  const std::vector<fs::path> all = course.files({".cpp", ".h"});
  std::ranges::copy_if(all, std::back_inserter(code.files), [](const fs::path& file) {
    return (is_below("common", file) || is_below("grader", file)) &&
           !is_below("grader/mutants", file) && !is_unit_test(file);
  });
  const std::set<fs::path> known(code.files.begin(), code.files.end());
  for (const fs::path& file : code.files) {
    std::istringstream lines(course.text(file));
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const fs::path name = included_in(line);
      for (const fs::path& to : {name, file.parent_path() / name, "common/include" / name}) {
        if (!name.empty() && known.contains(to)) {
          code.includes.push_back({file, to, number});
          break;
        }
      }
    }
  }
  return code;
}

bool is_production(const fs::path& file) {
  static const std::set<fs::path> for_tests{"attacks", "fuzz", "mutants", "stand_in", "tests"};
  return !is_unit_test(file) &&
         std::ranges::none_of(file, [](const fs::path& part) { return for_tests.contains(part); });
}

Units units_of(const Code& code) {
  const auto unit = [](fs::path file) { return file.replace_extension().string(); };
  Units units;
  for (const Include& include : code.includes) {
    if (is_production(include.from) && unit(include.from) != unit(include.to)) {
      units[unit(include.from)].insert(unit(include.to));
    }
  }
  return units;
}

std::vector<std::string> circle_through(const Units& units, const std::string& unit) {
  std::map<std::string, std::string> reached_from;
  std::deque<std::string> next{unit};
  while (!next.empty() && !reached_from.contains(unit)) {
    const std::string from = next.front();
    next.pop_front();
    for (const std::string& to : units.contains(from) ? units.at(from) : Units::mapped_type()) {
      if (reached_from.try_emplace(to, from).second) {
        next.push_back(to);
      }
    }
  }
  if (!reached_from.contains(unit)) {
    return {};
  }
  std::vector<std::string> circle{unit};
  do {
    circle.insert(circle.begin(), reached_from.at(circle.front()));
  } while (circle.front() != unit);
  return circle;
}

std::string picture_of_rooms(const Course& course) {
  const std::vector<Room> rooms = read_rooms(course);
  Arrows arrows = arrows_of(course, rooms);
  std::string picture = "```mermaid\nflowchart TD\n";
  std::string table = "| room | what it is | includes |\n|---|---|---|\n";
  for (auto room = rooms.rbegin(); room != rooms.rend(); ++room) {
    const std::set<std::string>& to = arrows[room->name()];
    std::set<std::string> drawn = to;
    std::erase_if(drawn, [&](const std::string& far) {
      return std::ranges::any_of(to, [&](const std::string& near) {
        std::set<std::string> passed{room->name()};
        return near != far && leads_to(arrows, near, far, passed);
      });
    });
    if (!drawn.empty()) {
      picture += fmt::format("  {} --> {}\n", room->name(), fmt::join(drawn, " & "));
    }
    table += fmt::format("| [{0}/](../{0}/) | {1} | {2} |\n", room->folder, room->what,
                         fmt::join(to, ", "));
  }
  return picture + "```\n\n" + table;
}

}  // namespace gemmlab
