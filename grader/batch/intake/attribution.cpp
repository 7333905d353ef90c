// Whose each entry of a class's folder is, and what is open while that is not certain.
#include <fmt/ranges.h>

#include "grader/batch/submission.h"
#include "grader/core/read_file.h"
#include "grader/report/words/sentences.h"

namespace gemmlab {
namespace {

constexpr std::size_t kDigits = 8;  // of a SHA-256 in a name

std::string entry_of(const SubmissionSource& source) {
  return source.parts[0].path.filename();
}

template <typename... Arguments>
std::string why_open_hand_in(const char* row, const std::string& entry,
                             const Arguments&... arguments) {
  return filled("open_hand_in", row, fmt::arg("entry", quoted_path(entry)), arguments...);
}

// Calls a source that nobody in the roster has as its entry does, if that can name a student.
void call_by_entry(SubmissionSource& source, SubmissionList& list) {
  const HandIn& part = source.parts[0];
  const std::string plain = plain_name(part.student), entry = entry_of(source);
  source.student = safe_name_for(plain);
  if (source.student.empty()) {
    source.student = "unnamed-" + sha256(part.student).substr(0, kDigits);
    source.problem = why_open_hand_in("name", entry, fmt::arg("bytes", kMaxNameBytes));
    list.open.push_back({source.problem});
    return;
  }
  if (!part.platform.empty() || source.student != plain) {
    source.who.name = plain;
  }
  if (list.roster.with_key(source.student) != nullptr) {  // who is somebody else
    source.student += '-' + sha256(entry).substr(0, kDigits);
  }
  if (has_hidden_characters(part.student)) {
    list.notes.push_back(
        fmt::format("{} has characters that cannot be seen; its student is called {}",
                    quoted_path(entry), quoted_path(source.student)));
  }
}

// What is nobody's in the roster, or of one of several.
void leave_unlisted(const SubmissionSource& source, SubmissionList& list) {
  const std::string entry = entry_of(source);
  const People same = list.roster.sharing(plain_name(source.parts[0].student));
  if (!same.empty()) {
    OpenHandIn open{why_open_hand_in("shared", entry, fmt::arg("people", shown_people(same)))};
    std::ranges::transform(same, std::inserter(open.may_be_of, open.may_be_of.end()),
                           [](const Person* person) { return person->key; });
    list.open.push_back(std::move(open));
  } else if (!list.roster.people().empty() && source.problem.empty()) {
    list.open.push_back({why_open_hand_in("nobody", entry)});
  }
}

// Adds a row for each of a team's people. Returns who handed in, and by which entry.
std::map<const Person*, std::string> find_owners(SubmissionList& list) {
  std::vector<SubmissionSource> known;
  std::map<const Person*, std::string> handed_in;
  for (SubmissionSource& source : list.sources) {
    const std::string entry = quoted_path(entry_of(source));
    const People people = list.roster.owners(source.parts[0]);
    for (const Person* person : people) {
      const auto [other, is_first] = handed_in.try_emplace(person, entry);
      if (!is_first && !person->team.empty()) {
        throw std::runtime_error(fmt::format(
            "{}: two hand-ins of the team {}, {} and {}. A team hands in once: remove one of them; "
            "or, if the column is not about teams, call it section",
            quoted_path(person->key), quoted_path(person->team), other->second, entry));
      }
      known.push_back(source);
      known.back().student = person->key;
      known.back().who = *person;
    }
    if (people.empty()) {
      call_by_entry(source, list);
      leave_unlisted(source, list);
      known.push_back(source);
    }
  }
  list.sources = std::move(known);
  return handed_in;
}

void add_absent(const std::map<const Person*, std::string>& handed_in, SubmissionList& list) {
  std::set<std::string> unclear;  // who may have handed in what has their name
  for (const OpenHandIn& open : list.open) {
    unclear.insert(open.may_be_of.begin(), open.may_be_of.end());
  }
  for (const Person& person : list.roster.people()) {
    if (!handed_in.contains(&person)) {
      SubmissionSource& source = list.sources.emplace_back();
      source.student = person.key;
      source.who = person;
      if (unclear.contains(person.key) || person.is_handed_in) {
        source.open = {{"", unclear.contains(person.key) ? LeftOutReason::shared_name
                                                         : LeftOutReason::not_in_folder}};
      }
    }
    if (!person.extension.empty()) {
      list.notes.push_back(fmt::format(
          "{} {} has an extension in the roster; it counts for labs without one in course.toml",
          person.key, shown_name(person.name)));
    }
  }
}

// Namesakes of a platform have its numbers behind their names; other sources of one person, however
// the name is spelled, a problem.
void tell_apart(SubmissionList& list) {
  std::map<std::pair<bool, std::string>, std::vector<SubmissionSource*>> by_name;
  for (SubmissionSource& source : list.sources) {
    if (!source.parts.empty() && source.problem.empty()) {
      const bool is_listed = !source.who.key.empty();
      const std::string plain = plain_name(source.parts[0].student);
      by_name[{is_listed, is_listed ? source.student : spelling_of(plain)}].push_back(&source);
    }
  }
  for (const auto& [name, shared] : by_name) {
    std::set<std::string> ids;
    std::vector<std::string> entries;
    for (const SubmissionSource* each : shared) {
      ids.insert(each->parts[0].id);
      entries.push_back(quoted_path(entry_of(*each)));
    }
    const bool are_namesakes = !name.first && ids.size() == shared.size() && !ids.contains("");
    for (SubmissionSource* each : shared) {
      if (shared.size() > 1 && are_namesakes) {
        each->student += fmt::format(" ({})", each->parts[0].id);
      } else if (shared.size() > 1) {
        each->problem = filled("open_hand_in", "another");
      }
    }
    if (shared.size() > 1 && !are_namesakes) {
      list.open.push_back(
          {filled("open_hand_in", "twice",
                  fmt::arg("entries", fmt::format("{}", fmt::join(entries, " and "))),
                  fmt::arg("student", shared[0]->student))});
    }
  }
}

}  // namespace

void attribute(SubmissionList& list) {
  list.notes.insert(list.notes.end(), list.roster.notes().begin(), list.roster.notes().end());
  add_absent(find_owners(list), list);
  tell_apart(list);
  for (SubmissionSource& source : list.sources) {
    const auto is_fine = [](const HandIn& part) { return part.problem.empty(); };
    if (!source.parts.empty() && std::ranges::none_of(source.parts, is_fine)) {
      list.open.push_back({source.parts[0].problem});
    }
    if (!source.who.time.empty()) {
      source.times[""] = source.who.time;
    }
  }
  for (const LeftOut& left : list.left_out) {
    if (left.reason == LeftOutReason::no_hand_in) {
      list.open.push_back({why_open_hand_in("left_out", left.path)});
    }
  }
  std::ranges::sort(list.sources, {}, &SubmissionSource::student);
}

void keep_open(SubmissionList& list) {
  for (SubmissionSource& source : list.sources) {
    const bool may_be_theirs = std::ranges::any_of(list.open, [&](const OpenHandIn& open) {
      return open.may_be_of.empty() || open.may_be_of.contains(source.student);
    });
    if (may_be_theirs && source.open.empty()) {
      source.open = {{"", LeftOutReason::unclear}};
    }
  }
}

}  // namespace gemmlab
