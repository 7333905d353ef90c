#include "common/facts/json.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace gemmlab {

using Library = nlohmann::ordered_json;

constexpr std::size_t kMostDepth = 64;
constexpr std::size_t kMostMembers = 4096;  // each is searched for among all others
constexpr int kMostValues = 1 << 20;

Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}

Json Json::array() {
  Json json;
  json.set(Array());
  return json;
}

Json Json::object() {
  return Json(std::initializer_list<Member>());
}

// Builds a value from the library's events, in time in proportion to the text.
class JsonBuilder : public nlohmann::json_sax<Library> {
 public:
  bool null() override { return add({}); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(value); }
  bool binary(Library::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Library::exception& error) override {
    throw JsonError(error.what());
  }

  Json whole;

 private:
  bool add(Json value) {
    static_cast<void>(placed(std::move(value)));
    return true;
  }
  bool open(Json container) {
    if (open_.size() == kMostDepth) {
      throw JsonError("it has values in values in values");
    }
    open_.push_back(placed(std::move(container)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  Json* placed(Json value) {
    if (++values_ > kMostValues) {
      throw JsonError("it has too many values");
    }
    if (open_.empty()) {
      return &(whole = std::move(value));
    }
    if (auto* const items = std::get_if<Json::Array>(&open_.back()->value_)) {
      return &items->emplace_back(std::move(value));
    }
    auto& members = std::get<Json::Object>(open_.back()->value_);
    if (members.size() == kMostMembers) {
      throw JsonError("it has too many members");
    }
    return &members.emplace_back(Json::Member{std::move(key_), std::move(value)}).value;
  }

  std::vector<Json*> open_;  // the containers around the next value, the outermost first
  std::string key_;
  int values_ = 0;
};

Json Json::parse(std::string_view text) {
  JsonBuilder builder;
  Library::sax_parse(text, &builder);
  return std::move(builder.whole);
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

void Json::read(std::int64_t& value) const {
  const auto* const positive = std::get_if<std::uint64_t>(&value_);
  if (positive != nullptr && !std::in_range<std::int64_t>(*positive)) {
    throw JsonError("a number is too large");
  }
  value = positive != nullptr ? std::int64_t(*positive) : only<std::int64_t>("a whole number");
}

void Json::read(double& value) const {
  if (const auto* const positive = std::get_if<std::uint64_t>(&value_)) {
    value = double(*positive);
  } else if (const auto* const negative = std::get_if<std::int64_t>(&value_)) {
    value = double(*negative);
  } else {
    value = only<double>("a number");
  }
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

void Json::for_each_text(const std::function<void(std::string_view key, std::string& text)>& change,
                         std::string_view key) {
  if (auto* const text = std::get_if<std::string>(&value_)) {
    change(key, *text);
  } else if (auto* const items = std::get_if<Array>(&value_)) {
    for (Json& item : *items) {
      item.for_each_text(change, key);
    }
  } else if (auto* const members = std::get_if<Object>(&value_)) {
    for (Member& member : *members) {
      member.value.for_each_text(change, member.key);
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
