#include "common/facts/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gemmlab {
namespace {

using Library = nlohmann::ordered_json;

Json from_library(const Library& library) {
  Json json;
  switch (library.type()) {
    case Library::value_t::boolean:
      json.set(library.get<bool>());
      break;
    case Library::value_t::number_integer:
      json.set(library.get<std::int64_t>());
      break;
    case Library::value_t::number_unsigned:
      json.set(library.get<std::uint64_t>());
      break;
    case Library::value_t::number_float:
      json.set(library.get<double>());
      break;
    case Library::value_t::string:
      json.set(library.get_ref<const std::string&>());
      break;
    case Library::value_t::array:
      json = Json::array();
      for (const Library& item : library) {
        json.push_back(from_library(item));
      }
      break;
    case Library::value_t::object:
      json = Json::object();
      for (const auto& [key, value] : library.items()) {
        json[key] = from_library(value);
      }
      break;
    default:
      break;
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

Json::Json() = default;
Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}
Json::Json(const Json&) = default;
Json::Json(Json&&) noexcept = default;
Json& Json::operator=(const Json&) = default;
Json& Json::operator=(Json&&) noexcept = default;
Json::~Json() = default;

Json Json::array() {
  Json json;
  json.value_ = Array();
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json Json::parse(std::string_view text, Comments comments) {
  try {
    return from_library(Library::parse(text, nullptr, true, comments == Comments::skipped));
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

bool Json::is_null() const {
  return std::holds_alternative<std::monostate>(value_);
}

bool Json::is_string() const {
  return std::holds_alternative<std::string>(value_);
}

bool Json::is_array() const {
  return std::holds_alternative<Array>(value_);
}

bool Json::is_object() const {
  return std::holds_alternative<Object>(value_);
}

bool Json::as_bool() const {
  return only<bool>(value_, "true or false");
}

std::int64_t Json::as_signed() const {
  const auto* const positive = std::get_if<std::uint64_t>(&value_);
  if (positive == nullptr) {
    return only<std::int64_t>(value_, "a whole number");
  }
  if (!std::in_range<std::int64_t>(*positive)) {
    throw JsonError("a number is too large");
  }
  return std::int64_t(*positive);
}

std::uint64_t Json::as_unsigned() const {
  return only<std::uint64_t>(value_, "a whole number that is not negative");
}

double Json::as_double() const {
  if (const auto* const positive = std::get_if<std::uint64_t>(&value_)) {
    return double(*positive);
  }
  if (const auto* const negative = std::get_if<std::int64_t>(&value_)) {
    return double(*negative);
  }
  return only<double>(value_, "a number");
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
  return std::get<Object>(value_).emplace_back(std::string(key), Json()).value;
}

void Json::push_back(Json item) {
  if (is_null()) {
    value_ = Array();
  }
  std::get<Array>(value_).push_back(std::move(item));
}

void Json::update(const Json& object) {
  for (const auto& [key, value] : object.members()) {
    (*this)[key] = value;
  }
}

bool Json::operator==(const Json& other) const {
  return value_ == other.value_;
}

void Json::set(bool value) {
  value_ = value;
}

void Json::set(std::int64_t value) {
  if (value >= 0) {
    value_ = std::uint64_t(value);  // as parsing does: equal numbers are equal values
  } else {
    value_ = value;
  }
}

void Json::set(std::uint64_t value) {
  value_ = value;
}

void Json::set(double value) {
  value_ = value;
}

void Json::set(std::string_view value) {
  value_ = std::string(value);
}

}  // namespace gemmlab
