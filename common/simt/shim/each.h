// SIMT_EACH(Do, a, b): Do(a) Do(b); for up to 64 names.
#pragma once

#define SIMT_EACH(Do, ...) SIMT_SCAN_3(SIMT_NEXT(Do, __VA_ARGS__))
#define SIMT_NEXT(Do, first, ...) Do(first) __VA_OPT__(SIMT_AGAIN SIMT_BRACKETS(Do, __VA_ARGS__))
#define SIMT_AGAIN() SIMT_NEXT
#define SIMT_BRACKETS ()
#define SIMT_SCAN_3(...) SIMT_SCAN_2(SIMT_SCAN_2(SIMT_SCAN_2(SIMT_SCAN_2(__VA_ARGS__))))
#define SIMT_SCAN_2(...) SIMT_SCAN_1(SIMT_SCAN_1(SIMT_SCAN_1(SIMT_SCAN_1(__VA_ARGS__))))
#define SIMT_SCAN_1(...) SIMT_SCAN(SIMT_SCAN(SIMT_SCAN(SIMT_SCAN(__VA_ARGS__))))
#define SIMT_SCAN(...) __VA_ARGS__
