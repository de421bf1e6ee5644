// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CLockCounter.h"

#include <dlfcn.h>
#include <pthread.h>

static _Thread_local long calls;

long lock_calls(void) { return calls; }

// Calls the library's own function of a name, found when it is first needed. The C library's inner calls do not come by here.
#define PASS_ON(name, type)                                          \
  int name(type *lock) {                                             \
    static int (*own)(type *);                                       \
    if (!own) own = (int (*)(type *))dlsym(RTLD_NEXT, #name);        \
    calls += 1;                                                      \
    return own(lock);                                                \
  }

PASS_ON(pthread_mutex_lock, pthread_mutex_t)
PASS_ON(pthread_mutex_trylock, pthread_mutex_t)
PASS_ON(pthread_rwlock_rdlock, pthread_rwlock_t)
PASS_ON(pthread_rwlock_wrlock, pthread_rwlock_t)
