// What the file's text tells of a failure that a run has shown: the statement that is the cause.
#pragma once

#include <string>

#include "common/facts/json_fields.h"
#include "common/facts/names.h"

namespace gemmlab {

GEMMLAB_ENUM(TellKind,
             pointer_set,      // a kernel sets its pointer `name`, and stores nothing through it
             passed_twice,     // a launch passes `name` for what it reads and for what it writes
             flat_guard,       // the condition `name` is of all elements, where it must be `other`
             part_tested,      // `name` is compared, but the index there is `other`
             left_before,      // `other` leaves the loop before `name` is stored
             one_statement,    // elements of `name` are read and written in one statement
             truth_value,      // `name` is a bool, and gets an element
             whole_number,     // `name`, of the type `other`, gets an element
             too_small,        // the local array `name` has less elements than `other`
             product_skipped,  // a product is left out where `name` is 0
             asked_again,      // cudaGetLastError() is called again, without a launch between
             freed_before,     // `name` is freed before its last use
             other_argument,   // a launch's template argument, `other`, is not the host's `name`
             loop_past,        // a loop's condition `name` is past the extent `other` of an array
             declared_turned,  // the extents of `name`: its first index has the condition `other`
             threads_apart,    // in `name` a thread's place along a row is multiplied by `other`
             counted_by_columns,  // `name` is a thread's number in its block, x times something:
                                  // `other` is meant
             host_pointer,        // a launch passes `name`, to host memory, where `other` is meant
             copied_before,   // the result, `name`, is copied back before the launch, line `other`
             copied_after,    // `name` is filled only after the launch, line `other`
             fragment_place)  // `name`, an element of a fragment, stands for a place in its matrix

struct Tell {
  TellKind kind = TellKind::pointer_set;
  int line = 0;
  std::string name, other;  // code
};
GEMMLAB_JSON(Tell, kind, line, name, other)

}  // namespace gemmlab
