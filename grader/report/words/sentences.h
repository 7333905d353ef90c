// The rows of sentences.table, with what a fact holds put in.
#pragma once

#include <fmt/args.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "grader/core/foreign_text.h"
#include "grader/report/words/target_words.h"

namespace gemmlab {

// Texts by the name of what they are said of, and by their row: "-" unless there are several.
const std::map<std::pair<std::string, std::string>, std::string>& sentences();

// That row, or the only one. Throws std::out_of_range if there is none of the name.
const std::string& text_of(std::string_view name, std::string_view row = "-");

// That text with the arguments, fmt::arg(name, value), put in.
template <typename... Arguments>
std::string filled(std::string_view name, std::string_view row, const Arguments&... arguments) {
  return fmt::format(fmt::runtime(text_of(name, row)), arguments...);
}

// Takes the fields that GEMMLAB_JSON lists for a fact, in the place of JSON: each can stand in the
// fact's text, under its name, and choose its row. Without a row that was asked for, the first one
// is taken that has the name of a field which is set (true, not 0, not empty), or of an enum's
// value.
class Sentence {
 public:
  Sentence(std::string_view name, std::string_view row) : name_(name), row_(row) {}

  struct Field {
    Sentence& sentence;
    const char* name;

    template <typename Value>
    void operator=(const Value& value) {
      sentence.set(name, value);
    }
  };
  Field operator[](const char* field) { return {*this, field}; }

  // The first argument of a name counts.
  template <typename Value>
  void put(const char* name, const Value& value) {
    arguments_.push_back(fmt::arg(name, value));
  }

  std::string text() const;

 private:
  template <typename Value>
  void set(const char* field, const Value& value) {
    if constexpr (Named<Value>) {
      choose(name(value));
      put(field, name(value));
    } else if constexpr (std::is_arithmetic_v<Value>) {
      choose_if(value != Value(), field);
      put(field, value);
    } else if constexpr (requires { value.has_value(); }) {
      choose_if(value.has_value(), field);
      if (value) {
        set(field, *value);
      }
    } else if constexpr (requires { words_of(value); }) {
      put(field, words_of(value));
    }  // else a text has words of its own for it
  }
  void set(const char* field, const std::string& text);
  void set(const char* field, const ForeignText& text) { set(field, text.text()); }
  void set(const char* field, const Coordinates& thread);
  void set(const char* field, const Region& region);
  void set(const char* field, const std::optional<Region>& region);
  void set(const char* field, Matrix matrix);

  void choose(std::string_view row);
  void choose_if(bool is_set, const char* field) { choose(is_set ? field : ""); }

  std::string_view name_, row_;
  fmt::dynamic_format_arg_store<fmt::format_context> arguments_;
};

// What a fact says, in that row or in the one that its fields choose. The arguments come before its
// fields. Its GEMMLAB_JSON must be known.
template <typename Fact, typename... Arguments>
std::string said_in(std::string_view row, const Fact& fact, const Arguments&... arguments) {
  Sentence sentence(Fact::kName, row);
  (sentence.put(arguments.name, arguments.value), ...);
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
