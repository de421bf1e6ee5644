// SPDX-License-Identifier: GPL-3.0-or-later
#include "HeapCounter.h"

#include <errno.h>
#include <stddef.h>

// The C library's own, under the names that it keeps for replacements.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);

static _Thread_local long calls;

long heap_calls(void) { return calls; }

void *malloc(size_t size) {
  calls += 1;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  calls += 1;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  calls += 1;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  calls += 1;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  calls += 1;
  void *memory = __libc_memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *out = memory;
  return 0;
}

void free(void *old) {
  calls += 1;
  __libc_free(old);
}
