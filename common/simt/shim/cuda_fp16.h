// Half precision: the names of types that the simulator lacks. A variable may have such a name; a
// use of the type is an error, which the grader explains.
#pragma once

#include "lacking_type.h"

struct __half;
struct __half2;
typedef struct __half half SIMT_LACKING;
typedef struct __half2 half2 SIMT_LACKING;
