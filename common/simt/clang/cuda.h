// The driver API's header, which many programs include and few use: without its functions.
#pragma once
