// SPDX-License-Identifier: GPL-3.0-or-later
// The RealtimeSanitizer's runtime, where it is linked: the symbols are weak, so a build without it works too.
#ifndef CSANITIZER_H
#define CSANITIZER_H

#include <stdbool.h>
#include <stddef.h>

void __rtsan_ensure_initialized(void) __attribute__((weak));
void __rtsan_realtime_enter(void) __attribute__((weak));
void __rtsan_realtime_exit(void) __attribute__((weak));

// Whether the runtime is linked.
static inline bool sanitizer_is_linked(void) { return __rtsan_realtime_enter != NULL; }

// Call once before the first enter.
static inline void sanitizer_begin(void) { __rtsan_ensure_initialized(); }

// From here on, this thread may neither allocate nor make a system call.
static inline void sanitizer_enter(void) { __rtsan_realtime_enter(); }

// From here on, it may again.
static inline void sanitizer_exit(void) { __rtsan_realtime_exit(); }

#endif
