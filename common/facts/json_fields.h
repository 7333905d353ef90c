// The fields of a struct in JSON, listed once, directly below it:
//   GEMMLAB_JSON(Place, file, line, column, what)
// It says how to write and read them; json.h has the rest, for sources that do. A field that is not
// listed does not compile. One that JSON must not have is named, with the reason:
//   GEMMLAB_JSON_WITHOUT(Change, (likeness), "orders changes before they are told", line, was)
#pragma once

#include <boost/preprocessor/seq/for_each.hpp>
#include <boost/preprocessor/tuple/rem.hpp>
#include <boost/preprocessor/variadic/to_seq.hpp>
#include <concepts>

namespace gemmlab {

class Json;

// Aggregates of these bases, without a field of their own.
struct AnyField {
  template <typename Field>
  operator Field() const;
};
template <typename Type, typename... Bases>
concept OnlyOfBases = requires {
  Type{Bases()...};
}
&&!requires {
  Type{Bases()..., AnyField()};
};

}  // namespace gemmlab

// GEMMLAB_EACH(Do, a, b): Do(a) Do(b)
#define GEMMLAB_DO(next, Do, each) Do(each)
#define GEMMLAB_EACH(Do, ...) \
  BOOST_PP_SEQ_FOR_EACH(GEMMLAB_DO, Do, BOOST_PP_VARIADIC_TO_SEQ(__VA_ARGS__))

#define GEMMLAB_WRITE_FIELD(field) fields[#field] = value.field;
#define GEMMLAB_READ_FIELD(field) json.at(#field).get_to(value.field);

// Only these fields of `value`, for types that have others too.
#define GEMMLAB_WRITE(...) GEMMLAB_EACH(GEMMLAB_WRITE_FIELD, __VA_ARGS__)
#define GEMMLAB_READ(...) GEMMLAB_EACH(GEMMLAB_READ_FIELD, __VA_ARGS__)

// Only reading, for types that write more than they read back. Templates cost nothing where they
// are not used.
#define GEMMLAB_FROM_JSON(Type, ...)                \
  template <std::same_as<Json> Fields>              \
  void from_json(const Fields& json, Type& value) { \
    GEMMLAB_READ(__VA_ARGS__)                       \
  }

// Fields is a Json, or another class with an operator[] for fields.
#define GEMMLAB_SOME_FIELDS(Type, ...)             \
  template <typename Fields>                       \
  void to_json(Fields& fields, const Type& value){ \
      GEMMLAB_EACH(GEMMLAB_WRITE_FIELD, __VA_ARGS__)} GEMMLAB_FROM_JSON(Type, __VA_ARGS__)

// Compiles only if the struct has so many fields.
#define GEMMLAB_COUNT_FIELDS(Type, ...)                          \
  inline void count_fields(const Type& counted_struct) {         \
    [[maybe_unused]] const auto& [__VA_ARGS__] = counted_struct; \
  }

#define GEMMLAB_JSON(Type, ...)           \
  GEMMLAB_COUNT_FIELDS(Type, __VA_ARGS__) \
  GEMMLAB_SOME_FIELDS(Type, __VA_ARGS__)

#define GEMMLAB_JSON_WITHOUT(Type, others, why, ...)                       \
  static_assert(sizeof(why) > 1);                                          \
  GEMMLAB_COUNT_FIELDS(Type, __VA_ARGS__, BOOST_PP_TUPLE_REM_CTOR(others)) \
  GEMMLAB_SOME_FIELDS(Type, __VA_ARGS__)

// For a struct that consists of bases, each with its list: all their fields, side by side.
#define GEMMLAB_JSON_OF_BASES(Type, ...)                                        \
  static_assert(OnlyOfBases<Type, __VA_ARGS__>, "a field belongs into a base"); \
  template <typename Fields>                                                    \
  void to_json(Fields& fields, const Type& value) {                             \
    GEMMLAB_EACH(GEMMLAB_WRITE_BASE, __VA_ARGS__)                               \
  }                                                                             \
  template <std::same_as<Json> Fields>                                          \
  void from_json(const Fields& json, Type& value) {                             \
    GEMMLAB_EACH(GEMMLAB_READ_BASE, __VA_ARGS__)                                \
  }
#define GEMMLAB_WRITE_BASE(Base) to_json(fields, static_cast<const Base&>(value));
#define GEMMLAB_READ_BASE(Base) from_json(json, static_cast<Base&>(value));
