// One of many structs, like a std::variant:
//   struct Cause : OneOf<NotWritten, PartNotWritten, ...> { using OneOf::OneOf; };
//   visit(visitor, cause), get_if<NotWritten>(&cause), holds_alternative<NotWritten>(cause)
// A variant of a hundred structs generates tables of functions for all of them in every file that
// copies, moves or destroys it: a tenth of the build time, and the largest compiler process. Here
// only those files that make a struct generate something for it, and only visit() has a table.
#pragma once

#include <any>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gemmlab {

// Holds a copy of its struct; after it was moved from it may only be assigned to or destroyed.
template <typename... Each>
class OneOf {
 public:
  template <typename One>
  static constexpr bool can_hold = (std::is_same_v<One, Each> || ...);

  OneOf() : OneOf(std::tuple_element_t<0, std::tuple<Each...>>()) {}
  template <typename One>
  requires(can_hold<std::remove_cvref_t<One>>) OneOf(One&& one)
      : which_(position<std::remove_cvref_t<One>>()), held_(std::forward<One>(one)) {}

  // The position of the struct held among Each.
  std::size_t index() const { return which_; }

  template <typename One>
  One& emplace() {
    which_ = position<One>();
    return held_.template emplace<One>();
  }

  // Null if another struct is held.
  template <typename One>
  One* held() {
    static_assert(can_hold<One>, "it can never hold that");
    return std::any_cast<One>(&held_);
  }
  template <typename One>
  const One* held() const {
    static_assert(can_hold<One>, "it can never hold that");
    return std::any_cast<One>(&held_);
  }

 private:
  template <typename One>
  static constexpr std::size_t position() {
    std::size_t before = 0;
    (void)((std::is_same_v<One, Each> || (++before, false)) || ...);
    return before;
  }

  std::size_t which_;
  std::any held_;
};

template <typename One>
One& held_in(One* held) {
  return held != nullptr ? *held : throw std::bad_any_cast();
}

template <typename One, typename... Each>
const One* get_if(const OneOf<Each...>* one) {
  return one->template held<One>();
}
template <typename One, typename... Each>
One* get_if(OneOf<Each...>* one) {
  return one->template held<One>();
}

template <typename One, typename... Each>
bool holds_alternative(const OneOf<Each...>& one) {
  return one.template held<One>() != nullptr;
}

// Throws std::bad_any_cast if another struct is held.
template <typename One, typename... Each>
const One& get(const OneOf<Each...>& one) {
  return held_in<const One>(one.template held<One>());
}
template <typename One, typename... Each>
One& get(OneOf<Each...>& one) {
  return held_in<One>(one.template held<One>());
}

template <typename Result, typename One, typename Visitor, typename OfMany>
Result visit_held(Visitor& visitor, const OfMany& one) {
  return visitor(*one.template held<One>());
}
template <typename Visitor, typename... Each>
decltype(auto) visit(Visitor&& visitor, const OneOf<Each...>& one) {
  using First = std::tuple_element_t<0, std::tuple<Each...>>;
  using Result = std::invoke_result_t<Visitor&, const First&>;
  using Visit = Result (*)(std::remove_reference_t<Visitor>&, const OneOf<Each...>&);
  static constexpr Visit visits[] = {
      visit_held<Result, Each, std::remove_reference_t<Visitor>, OneOf<Each...>>...};
  return visits[one.index()](visitor, one);
}

}  // namespace gemmlab
