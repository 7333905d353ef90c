// Marks a type that the simulator lacks: compilers that know the attribute name it at each use, the
// others where it must be complete.
#pragma once

#if defined(__has_attribute)
#if __has_attribute(unavailable)
#define SIMT_LACKING __attribute__((unavailable))
#endif
#endif
#ifndef SIMT_LACKING
#define SIMT_LACKING
#endif
