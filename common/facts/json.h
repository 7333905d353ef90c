// Converts facts to JSON and back. A struct lists its fields once, with json_fields.h. Enums are
// written by name, an absent std::optional as null, and a variant of structs as
// {"name": "k_tail_missing", ...fields}. Other types have their own functions to_json and
// from_json.
//
// Only json.cpp includes the JSON library: its templates take longer to compile than everything
// else here.
#pragma once

#include <array>
#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/variadic/to_seq.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/facts/at_most.h"
#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/one_of.h"

namespace gemmlab {

// A text is not JSON, or a JSON value does not have the wanted type. The writer may be untrusted.
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A JSON value. Objects keep their members in the order of insertion.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  Json() = default;  // null
  Json(std::initializer_list<Member> members);
  template <typename Value>
  requires(!std::same_as<std::remove_cvref_t<Value>, Json>) Json(const Value& value);

  static Json array();
  static Json object();

  // Throws JsonError, also if the value nests deeper than 64, an object has more than 4096 members,
  // or there are more than a million values: memory and time stay in proportion to the text.
  static Json parse(std::string_view text);
  // On one line, or indented by this many blanks per level. Invalid UTF-8 is replaced.
  std::string text(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }

  // Each throws JsonError if the value has another type, or an integer does not fit.
  void read(bool& value) const { value = only<bool>("true or false"); }
  void read(std::int64_t& value) const;
  void read(std::uint64_t& value) const {
    value = only<std::uint64_t>("a whole number that is not negative");
  }
  void read(double& value) const;
  const std::string& as_string() const { return only<std::string>("a text"); }
  const Array& items() const { return only<Array>("a list"); }
  const Object& members() const { return only<Object>("an object"); }

  template <typename Value>
  Value get() const {
    Value value{};
    get_to(value);
    return value;
  }
  template <typename Value>
  void get_to(Value& value) const {
    from_json(*this, value);
  }

  const Json* find(std::string_view key) const;  // null pointer: no object, or no such member
  const Json& at(std::string_view key) const;    // throws JsonError if there is none
  const Json& at(std::size_t index) const;       // likewise
  Json& operator[](std::string_view key);        // added if there is none; null becomes {}
  void push_back(Json item);                     // null becomes []
  void update(const Json& object);               // takes over its members

  // Every text in it, at any depth, with the key of the member that it is or that holds its array.
  void for_each_text(const std::function<void(std::string_view key, std::string& text)>& change,
                     std::string_view key = "");

  bool operator==(const Json& other) const;

  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double,
                               std::string, Array, Object>;
  void set(Content content);

 private:
  friend struct JsonToLibrary;
  friend class JsonBuilder;

  template <typename Kind>
  const Kind& only(const char* what) const {
    const Kind* const found = std::get_if<Kind>(&value_);
    if (found == nullptr) {
      throw JsonError(std::string("not ") + what);
    }
    return *found;
  }

  Content value_;
};

struct Json::Member {
  std::string key;
  Json value;
  bool operator==(const Member& other) const = default;
};

// Defined where Member is complete, as destroying a half-made value needs.
template <typename Value>
requires(!std::same_as<std::remove_cvref_t<Value>, Json>) Json::Json(const Value& value) {
  to_json(*this, value);
}

// --- numbers and texts --------------------------------------------------------------------------

template <typename Text>
requires std::convertible_to<const Text&, std::string_view>
void to_json(Json& json, const Text& value) {
  json.set(std::string(std::string_view(value)));
}
inline void to_json(Json& json, const std::filesystem::path& value) {
  json.set(value.string());
}

// The type in which a Json keeps such a number.
template <typename Number>
using Kept = std::conditional_t<
    std::is_floating_point_v<Number>, double,
    std::conditional_t<std::same_as<Number, bool>, bool,
                       std::conditional_t<std::is_signed_v<Number>, std::int64_t, std::uint64_t>>>;

