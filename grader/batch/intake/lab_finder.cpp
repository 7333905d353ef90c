#include "grader/batch/submission.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>

#include "grader/core/pattern.h"
#include "grader/core/source/source_text.h"

namespace gemmlab {
namespace {

constexpr const char* kContract = "matmul";  // what every lab's file defines

// The project's own rooms, with files of labs that no student wrote.
constexpr std::array<std::string_view, 5> kRooms{"common", "docs", "grader", "reference",
                                                 "solutions"};

// The one rule for what people and systems make of a name: "01 - CPU Loop (1)" is 01_cpu_loop_1.
std::string plain(std::string_view name) {
  std::string out;
  for (const unsigned char c : name) {
    if (std::isalnum(c) != 0 || c >= 0x80) {
      out += char(std::tolower(c));
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  return out.substr(0, out.find_last_not_of('_') + 1);
}

// Without what systems add to a copy's name: kernel_2, kernel_copy_2.
std::string without_number(const std::string& plain_name) {
  static const Pattern copy(R"((.+?)(?:_copy)?(?:_\d+)?)");
  const auto match = copy.match(plain_name);
  return match ? (*match)[1] : plain_name;
}

std::string stem_of(const fs::path& file) {
  return plain(file.stem().string());
}

std::string extension_of(const fs::path& file) {
  return plain(file.extension().string());
}

// As parts_of, with the file's name as before a mailer or an editor appended .txt.
std::vector<std::string> names_of(const std::string& path) {
  std::vector<std::string> names = parts_of(path);
  if (!names.empty() && extension_of(names.back()) == "txt") {
    const std::string before = fs::path(names.back()).stem();
    names.back() = extension_of(before).empty() ? names.back() : before;
  }
  return names;
}

// Those of its code, and its first comment as one.
std::set<std::string> words_in(const std::string& text) {
  std::string code = without_comments(text);
  std::ranges::replace_if(
      code, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, ' ');
  std::set<std::string> words;
  boost::split(words, code, boost::is_any_of(" "), boost::token_compress_on);
  words.erase("");
  if (const std::size_t comment = text.find("//"); comment != text.npos) {
    words.insert(text.substr(comment, text.find('\n', comment) - comment));
  }
  return words;
}

}  // namespace

std::vector<std::string> parts_of(const std::string& path) {
  std::vector<std::string> parts;
  boost::split(parts, path, boost::is_any_of("/\\"));
  std::erase_if(parts, [](const std::string& part) { return part.empty() || part == "."; });
  return parts;
}

LabFinder::LabFinder(const std::vector<Lab>& labs,
                     const std::map<std::string, std::string>& skeletons) {
  static const Pattern kernel(R"(__global__\s+void\s+(\w+))");
  std::map<std::string, int> labs_with;  // by word
  for (const Lab& lab : labs) {
    Known known{lab, stem_of(lab.file), extension_of(lab.file)};
    const std::string number = lab.id.substr(lab.id.starts_with('0') ? 1 : 0);
    for (const std::string& name : {lab.id, number, lab.name, lab.slug()}) {
      for (const char* before : {"", "lab", "lab_"}) {
        known.names.merge(std::set{before + name, before + name + '_' + known.stem});
      }
    }
    if (const auto text = skeletons.find(lab.id); text != skeletons.end()) {
      known.skeleton = without_comments(text->second);
      for (const std::string& word : words_in(text->second)) {
        known.weights[word] = word.starts_with("//") ? 100 : 1;
        ++labs_with[word];
      }
      for (const Match& match : kernel.all_in(text->second)) {
        known.weights[match[1]] = 1000;
      }
    }
    known_.push_back(std::move(known));
  }
  for (Known& known : known_) {
    std::erase_if(known.weights, [&](const auto& word) { return labs_with[word.first] > 1; });
  }
}

const LabFinder::Known* LabFinder::named(const std::string& part) const {
  for (const std::string& name : {plain(part), without_number(plain(part))}) {
    for (const Known& known : known_) {
      if (known.names.contains(name)) {
        return &known;
      }
    }
  }
  return nullptr;
}

const LabFinder::Known* LabFinder::beginning_of(const std::string& file) const {
  for (const Known& known : known_) {
    for (const std::string& name : known.names) {
      const bool has_letter =
          std::ranges::any_of(name, [](unsigned char c) { return std::isalpha(c); });
      if (has_letter && file.starts_with(name + '_') && std::isalpha(file[name.size() + 1])) {
        return &known;
      }
    }
  }
  return nullptr;
}

LabFinder::Find LabFinder::recognised(const std::string& extension,
                                      const std::set<std::string>& words,
                                      const std::set<std::string>& wanted, Find find) const {
  int most = 0, fitting = 0;
  Find best = find;
  for (const Known& known : known_) {
    if (known.extension != extension) {
      continue;
    }
    find.lab = &known.lab;  // the only one, if no other follows
    if (wanted == std::set{known.lab.id}) {
      return find;
    }
    ++fitting;
    int score = 0, greatest = 0;
    std::string found;
    for (const auto& [word, weight] : known.weights) {
      if (words.contains(word)) {
        score += weight;
        found = weight > greatest ? word : found;
        greatest = std::max(greatest, weight);
      }
    }
    if (score >= most) {
      best = score > most ? Find{&known.lab, find.rank, found} : Find{};
      most = score;
    }
  }
  return fitting == 1 ? find : best;
}

std::string LabFinder::room_of(const std::string& path) {
  const std::vector<std::string> parts = parts_of(path);
  const auto room = std::ranges::find_first_of(parts, kRooms);
  return room == parts.end() ? "" : fmt::format("{}", fmt::join(parts.begin(), room + 1, "/"));
}

bool LabFinder::may_find(const std::string& path) const {
  const std::vector<std::string> parts = names_of(path);
  return !parts.empty() && room_of(path).empty() &&
         std::ranges::find(known_, extension_of(parts.back()), &Known::extension) != known_.end();
}

LabFinder::Find LabFinder::find(const std::string& path, const std::string& text,
                                const std::set<std::string>& wanted) const {
  std::vector<std::string> parts = names_of(path);
  const std::string extension = extension_of(parts.back());
  parts.back() = fs::path(parts.back()).stem();
  const bool is_in_labs = std::find(parts.begin(), parts.end() - 1, "labs") != parts.end() - 1;
  const bool is_bare =
      std::ranges::find(known_, without_number(plain(parts.back())), &Known::stem) != known_.end();
  const std::set<std::string> words = words_in(text);
  const bool is_likely = is_bare || words.contains(kContract);
  const std::string guess = is_bare ? "" : kContract;
  // Ranks: in labs/, elsewhere, in no folder of a lab, only by its text; and 1 deeper in a lab's.
  const Known* const begun = beginning_of(plain(parts.back()));
  if (begun != nullptr && begun->extension == extension && named(parts.back()) == nullptr) {
    return {&begun->lab, 2};
  }
  for (std::size_t depth = 0; depth < parts.size(); ++depth) {
    if (const Known* lab = named(parts[parts.size() - 1 - depth])) {
      const bool is_named = depth == 0 || is_bare;
      return lab->extension != extension || !(is_named || is_likely) ? Find{}
             : is_named ? Find{&lab->lab, (is_in_labs ? 0 : 2) + (depth > 1 ? 1 : 0)}
                        : Find{&lab->lab, 5, guess};
    }
  }
  for (const Known& known : known_) {
    if (known.extension == extension && is_unchanged(known.lab, text)) {
      return {&known.lab, is_bare ? 4 : 5, guess};
    }
  }
  return is_likely ? recognised(extension, words, wanted, {nullptr, is_bare ? 4 : 5, guess})
                   : Find{};
}

bool LabFinder::is_unchanged(const Lab& lab, const std::string& text) const {
  const auto is_it = [&](const Known& known) {
    return known.lab.id == lab.id && known.skeleton == without_comments(text);
  };
  return std::ranges::any_of(known_, is_it);
}

}  // namespace gemmlab
