// SPDX-License-Identifier: GPL-3.0-or-later
// Six voices of the bank in C, to measure the Swift ones against: the same recipes and approximations,
// and the same samples but for rounding.
#ifndef ENGINE_BENCH_C_H
#define ENGINE_BENCH_C_H

#include <stdint.h>

enum cvoice_kind { CVOICE_KICK, CVOICE_HAT, CVOICE_CLAP, CVOICE_PLUCK, CVOICE_PAD, CVOICE_LEAD };

typedef struct cvoice cvoice;

// Room for `count` voices, to be given to `free`; NULL where there is none.
cvoice *cvoice_allocate(int count);

// Strikes a voice; `rate` in frames a second, at most 50000, `frequency` in hertz.
void cvoice_strike(
    cvoice *voices, int index, enum cvoice_kind kind, double rate, float velocity, double frequency, uint32_t seed);

// Adds the next `frames` of the first `count` voices to `mix`, in full octets; `scratch` has room for as many.
void cvoice_add(cvoice *voices, int count, float *mix, float *scratch, int frames);

#endif
