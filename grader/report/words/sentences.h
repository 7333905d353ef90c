// Names for people, and the rows of sentences.table, filled with the data of a fact.
#pragma once

#include <fmt/args.h>
#include <fmt/format.h>
#include <algorithm>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "common/facts/counts.h"
#include "common/facts/finding.h"
#include "common/facts/names.h"
#include "common/facts/place.h"
#include "grader/core/facts/cause_parts.h"
#include "grader/core/foreign_text.h"
#include "grader/report/words/count.h"

namespace gemmlab {

// ---- names for people: threads, blocks, pieces of memory, and parts of C ----

// "thread (3,17)", "thread (3,17) of block (1,0)"; with as many coordinates as the launch has
// dimensions.
std::string words_of_thread(const Coordinates& thread);
std::string words_of(const ThreadId& who);
std::string words_of(const OtherThread& other);

// "a (33 x 17)", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of(const DeviceBuffer& buffer);

// "a[3][17]", also outside: "a[33][0]"; "tile + 204 bytes" if its type is unknown.
std::string words_of(const Target& target);

// "a_tile", "the 2nd cudaMalloc'ed block (1024 bytes)".
std::string words_of_memory(const AccessPlace& place);

// The place of an access of `bytes` that is at least partly outside: "element 561 of a, which has
// 561 (33 x 17)", counted from the start, because it is unknown whether the row or the column is
// too large.
std::string words_of_miss(const BufferPlace& place, unsigned bytes);

// "rows 32 to 39", "rows 8 to 31 of every 32", "every row"; one row: "row 39".
std::string words(const Stripes& stripes, const std::string& noun);

// "Rows 32 to 39 and columns 48 to 49", with `joint` between the two.
std::string named(const Region& region, const std::string& joint);

// "Row 39 was never written: ", "Rows 32 to 39 are wrong, the rest is right: "
std::string was_never_written(const Region& region);
std::string is_wrong(const Region& region);

// With an initial capital letter.
std::string capitalised(std::string text);

// ---- the table ----

// Texts by name and row; the row is "-" unless there are several.
using Texts = std::map<std::pair<std::string, std::string>, std::string>;

// sentences.table: by the names of facts.
const Texts& sentences();

// That row, or the only one. Throws std::out_of_range if the name has none.
const std::string& text_of(std::string_view name, std::string_view row = "-");

// That text, filled with the arguments fmt::arg(name, value).
template <typename... Arguments>
std::string filled(std::string_view name, std::string_view row, const Arguments&... arguments) {
  return fmt::format(fmt::runtime(text_of(name, row)),
                     fmt::arg(arguments.name, count_or_same(arguments.value))...);
}

// Text that is not ours, for a sentence of ours that puts it between quotation marks or after "| ":
// it can end neither.
std::string quotable(std::string text);

// Receives the fields that GEMMLAB_JSON lists for a fact, in place of JSON. Each field can appear
// in the fact's text under its name. If no row is named, one field names it: by its own name if it
// is set (true, not 0, not empty), or by an enum's value. Throws std::logic_error, whatever the
// values, if rows are named after several fields.
class Sentence {
 public:
  Sentence(std::string_view name, std::string_view row) : name_(name), named_row_(row), row_(row) {}

  struct Field {
    Sentence& sentence;
    const char* name;

    template <typename Value>
    void operator=(const Value& value) {
      sentence.set(name, value);
    }
  };
  Field operator[](const char* field) { return {*this, field}; }

  // The first argument with a name counts. By value: fmt 8 takes no array.
  template <typename Value>
  void add_argument(const char* name, Value value) {
    const auto argument = count_or_same(value);
    arguments_.push_back(fmt::arg(name, argument));
  }

  std::string text() const { return fmt::vformat(text_of(name_, row_), arguments_); }

 private:
  template <typename Value>
  void set(const char* field, const Value& value) {
    if constexpr (Named<Value>) {
      choose_by_enum(field, value);
      add_argument(field, name(value));
    } else if constexpr (std::is_arithmetic_v<Value>) {
      choose_if(value != Value(), field);
      add_argument(field, value);
    } else if constexpr (requires { value.has_value(); }) {
      choose_if(value.has_value(), field);
      if (value) {
        set(field, *value);
      }
    } else if constexpr (requires { words_of(value); }) {
      add_argument(field, words_of(value));
    }  // else the text has its own words for it
  }
  void set(const char* field, const std::string& text);
  void set(const char* field, const ForeignText& text) { set(field, quotable(text.text())); }
  void set(const char* field, const Coordinates& thread);
  void set(const char* field, const Region& region);
  void set(const char* field, const std::optional<Region>& region);
  void set(const char* field, Matrix matrix);

  bool has_row(std::string_view row) const;
  void choose_by(const char* field, std::string_view row);
  template <typename Enum>
  void choose_by_enum(const char* field, Enum value) {
    if (std::ranges::any_of(EnumNames<Enum>::all,
                            [&](std::string_view each) { return has_row(each); })) {
      choose_by(field, name(value));
    }
  }
  void choose_if(bool is_set, const char* field) {
    if (has_row(field)) {
      choose_by(field, is_set ? field : "-");
    }
  }

  std::string_view name_, named_row_, row_, chosen_by_;
  fmt::dynamic_format_arg_store<fmt::format_context> arguments_;
};

// The sentence of a fact, from that row or from the one that its fields select. Arguments come
// before fields. Its GEMMLAB_JSON must be visible.
template <typename Fact, typename... Arguments>
std::string said_in(std::string_view row, const Fact& fact, const Arguments&... arguments) {
  Sentence sentence(fact_name<Fact>(), row);
  (sentence.add_argument(arguments.name, arguments.value), ...);
  if constexpr (requires { to_json(sentence, fact); }) {
    to_json(sentence, fact);
  }
  return sentence.text();
}
template <typename Fact, typename... Arguments>
std::string said(const Fact& fact, const Arguments&... arguments) {
  return said_in("", fact, arguments...);
}

}  // namespace gemmlab
