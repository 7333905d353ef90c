#include "grader/report/words/sentences.h"

#include <fmt/ranges.h>

#include <boost/algorithm/string/replace.hpp>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "common/facts/place.h"
#include "common/facts/text_table.h"
#include "grader/report/words/sentences_table.h"

namespace gemmlab {
namespace {

std::string coordinates(const Coordinates& at) {
  return at.size() == 1 ? std::to_string(at[0]) : fmt::format("({})", fmt::join(at, ","));
}

std::string ordinal(int n) {
  const bool teen = n / 10 % 10 == 1;
  const char* suffix = teen || n % 10 > 3 || n % 10 == 0 ? "th"
                       : n % 10 == 1                     ? "st"
                       : n % 10 == 2                     ? "nd"
                                                         : "rd";
  return fmt::format("{}{}", n, suffix);
}

std::string place_of(const BufferPlace& place) {
  const DeviceBuffer& buffer = place.buffer;
  const std::int64_t element = floor_divide(place.offset, 4);
  if (buffer.cols == 0) {
    return fmt::format("element {} (of 4 bytes) of {}", element, words_of(buffer));
  }
  const std::int64_t row = floor_divide(element, buffer.cols);
  const std::string indices = buffer.is_array()
                                  ? fmt::format("[{}]", element)
                                  : fmt::format("[{}][{}]", row, element - row * buffer.cols);
  return buffer.ordinal == 0 ? buffer.matrix + indices
                             : fmt::format("element {} of {}", indices, words_of(buffer));
}

// "33 x 50", "1000 elements"
std::string extents_of(const DeviceBuffer& buffer) {
  return buffer.is_array() ? counted(buffer.rows * buffer.cols, "element")
                           : fmt::format("{} x {}", buffer.rows, buffer.cols);
}

std::string place_of(const VariablePlace& place) {
  return place.offset == 0 ? place.element
                           : fmt::format("{} {} {}", place.element, place.offset < 0 ? '-' : '+',
                                         counted(std::abs(place.offset), "byte"));
}

std::string place_of(const DynamicSharedPlace& place) {
  return place.offset % 4 == 0
             ? fmt::format("element {} (of 4 bytes) of dynamic shared memory", place.offset / 4)
             : fmt::format("byte {} of dynamic shared memory", place.offset);
}

std::string place_of(const AddressPlace& place) {
  return fmt::format("{:#x}", place.address);
}

bool is_one_line(const Region& region) {
  const bool has_rows = !region.rows.is_kind(Stripes::Kind::none);
  const bool has_cols = !region.cols.is_kind(Stripes::Kind::none);
  const Stripes& only = has_rows ? region.rows : region.cols;
  const bool is_shown = only.is_kind(Stripes::Kind::from) || only.is_kind(Stripes::Kind::regular);
  return !(has_rows && has_cols) && is_shown && only.end - only.first == 1;
}

}  // namespace

const Texts& sentences() {
  static const Texts all = [] {
    Texts texts;
    for (const auto& row : read_table(kSentencesTable, "grader/report/words/sentences.table",
                                      {"name", "row", "text"})) {
      std::string& text = texts[{row.text("name"), row.text("row")}] = row.text("text");
      boost::replace_all(text, "\\n", "\n");
    }
    return texts;
  }();
  return all;
}

const std::string& text_of(std::string_view name, std::string_view row) {
  const auto found = sentences().find({std::string(name), std::string(row)});
  if (found != sentences().end()) {
    return found->second;
  }
  const auto only = sentences().find({std::string(name), "-"});
  if (only == sentences().end()) {
    throw std::out_of_range(
        fmt::format("grader/report/words/sentences.table has no row {} {}", name, row));
  }
  return only->second;
}

std::string quotable(std::string text) {
  for (const char* mark : {"'", "\"", "`"}) {
    boost::replace_all(text, mark, "\u2019");
  }
  boost::replace_all(text, "\n", "\n| ");
  return text;
}

void Sentence::set(const char* field, const std::string& text) {
  choose_if(!text.empty(), field);
  add_argument(field, text);
}

void Sentence::set(const char* field, const Coordinates& thread) {
  choose_if(!thread.empty(), field);
  add_argument(field, thread.empty() ? "" : words_of_thread(thread));
}

void Sentence::set(const char*, const Region& region) {
  add_argument("never_written", was_never_written(region));
  add_argument("wrong", is_wrong(region));
}

void Sentence::set(const char* field, const std::optional<Region>& region) {
  choose_if(region.has_value(), field);
  if (region) {
    set(field, *region);
  } else {
    add_argument("never_written", "Nothing was stored to C, which is small here: ");
  }
}

// A sentence about A's rows applies to B's columns.
void Sentence::set(const char* field, Matrix matrix) {
  const bool is_a = matrix == Matrix::a;
  choose_by_enum(field, matrix);
  add_argument("letter", is_a ? 'A' : 'B');
  add_argument("line", is_a ? "row" : "column");
  add_argument("other", is_a ? "column" : "row");
  add_argument("index", is_a ? 'y' : 'x');
  add_argument("other_index", is_a ? 'x' : 'y');
  add_argument("own", is_a ? 'k' : 'n');
  add_argument("indices", is_a ? "row and p" : "p and col");
  add_argument("place", is_a ? "(row, p) is a[row * k + p]" : "(p, col) is b[p * n + col]");
}

bool Sentence::has_row(std::string_view row) const {
  return sentences().contains({std::string(name_), std::string(row)});
}

void Sentence::choose_by(const char* field, std::string_view row) {
  if (!named_row_.empty()) {
    return;
  }
  if (!chosen_by_.empty() && chosen_by_ != field) {
    throw std::logic_error(
        fmt::format("rows of {} in sentences.table are named after the fields {} "
                    "and {}: name the row",
                    name_, chosen_by_, field));
  }
  chosen_by_ = field;
  row_ = has_row(row) ? row : row_;
}

std::string words_of_thread(const Coordinates& thread) {
  return "thread " + coordinates(thread);
}

std::string words_of(const ThreadId& who) {
  return words_of_thread(who.thread) + " of block " + coordinates(who.block);
}

std::string words_of(const OtherThread& other) {
  if (other.thread.empty()) {
    return other.in_other_block ? "threads of other blocks" : "several other threads";
  }
  return other.in_other_block ? words_of(ThreadId{other.thread, other.block})
                              : words_of_thread(other.thread);
}

std::string words_of(const DeviceBuffer& buffer) {
  if (buffer.ordinal == 0) {
    return fmt::format("{} ({})", buffer.matrix, extents_of(buffer));
  }
  if (buffer.matrix.empty() && !buffer.pointer.empty()) {
    return fmt::format("{} ({}, allocated in line {})", quotable(buffer.pointer),
                       counted(buffer.bytes, "byte"), buffer.line);
  }
  return buffer.matrix.empty() ? fmt::format("the {} cudaMalloc allocation ({})",
                                             ordinal(buffer.ordinal), counted(buffer.bytes, "byte"))
                               : fmt::format("the allocation with the size of {} ({})",
                                             buffer.matrix, extents_of(buffer));
}

std::string words_of(const Target& target) {
  return std::visit([](const auto& place) { return place_of(place); }, target);
}

std::string words_of_memory(const AccessPlace& place) {
  if (place.example.buffer) {
    return words_of(*place.example.buffer);
  }
  const bool is_nameless = place.example.variable.empty() && place.space == Space::shared;
  return is_nameless ? "dynamic shared memory" : place.example.variable;
}

std::string words_of_miss(const BufferPlace& place, unsigned bytes) {
  const DeviceBuffer& buffer = place.buffer;
  const auto size = static_cast<std::int64_t>(buffer.bytes);
  const std::string whole =
      buffer.ordinal != 0 && buffer.matrix.empty() ? "that allocation" : words_of(buffer);
  if (place.offset >= 0 && place.offset < size) {
    return fmt::format("{}, but its {} go past the end of {}", place_of(place),
                       counted(bytes, "byte"), whole);
  }
  const std::int64_t index = floor_divide(place.offset, 4);
  if (buffer.cols == 0) {
    const std::int64_t past = index - size / 4 + 1;
    return index < 0
               ? fmt::format("{}, before its start", place_of(place))
               : fmt::format("{}, {} past the end of {}", place_of(place),
                             past == 1 ? "one element" : fmt::format("{} elements", past), whole);
  }
  // Row and column of such an element mean nothing: either index may be the wrong one.
  const std::string matrix = buffer.ordinal == 0 ? buffer.matrix : words_of(buffer);
  return index < 0 ? fmt::format("element {} of {}, before its start", index, matrix)
         : buffer.is_array()
             ? fmt::format("element {} of {}, which has only {}", index, matrix, size / 4)
             : fmt::format("element {} of {}, which has only {} ({})", index, matrix, size / 4,
                           extents_of(buffer));
}

std::string words(const Stripes& stripes, const std::string& noun) {
  const int last = stripes.end - 1;
  const std::string range = stripes.first == last
                                ? fmt::format("{} {}", noun, last)
                                : fmt::format("{}s {} to {}", noun, stripes.first, last);
  using Kind = Stripes::Kind;
  return stripes.is_kind(Kind::all)       ? "every " + noun
         : stripes.is_kind(Kind::regular) ? fmt::format("{} of every {}", range, stripes.period)
         : stripes.is_kind(Kind::none) || stripes.is_kind(Kind::scattered)
             ? fmt::format("some {}s", noun)
             : range;
}

std::string named(const Region& region, const std::string& joint) {
  const bool has_rows = !region.rows.is_kind(Stripes::Kind::none);
  const bool has_cols = !region.cols.is_kind(Stripes::Kind::none);
  std::string text = has_rows ? words(region.rows, "row") : "";
  text += has_rows && has_cols ? joint : "";
  text += has_cols ? words(region.cols, "column") : "";
  return capitalised(text);
}

std::string was_never_written(const Region& region) {
  return named(region, " and ") + (is_one_line(region) ? " was" : " were") + " never written: ";
}

std::string is_wrong(const Region& region) {
  const bool is_crossing = region.kind == Region::Kind::crossing;
  return named(region, is_crossing ? ", in " : " and ") +
         (!is_crossing && is_one_line(region) ? " is" : " are") + " wrong, the rest is right: ";
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

}  // namespace gemmlab
