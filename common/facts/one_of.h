// A variant of many structs, whose copying, moving and ending is compiled once:
//   GEMMLAB_ONE_OF(Cause, NotWritten, PartNotWritten, ...)   in a header
//   GEMMLAB_ONE_OF_CODE(Cause)                               in one .cpp
// A plain std::variant makes tables of functions for all its structs in every file that copies one:
// with sixty of them, that was a fifth of the time that building took.
#pragma once

#include <memory>
#include <utility>
#include <variant>

#define GEMMLAB_ONE_OF(Class, ...)           \
  struct Class : std::variant<__VA_ARGS__> { \
    using variant::variant;                  \
    Class();                                 \
    Class(const Class&);                     \
    Class(Class&&) noexcept;                 \
    Class& operator=(const Class&);          \
    Class& operator=(Class&&) noexcept;      \
    ~Class();                                \
  };

// Assigned by way of a new object: a variant's own assignment would be two tables more.
#define GEMMLAB_ONE_OF_CODE(Class)                  \
  Class::Class() = default;                         \
  Class::Class(const Class&) = default;             \
  Class::Class(Class&&) noexcept = default;         \
  Class& Class::operator=(const Class& other) {     \
    return *this = Class(other);                    \
  }                                                 \
  Class& Class::operator=(Class&& other) noexcept { \
    if (this != &other) {                           \
      std::destroy_at(this);                        \
      std::construct_at(this, std::move(other));    \
    }                                               \
    return *this;                                   \
  }                                                 \
  Class::~Class() = default;
