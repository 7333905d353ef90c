// A variant of many structs. Its copying, moving and destruction is compiled once:
//   GEMMLAB_ONE_OF(Cause, NotWritten, PartNotWritten, ...)   in a header
//   GEMMLAB_ONE_OF_CODE(Cause)                               in one .cpp
// A plain std::variant generates tables of functions for all its structs in every file that copies
// it. With sixty structs, that was a fifth of the build time. g++ 11 visits plain() only.
#pragma once

#include <utility>
#include <variant>

#define GEMMLAB_ONE_OF(Class, ...)                 \
  struct Class : std::variant<__VA_ARGS__> {       \
    using variant::variant;                        \
    const variant& plain() const { return *this; } \
    Class();                                       \
    Class(const Class&);                           \
    Class(Class&&) noexcept;                       \
    Class& operator=(const Class&);                \
    Class& operator=(Class&&) noexcept;            \
    ~Class();                                      \
  };

// Assignment goes through a new object: a variant's own assignment needs two more tables.
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
