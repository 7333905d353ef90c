// cuBLAS's header: a program that only includes it runs, and its names are refused where they are
// used.
#pragma once
