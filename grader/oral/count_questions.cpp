#include "grader/oral/count_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "common/facts/counts.h"
#include "grader/core/inputs.h"
#include "grader/core/metrics.h"
#include "grader/oral/marked_stores.h"
#include "grader/oral/outcome_words.h"
#include "grader/report/excerpt.h"
#include "grader/report/text.h"
#include "grader/report/words/access_words.h"
#include "grader/report/words/count.h"

namespace gemmlab {
namespace {

using Results = std::vector<LabResult>;

Shape with(Shape shape, int Shape::*extent, int value) {
  shape.*extent = value;
  return shape;
}

// "once", "4 times"
std::string so_often(double times) {
  return times == 1 ? "once" : short_number(times) + " times";
}

// The matrix that a place loads or stores; empty: not a, b or c.
bool is_of(const AccessPlace& place, std::string_view matrix) {
  return place.space == Space::global && place.example.variable == matrix;
}

// Why does an access take so many units?
QuestionPlan plan_of(const AccessPlace& place, int line, const Metrics& metrics) {
  const bool is_global = place.space == Space::global;
  const std::string unit = is_global ? "sector" : "wavefront";
  const std::string name = place.example.variable;
  Question question{
      .kind = is_global ? QuestionKind::sectors : QuestionKind::wavefronts,
      .line = line,
      .text = fmt::format("Line {} {} {}. How many {} does one request of a warp need there at {}, "
                          "and why? Which elements do the 32 threads of a warp touch?",
                          line, place.is_store ? "stores" : "loads", name, plural(unit),
                          extents(metrics.shape)),
      .answer = {fmt::format("{} a request: {} and {} (the minimum is {}).",
                             a_request(place.counts), counted(place.counts.requests, "request"),
                             counted(place.counts.units, unit), place.counts.ideal_units),
                 why(place, metrics)}};
  return {question.kind, "", {}, [question](const Results&) { return question; }};
}

void add_places(const Metrics& metrics, std::vector<QuestionPlan>& plans) {
  for (const LineMetrics& line : metrics.lines) {
    std::set<std::pair<Space, std::string>> asked;
    for (const AccessPlace& place : line.places) {
      const bool is_new = asked.insert({place.space, place.example.variable}).second;
      if (!line.source.empty() && !place.example.variable.empty() && place.counts.requests > 0 &&
          is_new) {
        plans.push_back(plan_of(place, line.line, metrics));
      }
    }
  }
}

struct Loads {
  double elements = 0;
  std::vector<std::string> lines = {};
};
Loads loads_of(std::string_view matrix, const Metrics& metrics) {
  Loads loads;
  for (const LineMetrics& line : metrics.lines) {
    for (const AccessPlace& place : line.places) {
      if (is_of(place, matrix) && !place.is_store) {
        loads.elements += double(place.counts.bytes) / 4;
        const std::string name = std::to_string(line.line);
        if (loads.lines.empty() || loads.lines.back() != name) {
          loads.lines.push_back(name);
        }
      }
    }
  }
  return loads;
}

// How often is each element of A loaded, and what does it depend on?
void add_loads(const OralSubject& subject, const Metrics& metrics,
               std::vector<QuestionPlan>& plans) {
  const Shape shape = metrics.shape;
  for (const bool is_a : {true, false}) {
    const std::string matrix = is_a ? "a" : "b";
    const Loads loads = loads_of(matrix, metrics);
    if (loads.elements == 0) {
      continue;
    }
    const Shape longer =
        is_a ? with(shape, &Shape::n, 2 * shape.n) : with(shape, &Shape::m, 2 * shape.m);
    const double elements = double(shape.k) * (is_a ? shape.m : shape.n);
    const auto question = [=](const Results& results) -> std::optional<Question> {
      if (!results[0].metrics) {
        return std::nullopt;
      }
      const double there = loads_of(matrix, *results[0].metrics).elements;
      return Question{
          .kind = QuestionKind::loads_per_element,
          .text = fmt::format("How many times do all threads together load each element of {} from "
                              "global memory at "
                              "{}? And at {}? Which numbers in the file decide that?",
                              is_a ? "A" : "B", extents(shape), extents(longer)),
          .answer = {fmt::format("{} at {}: {} loads for {} elements, in {} {}.",
                                 so_often(loads.elements / elements), extents(shape),
                                 loads.elements, elements,
                                 loads.lines.size() == 1 ? "line" : "lines", listed(loads.lines)),
                     fmt::format("{} at {}.", so_often(there / elements), extents(longer))}};
    };
    plans.push_back(
        {QuestionKind::loads_per_element, "loads", {{subject.text, longer, true}}, question});
  }
}

void add_shared_loads(const Metrics& metrics, std::vector<QuestionPlan>& plans) {
  if (metrics.shared_load.requests == 0) {
    return;
  }
  std::vector<std::string> answer;
  for (const Reading& reading : readings(metrics)) {
    if (reading.name == "shared_loads_per_fma" || reading.name == "merged") {
      answer.push_back(reading.text);
    }
  }
  const Question question{
      .kind = QuestionKind::shared_loads,
      .text = fmt::format("How many floats does a thread load from shared memory for each "
                          "multiply-add at {}? How could it be fewer?",
                          extents(metrics.shape)),
      .answer = std::move(answer)};
  plans.push_back({question.kind, "", {}, [question](const Results&) { return question; }});
}

double barriers_a_block(const Metrics& metrics) {
  const LaunchShape* const launch = only_launch(metrics.launches);
  return launch == nullptr ? 0 : double(metrics.barriers) / launch->blocks();
}

void add_barriers(const OralSubject& subject, const Metrics& metrics,
                  std::vector<QuestionPlan>& plans) {
  const double here = barriers_a_block(metrics);
  if (here == 0) {
    return;
  }
  const Shape shape = metrics.shape;
  const Shape deeper = with(shape, &Shape::k, 2 * shape.k),
              wider = with(shape, &Shape::n, 2 * shape.n);
  const auto question = [=](const Results& results) -> std::optional<Question> {
    if (!results[0].metrics || !results[1].metrics) {
      return std::nullopt;
    }
    return Question{.kind = QuestionKind::barriers,
                    .line = metrics.busiest_barrier,
                    .text = fmt::format(
                        "How many times does a block pass a barrier at {}? And at {}, and at {}?",
                        extents(shape), extents(deeper), extents(wider)),
                    .answer = {fmt::format(
                        "{} times at {}, {} at {}, {} at {}.", short_number(here), extents(shape),
                        short_number(barriers_a_block(*results[0].metrics)), extents(deeper),
                        short_number(barriers_a_block(*results[1].metrics)), extents(wider))}};
  };
  plans.push_back({QuestionKind::barriers,
                   "",
                   {{subject.text, deeper, true}, {subject.text, wider, true}},
                   question});
}

std::string grid_of(const LaunchShape& launch) {
  const auto xy = [](const std::array<unsigned, 3>& extents) {
    return extents[2] > 1 ? fmt::format("{} x {} x {}", extents[0], extents[1], extents[2])
                          : fmt::format("{} x {}", extents[0], extents[1]);
  };
  const auto blocks = std::uint64_t(launch.blocks()), threads = std::uint64_t(launch.threads());
  return fmt::format("{} (x, y: {}) of {} ({}), {} in all", counted(blocks, "block"),
                     xy(launch.grid), counted(threads / blocks, "thread"), xy(launch.block),
                     counted(threads, "thread"));
}

// How many threads are launched where tiles do not fit, and how many of them have nothing to store?
void add_launch(const OralSubject& subject, std::vector<QuestionPlan>& plans) {
  const int side = subject.tile(), unit = subject.spec.multiple_of;
  const Shape shape =
      unit > 1 ? Shape{2 * side, 3 * side, side, ""} : Shape{side + 1, side + side / 2 + 2, 17, ""};
  const auto question = [=](const Results& results) -> std::optional<Question> {
    const auto& metrics = results[0].metrics;
    const LaunchShape* const launch = metrics ? only_launch(metrics->launches) : nullptr;
    if (launch == nullptr) {
      return std::nullopt;
    }
    std::vector<std::string> answer = {grid_of(*launch) + "."};
    const auto& stores = metrics->stores;
    const std::uint64_t elements = std::uint64_t(shape.m) * shape.n;
    const bool is_known =
        is_right(results[0]) && stores && stores->stored == elements && stores->most_of_thread > 0;
    const double idle = launch->threads() - double(elements);
    const bool has_idle = is_known && stores->most_of_thread == 1 && idle > 0;
    const bool has_several = is_known && stores->most_of_thread > 1;
    if (has_idle) {
      answer.push_back(fmt::format("{} of them store an element of C, one each; {:.0f} store none.",
                                   elements, idle));
    } else if (has_several) {
      answer.push_back(fmt::format("C has {} elements; a thread stores at most {} of them.",
                                   elements, stores->most_of_thread));
    }
    return Question{.kind = QuestionKind::launch,
                    .text = fmt::format(
                        "How many blocks and threads does the file launch at {}{}?", extents(shape),
                        has_idle      ? ", and how many of these threads store no element of C"
                        : has_several ? ", and how many elements of C does a thread store at most"
                                      : ""),
                    .answer = std::move(answer)};
  };
  plans.push_back({QuestionKind::launch, "", {{subject.text, shape, true}}, question});
}

// Which thread stores this element, or which elements does this thread store?
void add_threads(const OralSubject& subject, const Metrics& metrics,
                 std::vector<QuestionPlan>& plans) {
  const LaunchShape* const launch = only_launch(metrics.launches);
  if (launch == nullptr || launch->block[2] > 1 || launch->grid[2] > 1) {
    return;
  }
  for (const bool by_element : {true, false}) {
    const auto chosen = [&](unsigned end, unsigned index) {
      return unsigned(draw(subject.seed, 4 * (by_element ? 1 : 2) + index) % end);
    };
    const OneThread thread{chosen(launch->block[0], 0), chosen(launch->block[1], 1),
                           chosen(launch->grid[0], 2), chosen(launch->grid[1], 3)};
    const std::string marked = with_marked_stores(subject.text, thread);
    if (marked.empty()) {
      continue;
    }
    const auto question =
        [=, shape = metrics.shape](const Results& results) -> std::optional<Question> {
      const auto check = std::ranges::find(results[0].checks, CheckKind::values, &Check::kind);
      const bool is_wrong = check != results[0].checks.end() && check->fact && check->error_map;
      const auto* const wrong = is_wrong ? get_if<WrongValues>(&*check->fact) : nullptr;
      if (wrong == nullptr || check->error_map->first.empty()) {
        return std::nullopt;
      }
      std::vector<std::string> elements;
      for (const Mismatch& each : check->error_map->first) {
        elements.push_back(fmt::format("C[{}][{}]", each.row, each.col));
      }
      const std::string who = fmt::format("thread (x {}, y {}) of block (x {}, y {})", thread.x,
                                          thread.y, thread.block_x, thread.block_y);
      const std::string what =
          wrong->wrong == elements.size()
              ? listed(elements)
              : fmt::format("{} elements, the first of them {}", wrong->wrong, listed(elements));
      return Question{
          .kind = QuestionKind::thread,
          .text =
              by_element
                  ? fmt::format("Which thread of which block stores {} at {}? Does it store "
                                "other elements, too?",
                                elements.front(), extents(shape))
                  : fmt::format("Which elements of C does {} store at {}?", who, extents(shape)),
          .answer = {by_element ? fmt::format("T{}{}.", who.substr(1),
                                              elements.size() == 1 ? ", and no other element"
                                                                   : "; it stores " + what)
                                : what + "."}};
    };
    plans.push_back({QuestionKind::thread, "thread", {{marked, metrics.shape, false}}, question});
  }
}

}  // namespace

std::vector<QuestionPlan> plans_about_counts(const OralSubject& subject) {
  if (!subject.result.metrics || subject.result.metrics->lines.empty()) {
    return {};
  }
  const Metrics& metrics = *subject.result.metrics;
  std::vector<QuestionPlan> plans;
  add_launch(subject, plans);
  if (has_right_values(subject.result.verdict)) {
    add_threads(subject, metrics, plans);
  }
  add_loads(subject, metrics, plans);
  add_places(metrics, plans);
  add_shared_loads(metrics, plans);
  add_barriers(subject, metrics, plans);
  return plans;
}

}  // namespace gemmlab
