// Half precision's header, which many programs include but few use. Its names are refused where
// they are used, as unknown ones.
#pragma once

#define half __half
#define half2 __half2
