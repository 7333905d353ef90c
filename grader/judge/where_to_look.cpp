// The lines to look at, besides the place where a failure showed.
#include <sstream>

#include "grader/core/read_file.h"
#include "grader/judge/stages.h"
#include "grader/judge/where_to_look_table.h"

namespace gemmlab {
namespace {

using Lines = std::vector<int>;

constexpr std::size_t kMost = 6;  // of a check: more help nobody

Lines joined(Lines lines, const Lines& others) {
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

struct Search {
  const Check& check;  // with a fact
  const Candidate& candidate;
  const RunCounts& counts;
  const SourceLines& text;
  const int line = check.line().value_or(0);

  const Finding* finding() const { return std::get_if<Finding>(&*check.fact); }

  // Lines of the file with accesses of a kind; what runs on the host is not counted.
  Lines of(AccessCounts LineMetrics::*kind) const {
    Lines lines;
    for (const LineMetrics& each : counts.lines) {
      if ((each.*kind).requests > 0 && is_own_file(each.file, candidate.source)) {
        lines.push_back(each.line);
      }
    }
    return counts.lines.empty() ? text.with({"["}) : lines;
  }
  Lines products() const {
    const Lines shared = of(&LineMetrics::shared_load);
    return shared.empty() ? of(&LineMetrics::global_load) : shared;
  }

  // Also what guards these lines, and where their indices are computed.
  Lines and_causes(Lines lines) const {
    lines.resize(std::min(lines.size(), kMost));
    const Lines own = lines;
    for (const int each : own) {
      lines = joined(std::move(lines), text.guards_of(each));
    }
    for (const int each : own) {
      lines = joined(std::move(lines), text.computed_for(each));
    }
    return lines;
  }
  Lines end_of_round() const {
    const auto [here, there] = text.in_one_function(line, finding()->other.value_or(Place{}).line);
    return text.end_of_loop(here, there);
  }

  // That an access left; empty: none of the file's.
  std::string variable() const {
    const auto* const bad = std::get_if<BadAccess>(&finding()->fact);
    const auto* const at = bad != nullptr ? std::get_if<VariablePlace>(&bad->at) : nullptr;
    return at != nullptr ? at->variable : "";
  }

  // The declaration of a variable that is one for all threads.
  Lines one_for_all() const {
    const auto* const at = std::get_if<VariablePlace>(&std::get<Race>(finding()->fact).at);
    const bool is_single = at != nullptr && at->bytes <= sizeof(double);
    return is_single ? text.declaration_of(at->variable) : Lines();
  }

  // What matmul_host did for the matrix of the finding.
  Lines host_matrix() const {
    const auto* const unwritten = std::get_if<UnwrittenRead>(&finding()->fact);
    const auto* const bad = std::get_if<BadAccess>(&finding()->fact);
    const Target* const target = unwritten ? &unwritten->at : bad ? &bad->at : nullptr;
    const auto* const place = target ? std::get_if<BufferPlace>(target) : nullptr;
    const std::string matrix = place != nullptr ? place->buffer.matrix : "";
    const Lines lines = matrix.empty() ? Lines() : text.about_matrix(matrix[0] - 'a');
    return lines.empty() ? text.launch() : lines;
  }
};

struct Finder {
  std::string_view name;
  Lines (*find)(const Search& in);
};

constexpr Finder kFinders[] = {
    {"weak_barriers", [](const Search& in) { return in.text.weak_barriers(in.line); }},
    {"one_for_all", [](const Search& in) { return in.one_for_all(); }},
    {"indices", [](const Search& in) { return in.text.computed_for(in.line); }},
    {"own_indices", [](const Search& in) { return in.text.computed_for(in.line, in.variable()); }},
    {"block", [](const Search& in) { return in.text.block(); }},
    {"callers", [](const Search& in) { return in.text.callers(in.line); }},
    {"origins_of_indices",
     [](const Search& in) {
       Lines lines = in.text.computed_for(in.line, "", true);
       std::ranges::reverse(lines);
       return lines;
     }},
    {"launches", [](const Search& in) { return in.text.with({"<<<"}); }},
    {"extents", [](const Search& in) { return in.text.extents(in.line); }},
    {"arrays", [](const Search& in) { return in.text.with({"__shared__"}); }},
    {"statics", [](const Search& in) { return in.text.with({"static"}); }},
    {"sums", [](const Search& in) { return in.text.sums(); }},
    {"allocations", [](const Search& in) { return in.text.with({"cudaMalloc"}); }},
    {"guards", [](const Search& in) { return in.text.guards_of(in.line); }},
    {"end_of_round", [](const Search& in) { return in.end_of_round(); }},
    {"tile_stores", [](const Search& in) { return in.of(&LineMetrics::shared_store); }},
    {"loops", [](const Search& in) { return in.text.loops_around(in.line); }},
    {"never_freed", [](const Search& in) { return in.text.never_freed(); }},
    {"early_returns", [](const Search& in) { return in.text.early_returns(); }},
    {"launch_bounds", [](const Search& in) { return in.text.with({"__launch_bounds__"}); }},
    {"host_errors", [](const Search& in) { return in.text.about_errors(); }},
    {"host_launch", [](const Search& in) { return in.text.launch(); }},
    {"host_matrix", [](const Search& in) { return in.host_matrix(); }},
    {"stores", [](const Search& in) { return in.and_causes(in.of(&LineMetrics::global_store)); }},
    {"loads", [](const Search& in) { return in.and_causes(in.of(&LineMetrics::global_load)); }},
    {"products", [](const Search& in) { return in.products(); }},
    {"loops_of_products",
     [](const Search& in) {
       const Lines at = in.counts.lines.empty() ? in.text.sums() : in.products();
       return at.empty() ? Lines() : in.text.loops_around(at.front());
     }},
    {"rounding", [](const Search& in) { return in.text.rounding(); }},
};

template <typename Variant>
std::string kind_of(const Variant& of) {
  return std::visit([]<typename Each>(const Each&) { return std::string(fact_name<Each>()); }, of);
}

// A matrix of matmul's arguments is no buffer of the file's own.
std::string kind_of_place(const Target& at) {
  const auto* const place = std::get_if<BufferPlace>(&at);
  const bool is_argument = place != nullptr && place->buffer.ordinal == 0;
  return is_argument ? "matrix" : kind_of(at);
}

// The names under which the table may know a failure.
std::vector<std::string> names_of(const Check& check) {
  std::vector<std::string> names = {kind_of(check.fact->plain())};
  if (const auto* const fault = std::get_if<HostEntryFault>(&*check.fact)) {
    names = {std::string(name(fault->kind))};
  }
  if (const auto* const finding = std::get_if<Finding>(&*check.fact)) {
    const auto* const bad = std::get_if<BadAccess>(&finding->fact);
    const auto* const race = std::get_if<Race>(&finding->fact);
    const auto* const unwritten = std::get_if<UnwrittenRead>(&finding->fact);
    names = {kind_of(finding->fact.plain()),
             unwritten ? "unwritten_" + kind_of_place(unwritten->at) : "",
             bad ? std::string(name(bad->flaw)) : "", race ? std::string(name(race->cause)) : ""};
    names = check.kind == CheckKind::host_entry ? std::vector<std::string>{"in_host"} : names;
  }
  if (const auto* const missed = std::get_if<LimitMissed>(&*check.fact)) {
    names = {std::string(missed->row())};
  }
  if (const auto* const never = std::get_if<NeverWritten>(&*check.fact)) {
    names.push_back(never->never_launched ? "never_launched" : "");
  }
  if (const auto* const error = std::get_if<ApiError>(&*check.fact)) {
    const auto* const limit = std::get_if<BeyondLimit>(&error->cause);
    names.push_back(limit ? std::string(name(limit->limit)) : "");
  }
  if (check.cause && is_about_values(check.verdict)) {
    names.push_back(std::string(name_of(*check.cause)));
    names.push_back(std::visit(
        [](const auto& each) {
          if constexpr (requires { each.matrix; }) {
            return each.matrix == Matrix::c ? "in_c" : "in_operands";
          }
          return "";
        },
        check.cause->plain()));
  }
  return names;
}

// Whether the missing barrier belongs at the end of a round: there is one between the write and the
// read, but a thread in its next round writes. If a line is in a helper, where that is called
// tells.
void settle_round(const SourceLines& text, int line, int other, Race& race) {
  const auto [here, there] = text.in_one_function(line, other);
  const bool reads_here = race.access == Access::read;
  const int read = reads_here ? here : there, write = reads_here ? there : here;
  const bool is_between =
      std::ranges::any_of(text.with({"__syncthreads", "sync"}, here),
                          [=](int each) { return write <= each && each <= read; });
  const bool is_missing =
      race.cause == RaceCause::missing_barrier || race.cause == RaceCause::missing_warp_barrier;
  if (is_missing && is_between && race.access != Access::update &&
      !text.end_of_loop(here, there).empty()) {
    race.cause = RaceCause::missing_barrier_after_reads;
  }
}

// The words of each row.
std::vector<std::vector<std::string>> table_rows() {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines{kWhereToLook};
  for (std::string line; std::getline(lines, line);) {
    if (std::vector<std::string> words = table_words(line); !words.empty()) {
      rows.push_back(std::move(words));
    }
  }
  return rows;
}

}  // namespace

Check WhereToLook::in(Check check, const RunCounts& counts) {
  static const std::vector<std::vector<std::string>> rows = table_rows();
  if (check.outcome != CheckOutcome::failed || !check.changes.empty() || !check.fact) {
    return check;
  }
  const SourceLines& text = text_ ? *text_ : text_.emplace(candidate_.text);
  auto* const finding = std::get_if<Finding>(&*check.fact);
  auto* const race = finding != nullptr ? std::get_if<Race>(&finding->fact) : nullptr;
  if (race != nullptr && finding->other) {
    settle_round(text, finding->at.line, finding->other->line, *race);
  }
  const Search search{check, candidate_, counts, text};
  const std::vector<std::string> names = names_of(check);
  Lines before, after;
  for (const std::vector<std::string>& row : rows) {
    const bool is_asked = std::ranges::count(names, row[0]) > 0;
    for (std::size_t i = 1; is_asked && i < row.size(); ++i) {
      const bool comes_before = row[i].ends_with('!');
      const std::string_view what =
          std::string_view(row[i]).substr(0, row[i].size() - comes_before);
      const auto* const finder = std::ranges::find(kFinders, what, &Finder::name);
      Lines& lines = comes_before ? before : after;
      lines = joined(std::move(lines), finder->find(search));
    }
  }
  check = looked_at_first(std::move(check), before);
  for (const int line : after) {
    if (check.places.size() < kMost && std::ranges::count(check.places, line, &Place::line) == 0) {
      check.places.push_back({"", line});
    }
  }
  return check;
}

}  // namespace gemmlab
