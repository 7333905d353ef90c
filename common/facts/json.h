// Facts as JSON, in both directions. A struct names its fields once:
//   GEMMLAB_JSON(Place, file, line, column, what)
// Enums travel by name, an absent std::optional as null, and a variant of structs that have a kName
// as {"name": "k_tail_missing", ...fields}. Reading throws nlohmann::json::exception for what is no
// such value: the other side may be untrusted.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "common/facts/names.h"

// Only reading, where what is written holds more than is read back.
#define GEMMLAB_FROM_JSON(Type, ...)                                           \
  template <typename Json>                                                     \
  void from_json(const Json& nlohmann_json_j, Type& nlohmann_json_t) {         \
    NLOHMANN_JSON_EXPAND(NLOHMANN_JSON_PASTE(NLOHMANN_JSON_FROM, __VA_ARGS__)) \
  }

#define GEMMLAB_JSON(Type, ...)                                                          \
  template <typename Json>                                                               \
  void to_json(Json& nlohmann_json_j, const Type& nlohmann_json_t){NLOHMANN_JSON_EXPAND( \
      NLOHMANN_JSON_PASTE(NLOHMANN_JSON_TO, __VA_ARGS__))} GEMMLAB_FROM_JSON(Type, __VA_ARGS__)

namespace nlohmann {

template <gemmlab::Named Enum>
struct adl_serializer<Enum> {
  template <typename Json>
  static void to_json(Json& json, const Enum& value) {
    json = std::string(gemmlab::name(value));
  }
  template <typename Json>
  static void from_json(const Json& json, Enum& value) {
    const auto found = gemmlab::named<Enum>(json.template get<std::string>());
    if (!found) {
      throw detail::other_error::create(501, "not a known name: " + json.dump(), &json);
    }
    value = *found;
  }
};

template <typename Value>
struct adl_serializer<std::optional<Value>> {
  template <typename Json>
  static void to_json(Json& json, const std::optional<Value>& value) {
    json = value ? Json(*value) : Json();
  }
  template <typename Json>
  static void from_json(const Json& json, std::optional<Value>& value) {
    value = json.is_null() ? std::nullopt : std::optional<Value>(json.template get<Value>());
  }
};

template <typename... Each>
struct adl_serializer<std::variant<Each...>> {
  template <typename Json>
  static void to_json(Json& json, const std::variant<Each...>& variant) {
    json = Json::object();
    std::visit(
        [&json](const auto& each) {
          using One = std::decay_t<decltype(each)>;
          json["name"] = One::kName;
          if constexpr (!std::is_empty_v<One>) {
            json.update(Json(each));
          }
        },
        variant);
  }
  template <typename Json>
  static void from_json(const Json& json, std::variant<Each...>& variant) {
    const auto name = json.at("name").template get<std::string>();
    const bool is_known = (read_if_named<Each>(json, name, variant) || ...);
    if (!is_known) {
      throw detail::other_error::create(501, "not a known name: " + name, &json);
    }
  }

 private:
  template <typename One, typename Json>
  static bool read_if_named(const Json& json,
                            const std::string& name,
                            std::variant<Each...>& variant) {
    if (One::kName != name) {
      return false;
    }
    if constexpr (std::is_empty_v<One>) {
      variant = One{};
    } else {
      variant = json.template get<One>();
    }
    return true;
  }
};

}  // namespace nlohmann
