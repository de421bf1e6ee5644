// SPDX-License-Identifier: GPL-3.0-or-later
// A short sleep for the process callback, which may wait only while the server freewheels: there is no deadline then.
#ifndef CPAUSE_H
#define CPAUSE_H

#include <time.h>

// Sleeps for a fifth of a millisecond.
__attribute__((swift_attr("@_noLocks"))) static inline void cpause_while_freewheeling(void) {
  struct timespec time = {0, 200000};
  nanosleep(&time, 0);
}

#endif
