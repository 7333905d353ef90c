#include "grader/judge/explain/where_to_look.h"

#include <algorithm>
#include <stdexcept>

#include "common/facts/text_table.h"
#include "grader/judge/explain/code_of_cause.h"
#include "grader/judge/explain/failure_names.h"
#include "grader/judge/explain/memory_lines.h"
#include "grader/judge/values/trial.h"
#include "grader/judge/where_to_look_table.h"

namespace gemmlab {
namespace {

using Lines = std::vector<int>;

Lines joined(Lines lines, const Lines& others) {
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

struct Search {
  const Failure& failure;
  const fs::path& source;
  const SourceLines& text;
  const int line;           // where it showed; 0: unknown
  const std::string& file;  // its text
  const RunCounts& counts = failure.counts;

  const Finding* finding() const { return get_if<Finding>(&failure.fact); }

  // Lines of the file with accesses of a kind; what runs on the host is not counted.
  Lines of(AccessCounts LineMetrics::*kind) const {
    Lines lines;
    for (const LineMetrics& each : counts.lines) {
      if ((each.*kind).requests > 0 && is_own_file(each.file, source)) {
        lines.push_back(each.line);
      }
    }
    return counts.lines.empty() ? text.elements() : lines;
  }
  Lines stores() const { return of(&LineMetrics::global_store); }
  Lines products() const {
    const Lines shared = of(&LineMetrics::shared_load);
    return shared.empty() ? of(&LineMetrics::global_load) : shared;
  }

  Lines loops_of(const Lines& at) const { return at.empty() ? Lines() : text.loops_around(at[0]); }

  // Also what guards these lines, where their indices are computed, and who calls their function.
  Lines and_causes(Lines lines) const {
    lines.resize(std::min(lines.size(), WhereToLook::kMostShown));
    const Lines own = lines;
    for (const int each : own) {
      lines = joined(std::move(lines), text.guards_of(each));
    }
    for (const int each : own) {
      lines = joined(std::move(lines), text.computed_for(each));
    }
    Lines callers;
    for (const int each : own) {
      callers = joined(std::move(callers), text.callers(each));
    }
    lines = joined(std::move(lines), callers);
    for (const int each : callers) {
      lines = joined(std::move(lines), text.callers(each));
    }
    return lines;
  }
  Lines end_of_round() const {
    const auto [here, there] = text.in_one_function(line, finding()->other.value_or(Place{}).line);
    return text.end_of_loop(here, there);
  }

  // That an access left; empty: none of the file's.
  std::string variable() const {
    const auto* const bad = get_if<BadAccess>(&finding()->fact);
    const auto* const at = bad != nullptr ? std::get_if<VariablePlace>(&bad->at) : nullptr;
    return at != nullptr ? at->variable : "";
  }

  Lines index_change() const { return {get<Race>(finding()->fact).idle_line}; }
  Lines narrow_index() const {
    const auto* const bad = get_if<BadAccess>(&finding()->fact);
    return bad == nullptr || bad->narrow.empty() ? Lines() : text.declaration_of(bad->narrow);
  }

  // The declaration of a variable that is one for all threads.
  Lines one_for_all() const {
    const auto* const at = std::get_if<VariablePlace>(&get<Race>(finding()->fact).at);
    const bool is_single = at != nullptr && at->bytes <= sizeof(double);
    return is_single ? text.declaration_of(at->variable) : Lines();
  }

  // Where pointers into one memory are declared; else all arrays of shared memory.
  Lines same_memory() const {
    Lines lines = text.same_memory();
    if (lines.empty() && finding() != nullptr) {
      for (const int each : {finding()->other.value_or(Place{}).line, line}) {
        for (const std::string_view array : text.stored_on(each)) {
          lines = joined(std::move(lines), text.declaration_of(array));
        }
      }
    }
    return lines.empty() ? text.lines_containing({"__shared__"}) : lines;
  }

  // What matmul_host did for the matrix of the finding, unless its call has been seen.
  Lines host_matrix() const {
    const bool is_seen = holds_alternative<WrittenInput>(finding()->fact) ||
                         holds_alternative<BesideMatrix>(finding()->fact);
    if (is_seen && line > 0) {
      return {};
    }
    const auto* const unwritten = get_if<UnwrittenRead>(&finding()->fact);
    const auto* const bad = get_if<BadAccess>(&finding()->fact);
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
    {"idle_barrier", [](const Search& in) { return idle_barrier(in.failure); }},
    {"guarded_tile_stores",
     [](const Search& in) { return guarded_tile_stores(in.failure, in.file); }},
    {"sizes_in_elements", [](const Search& in) { return sizes_in_elements(in.failure, in.file); }},
    {"unset_pointers", [](const Search& in) { return unset_pointers(in.failure, in.file); }},
    {"index_change", [](const Search& in) { return in.index_change(); }},
    {"narrow_index", [](const Search& in) { return in.narrow_index(); }},
    {"breaks", [](const Search& in) { return in.text.breaks_around(in.line); }},
    {"fixed_reads", [](const Search& in) { return in.text.fixed_reads(); }},
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
    {"launches", [](const Search& in) { return in.text.lines_containing({"<<<"}); }},
    {"extents", [](const Search& in) { return in.text.extents(in.line); }},
    {"arrays", [](const Search& in) { return in.text.lines_containing({"__shared__"}); }},
    {"operations", [](const Search& in) { return in.text.operations(); }},
    {"beginnings", [](const Search& in) { return in.text.beginnings(); }},
    {"same_memory", [](const Search& in) { return in.same_memory(); }},
    {"scalings", [](const Search& in) { return in.text.scalings(in.stores()); }},
    {"stored", [](const Search& in) { return in.stores(); }},
    {"origins_x", [](const Search& in) { return in.text.origins(false, in.stores()); }},
    {"origins_y", [](const Search& in) { return in.text.origins(true, in.stores()); }},
    {"threads_x", [](const Search& in) { return in.text.threads(false, in.stores()); }},
    {"threads_y", [](const Search& in) { return in.text.threads(true, in.stores()); }},
    {"statics", [](const Search& in) { return in.text.lines_containing({"static"}); }},
    {"sums", [](const Search& in) { return in.text.sums(); }},
    {"allocations", [](const Search& in) { return in.text.lines_containing({"cudaMalloc"}); }},
    {"guards", [](const Search& in) { return in.text.guards_of(in.line); }},
    {"end_of_round", [](const Search& in) { return in.end_of_round(); }},
    {"tile_stores", [](const Search& in) { return in.of(&LineMetrics::shared_store); }},
    {"loops", [](const Search& in) { return in.text.loops_around(in.line); }},
    {"never_freed", [](const Search& in) { return in.text.never_freed(); }},
    {"early_returns", [](const Search& in) { return in.text.early_returns(); }},
    {"launch_bounds",
     [](const Search& in) { return in.text.lines_containing({"__launch_bounds__"}); }},
    {"waits", [](const Search& in) { return in.text.lines_containing({"__pipeline_wait_prior"}); }},
    {"memsets",
     [](const Search& in) {
       return in.text.lines_containing({"cudaMemset", "cudaMemsetAsync"});
     }},
    {"host_errors", [](const Search& in) { return in.text.about_errors(); }},
    {"host_launch", [](const Search& in) { return in.text.launch(); }},
    {"host_matrix", [](const Search& in) { return in.host_matrix(); }},
    {"stores", [](const Search& in) { return in.and_causes(in.stores()); }},
    {"loads", [](const Search& in) { return in.and_causes(in.of(&LineMetrics::global_load)); }},
    {"products", [](const Search& in) { return in.products(); }},
    {"loops_of_products",
     [](const Search& in) {
       return in.loops_of(in.counts.lines.empty() ? in.text.sums() : in.products());
     }},
    {"a_fragments", [](const Search& in) { return in.text.loads_of_fragments("matrix_a"); }},
    {"b_fragments", [](const Search& in) { return in.text.loads_of_fragments("matrix_b"); }},
    {"loops_of_stores", [](const Search& in) { return in.loops_of(in.stores()); }},
    {"long_steps", [](const Search& in) { return in.text.long_steps(); }},
    {"rounding", [](const Search& in) { return in.text.rounding(); }},
};

// The finder of a kind of code, by its name.
constexpr const Finder* finder_of(std::string_view name) {
  const auto* const found = std::ranges::find(kFinders, name, &Finder::name);
  return found == std::end(kFinders) ? nullptr : found;
}
static_assert(std::ranges::all_of(EnumNames<Code>::all, [](std::string_view code) {
  return finder_of(code) != nullptr;
}));

// A row of the table: what a failure of that name is about.
struct Looks {
  struct Look {
    const Finder* finder = nullptr;
    bool comes_before = false;  // where the failure showed is only a consequence
  };
  std::string name;
  std::vector<Look> looks;
};

Looks::Look look_of(std::string_view word) {
  const bool comes_before = word.ends_with('!');
  const std::string_view name = word.substr(0, word.size() - comes_before);
  const Finder* const finder = finder_of(name);
  if (finder == nullptr) {
    throw std::logic_error("where_to_look.table: nothing looks for " + std::string(name));
  }
  return {finder, comes_before};
}

std::vector<Looks> all_looks() {
  std::vector<Looks> all;
  for (const TableRow& row :
       read_table(kWhereToLook, "grader/judge/explain/where_to_look.table", {"failure", "looks"})) {
    Looks& looks = all.emplace_back(Looks{row.text("failure"), {}});
    std::ranges::transform(row.words("looks"), std::back_inserter(looks.looks), look_of);
  }
  return all;
}

}  // namespace

std::vector<Place> WhereToLook::places_for(CheckKind kind, const Failure& failure,
                                           const Account& account, std::size_t most) {
  static const std::vector<Looks> table = all_looks();
  const SourceLines& text = lines_ ? *lines_ : lines_.emplace(text_);
  const int line = account.places.empty() ? 0 : account.places.front().line;
  const Search search{failure, source_, text, line, text_};
  const std::vector<std::string> names = names_of(kind, failure);
  Lines before, after;
  const auto look = [&](const Finder& finder, bool comes_before) {
    Lines& lines = comes_before ? before : after;
    lines = joined(std::move(lines), finder.find(search));
  };
  const bool is_explained = account.cause && is_measured(*account.cause);
  for (const auto& [name, looks] : table) {
    for (const auto& [finder, comes_before] : looks) {
      if (!is_explained && std::ranges::count(names, name) > 0) {
        look(*finder, comes_before);
      }
    }
  }
  if (is_explained || (account.cause && is_about_values(failure.verdict))) {
    const CodeOfCause code = code_of(*account.cause);
    std::ranges::for_each(code.before, [&](Code each) { look(*finder_of(name(each)), true); });
    std::ranges::for_each(code.after, [&](Code each) { look(*finder_of(name(each)), false); });
    if (code.matrix == Matrix::a || code.matrix == Matrix::b) {
      const Lines own = text.elements_of(static_cast<int>(*code.matrix));
      std::stable_partition(after.begin(), after.end(),
                            [&](int each) { return std::ranges::count(own, each) > 0; });
    }
  }
  std::vector<Place> places;
  std::ranges::transform(before, std::back_inserter(places), [](int each) {
    return Place{"", each};
  });
  places.insert(places.end(), account.places.begin(), account.places.end());
  for (const int each : after) {
    if (places.size() < most && std::ranges::count(places, each, &Place::line) == 0) {
      places.push_back({"", each});
    }
  }
  return places;
}

}  // namespace gemmlab
