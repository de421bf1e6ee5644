// SPDX-License-Identifier: GPL-3.0-or-later
// Sawtooth and triangle whose jumps and corners are smoothed by polynomials.
#ifndef WAVE_H
#define WAVE_H

#include "blocks.h"

typedef struct {
  float per_reach, corner_reach, per_corner;
  uint32_t jump_lead, jump_span, corner_lead, corner_span;
} wave;

BLOCK void window(uint32_t step, float lead, float span, uint32_t *lead_turns, uint32_t *span_turns) {
  double turns_of_span = (double)step * span;
  *lead_turns = turns_of_span < 0x1p32 ? (uint32_t)((double)step * lead) : 0;
  *span_turns = turns_of_span < 0x1p32 ? (uint32_t)turns_of_span : UINT32_MAX;
}

BLOCK wave wave_at(uint32_t step) {
  wave w;
  float t = (float)step * 0x1p-32f;
  w.per_reach = 0x1p-32f / fmaxf(fminf(t * 4, 0.5f), 0x1p-30f);
  w.corner_reach = fmaxf(fminf(t * 2.5f, 0.25f), 0x1p-30f);
  w.per_corner = 1 / w.corner_reach;
  window(step, 12, 17, &w.jump_lead, &w.jump_span);
  window(step, 10.5f, 14, &w.corner_lead, &w.corner_span);
  return w;
}

BLOCK octet jump(octet distance) {
  octet u = clamp(distance, -1, 1), z = u * u;
  octet slope = z * 7.675629f - 36.40725f;
  slope = slope * z + 73.22174f;
  slope = slope * z - 81.11955f;
  slope = slope * z + 53.341228f;
  slope = slope * z - 20.728329f;
  slope = slope * z + 5.016533f;
  return u * slope;
}

BLOCK octet saw(const wave *w, turns t) {
  if (t[0] + w->jump_lead > w->jump_span) return __builtin_convertvector((ints)(t + 0x80000000u), octet) * 0x1p-31f;
  octet distance = __builtin_convertvector((ints)t, octet);
  return distance * 0x1p-31f - jump(distance * w->per_reach);
}

BLOCK octet triangle(const wave *w, turns t) {
  ints shifted = (ints)(t + 0x40000000u);
  ints mirror = (shifted ^ (ints)((turns)shifted << 1)) >> 31;
  ints mirrored = (ints)((turns)(shifted ^ mirror) + ((turns)mirror & 0x80000001u));
  octet folded = __builtin_convertvector(mirrored, octet);
  if (((t[0] + w->corner_lead) & 0x7FFFFFFFu) > w->corner_span) return folded * 0x1p-30f;
  turns bits = (turns)folded;
  octet height = (octet)(bits & 0x7FFFFFFFu);
  octet corner = 0.25f - height * 0x1p-32f;
  octet scaled = corner * w->per_corner;
  octet u = choose(scaled > all(1), all(1), scaled), z = u * u;
  octet round = z * -0.18236159f + 0.79194635f;
  round = round * z - 1.4066695f;
  round = round * z + 1.6669463f;
  round = round * z + 0.13013846f - u;
  octet size = 1 - (corner + round * w->corner_reach) * 4;
  return (octet)((turns)size | (bits & 0x80000000u));
}

#endif