template <typename Number>
requires std::is_arithmetic_v<Number>
void to_json(Json& json, Number value) {
  json.set(Kept<Number>(value));
}

inline void from_json(const Json& json, std::string& value) {
  value = json.as_string();
}
inline void from_json(const Json& json, std::filesystem::path& value) {
  value = json.as_string();
}
template <typename Number>
requires std::is_arithmetic_v<Number>
void from_json(const Json& json, Number& value) {
  Kept<Number> kept{};
  json.read(kept);
  value = Number(kept);
  if (std::is_integral_v<Number> && Kept<Number>(value) != kept) {
    throw JsonError("a number is too large");
  }
}

template <Named Enum>
void to_json(Json& json, Enum value) {
  json.set(std::string(name(value)));
}
template <Named Enum>
void from_json(const Json& json, Enum& value) {
  const auto found = named<Enum>(json.as_string());
  if (!found) {
    throw JsonError("not a known name: " + json.as_string());
  }
  value = *found;
}

// --- what holds others --------------------------------------------------------------------------

template <typename Value>
void to_json(Json& json, const std::vector<Value>& values) {
  json = Json::array();
  for (const Value& value : values) {
    json.push_back(value);
  }
}
template <typename Value>
void from_json(const Json& json, std::vector<Value>& values) {
  values.clear();
  for (const Json& item : json.items()) {
    item.get_to(values.emplace_back());
  }
}

template <typename Value, std::size_t kMost>
void from_json(const Json& json, AtMost<Value, kMost>& values) {
  if (json.items().size() > kMost) {
    throw JsonError("a list is too long");
  }
  from_json(json, static_cast<std::vector<Value>&>(values));
}

template <typename Value, std::size_t kCount>
void to_json(Json& json, const std::array<Value, kCount>& values) {
  to_json(json, std::vector<Value>(values.begin(), values.end()));
}
template <typename Value, std::size_t kCount>
void from_json(const Json& json, std::array<Value, kCount>& values) {
  for (std::size_t i = 0; i < kCount; ++i) {
    json.at(i).get_to(values[i]);
  }
}

template <typename Value>
void to_json(Json& json, const std::optional<Value>& value) {
  json = value ? Json(*value) : Json();
}
template <typename Value>
void from_json(const Json& json, std::optional<Value>& value) {
  value = json.is_null() ? std::nullopt : std::optional<Value>(json.get<Value>());
}

template <typename One>
void to_named_json(Json& json, const One& one) {
  json = Json::object();
  json["name"] = fact_name<One>();
  if constexpr (!std::is_empty_v<One>) {
    json.update(one);
  }
}
template <typename... Each>
void to_json(Json& json, const std::variant<Each...>& variant) {
  std::visit([&json](const auto& each) { to_named_json(json, each); }, variant);
}
template <typename... Each>
void to_json(Json& json, const OneOf<Each...>& one) {
  visit([&json](const auto& each) { to_named_json(json, each); }, one);
}

template <typename One, typename Variant>
bool read_if_named(const Json& json, const std::string& name, Variant& variant) {
  if (fact_name<One>() != name) {
    return false;
  }
  if constexpr (std::is_empty_v<One>) {
    variant.template emplace<One>();
  } else {
    json.get_to(variant.template emplace<One>());
  }
  return true;
}
template <typename... Each, typename Variant>
void from_named_json(const Json& json, Variant& variant) {
  const std::string& name = json.at("name").as_string();
  const bool is_known = (read_if_named<Each>(json, name, variant) || ...);
  if (!is_known) {
    throw JsonError("not a known name: " + name);
  }
}
template <typename... Each>
void from_json(const Json& json, std::variant<Each...>& variant) {
  from_named_json<Each...>(json, variant);
}
template <typename... Each>
void from_json(const Json& json, OneOf<Each...>& one) {
  from_named_json<Each...>(json, one);
}

}  // namespace gemmlab
