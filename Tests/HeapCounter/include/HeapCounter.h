// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what a thread takes from the heap. A program that links this has its malloc and relatives replaced by ones that count.
#ifndef HEAPCOUNTER_H
#define HEAPCOUNTER_H

// Allocations, reallocations and frees of the calling thread so far.
long heap_calls(void);

#endif
