#include "common/facts/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gemmlab {
namespace {

using Library = nlohmann::ordered_json;

constexpr int kMostDepth = 64;
constexpr int kMostMembers = 4096;  // each is searched for among all members before it
constexpr int kMostValues = 1 << 20;

Json from_library(const Library& library) {
  switch (library.type()) {
    case Library::value_t::boolean:
      return library.get<bool>();
    case Library::value_t::number_integer:
      return library.get<std::int64_t>();
    case Library::value_t::number_unsigned:
      return library.get<std::uint64_t>();
    case Library::value_t::number_float:
      return library.get<double>();
    case Library::value_t::string:
      return library.get_ref<const std::string&>();
    case Library::value_t::null:
      return {};
    default:
      break;
  }
  Json json = library.is_array() ? Json::array() : Json::object();
  for (const auto& [key, value] : library.items()) {
    if (library.is_array()) {
      json.push_back(from_library(value));
    } else {
      json[key] = from_library(value);
    }
  }
  return json;
}

template <typename Kind, typename Value>
const Kind& only(const Value& value, const char* what) {
  const Kind* const found = std::get_if<Kind>(&value);
  if (found == nullptr) {
    throw JsonError(std::string("not ") + what);
  }
  return *found;
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}

Json Json::array() {
  Json json;
  json.set(Array());
  return json;
}

Json Json::object() {
  return Json(std::initializer_list<Member>());
}

Json Json::parse(std::string_view text, Comments comments) {
  using Event = Library::parse_event_t;
  std::array<int, kMostDepth + 1> members{};  // by depth, of the current object
  int values = 0;
  const auto limit = [&](int depth, Event event, const Library&) {
    const bool is_start = event == Event::object_start || event == Event::array_start;
    if (++values > kMostValues || (is_start && depth >= kMostDepth) ||
        (event == Event::key && ++members[std::size_t(depth)] > kMostMembers)) {
      throw JsonError("it has too many values, or values in values");
    }
    if (is_start) {
      members[std::size_t(depth) + 1] = 0;
    }
    return true;
  };
  try {
    return from_library(Library::parse(text, limit, true, comments == Comments::skipped));
  } catch (const Library::exception& error) {
    throw JsonError(error.what());
  }
}

// The library's value of the same content.
struct JsonToLibrary {
  static Library of(const Json& json) { return std::visit(JsonToLibrary(), json.value_); }

  Library operator()(std::monostate) const { return nullptr; }
  Library operator()(const Json::Array& items) const {
    Library all = Library::array();
    for (const Json& item : items) {
      all.push_back(of(item));
    }
    return all;
  }
  Library operator()(const Json::Object& members) const {
    Library all = Library::object();
    for (const auto& [key, value] : members) {
      all[key] = of(value);
    }
    return all;
  }
  Library operator()(const auto& scalar) const { return scalar; }
};

std::string Json::text(int indent) const {
  return JsonToLibrary::of(*this).dump(indent, ' ', false, Library::error_handler_t::replace);
}

void Json::read(bool& value) const {
  value = only<bool>(value_, "true or false");
}

void Json::read(std::int64_t& value) const {
  const auto* const positive = std::get_if<std::uint64_t>(&value_);
  if (positive != nullptr && !std::in_range<std::int64_t>(*positive)) {
    throw JsonError("a number is too large");
  }
  value =
      positive != nullptr ? std::int64_t(*positive) : only<std::int64_t>(value_, "a whole number");
}

void Json::read(std::uint64_t& value) const {
  value = only<std::uint64_t>(value_, "a whole number that is not negative");
}

void Json::read(double& value) const {
  if (const auto* const positive = std::get_if<std::uint64_t>(&value_)) {
    value = double(*positive);
  } else if (const auto* const negative = std::get_if<std::int64_t>(&value_)) {
    value = double(*negative);
  } else {
    value = only<double>(value_, "a number");
  }
}

const std::string& Json::as_string() const {
  return only<std::string>(value_, "a text");
}

const Json::Array& Json::items() const {
  return only<Array>(value_, "a list");
}

const Json::Object& Json::members() const {
  return only<Object>(value_, "an object");
}

const Json* Json::find(std::string_view key) const {
  const Object* const object = std::get_if<Object>(&value_);
  if (object == nullptr) {
    return nullptr;
  }
  const auto found = std::ranges::find(*object, key, &Member::key);
  return found == object->end() ? nullptr : &found->value;
}

const Json& Json::at(std::string_view key) const {
  const Json* const found = find(key);
  if (found == nullptr) {
    throw JsonError('"' + std::string(key) + "\" is missing");
  }
  return *found;
}

const Json& Json::at(std::size_t index) const {
  const Array& all = items();
  if (index >= all.size()) {
    throw JsonError("a list is too short");
  }
  return all[index];
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) {
    value_ = Object();
  }
  if (const Json* const found = find(key)) {
    return const_cast<Json&>(*found);
  }
  return std::get<Object>(value_).emplace_back(Member{std::string(key), {}}).value;
}

void Json::push_back(Json item) {
  if (is_null()) {
    value_ = Array();
  }
  std::get<Array>(value_).push_back(std::move(item));
}

void Json::for_each_text(const std::function<void(std::string&)>& change) {
  if (auto* const text = std::get_if<std::string>(&value_)) {
    change(*text);
  } else if (auto* const array = std::get_if<Array>(&value_)) {
    for (Json& item : *array) {
      item.for_each_text(change);
    }
  } else if (auto* const object = std::get_if<Object>(&value_)) {
    for (Member& member : *object) {
      member.value.for_each_text(change);
    }
  }
}

void Json::update(const Json& object) {
  for (const auto& [key, value] : object.members()) {
    (*this)[key] = value;
  }
}

bool Json::operator==(const Json& other) const {
  return value_ == other.value_;
}

void Json::set(Content content) {
  value_ = std::move(content);
  const auto* const whole = std::get_if<std::int64_t>(&value_);
  if (whole != nullptr && *whole >= 0) {
    value_ = std::uint64_t(*whole);  // as parsing does: equal numbers are equal values
  }
}

}  // namespace gemmlab
