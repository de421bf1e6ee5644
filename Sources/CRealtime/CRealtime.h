// SPDX-License-Identifier: GPL-3.0-or-later
// The processor's floating-point mode: the one thing the sound engine needs and Swift cannot say.
#ifndef CREALTIME_H
#define CREALTIME_H

#include <stdint.h>

#define CREALTIME_SAFE __attribute__((swift_attr("@_noLocks"))) static inline

#if defined(__x86_64__)

#include <xmmintrin.h>

// Flush to zero (bit 15) and denormals are zero (bit 6) of MXCSR.
#define CREALTIME_FLUSH_BITS 0x8040u

CREALTIME_SAFE uint64_t crealtime_float_mode(void) { return _mm_getcsr(); }

CREALTIME_SAFE void crealtime_set_float_mode(uint64_t mode) { _mm_setcsr((unsigned int)mode); }

#elif defined(__aarch64__)

// Flush to zero (bit 24) of FPCR; it covers inputs as well as results.
#define CREALTIME_FLUSH_BITS (1ull << 24)

CREALTIME_SAFE uint64_t crealtime_float_mode(void) {
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
}

CREALTIME_SAFE void crealtime_set_float_mode(uint64_t mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode)); }

#else
#error "The floating-point mode of this processor is not known here."
#endif

// Makes this thread treat denormal numbers as zero; returns the mode from before.
CREALTIME_SAFE uint64_t crealtime_flush_denormals(void) {
  uint64_t before = crealtime_float_mode();
  crealtime_set_float_mode(before | CREALTIME_FLUSH_BITS);
  return before;
}

#endif
