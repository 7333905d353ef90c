// Half precision: its names are refused where a program that includes this uses them.
#pragma once

#define half __half
#define half2 __half2
