// SPDX-License-Identifier: GPL-3.0-or-later
// What the voices are made of. Everything is computed in octets of frames, with the compiler's own vector types.
#ifndef BLOCKS_H
#define BLOCKS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"
#define BLOCK static inline __attribute__((always_inline))

typedef float octet __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));
typedef uint32_t turns __attribute__((vector_size(32)));
typedef float quad __attribute__((vector_size(16)));

BLOCK octet load(const float *from) {
  octet value;
  memcpy(&value, from, sizeof value);
  return value;
}

BLOCK void store(float *to, octet value) { memcpy(to, &value, sizeof value); }

BLOCK octet all(float value) { return (octet){value, value, value, value, value, value, value, value}; }

BLOCK octet choose(ints mask, octet yes, octet no) { return (octet)((mask & (ints)yes) | (~mask & (ints)no)); }

BLOCK octet clamp(octet x, float low, float high) {
  x = choose(x < all(low), all(low), x);
  return choose(x > all(high), all(high), x);
}

// Phases in turns of 2^-32.

BLOCK uint32_t increment(double turns_a_frame) { return (uint32_t)(turns_a_frame * 0x1p32); }

BLOCK turns steady(uint32_t *phase, uint32_t step) {
  turns result = *phase + step * (turns){0, 1, 2, 3, 4, 5, 6, 7};
  *phase += step * 8;
  return result;
}

BLOCK turns sliding(uint32_t *phase, uint32_t first, uint32_t following) {
  uint32_t slope = (uint32_t)((int32_t)(following - first) >> 3);
  turns result = *phase + first * (turns){0, 1, 2, 3, 4, 5, 6, 7} + slope * (turns){0, 0, 1, 3, 6, 10, 15, 21};
  *phase += first * 8 + slope * 28;
  return result;
}

BLOCK octet sine(turns t) {
  octet x = (octet)(((t << 1) >> 9) | 0x3F800000u) - 1;
  octet z = x - x * x;
  octet y = z * 0.21931565f + 1.1123958f;
  y = y * z + 3.1418488f;
  y = (y * z + 3.141586f) * z;
  return (octet)((turns)y ^ (t & 0x80000000u));
}

BLOCK float sine1(uint32_t t) {
  uint32_t bits = ((t << 1) >> 9) | 0x3F800000u;
  float x, y;
  memcpy(&x, &bits, 4);
  x -= 1;
  float z = x - x * x;
  y = z * 0.21931565f + 1.1123958f;
  y = y * z + 3.1418488f;
  y = (y * z + 3.141586f) * z;
  return t & 0x80000000u ? -y : y;
}

BLOCK octet tanh8(octet x) {
  x = clamp(x, -7, 7);
  octet z = x * x;
  octet above = z * 3.9959505e-6f + 0.002293109f;
  above = above * z + 0.1232208f;
  above = above * z + 0.999999f;
  octet below = z * 0.00014398649f + 0.021151714f;
  below = below * z + 0.4565464f;
  below = below * z + 1;
  return x * above / below;
}

// A level that rises along a straight line, then decays; a decay of 1 holds.
typedef struct {
  int32_t attack_left;
  float slope;
  double level, decay;
} envelope;

BLOCK envelope hit(float peak, double tau, double attack, double rate) {
  int32_t frames = (int32_t)(attack * rate + 0.5);
  return (envelope){frames, frames > 0 ? peak / frames : 0, peak, tau > 0 ? exp(-1 / (tau * rate)) : 1};
}

BLOCK octet next(envelope *e) {
  if (e->attack_left > 0) {
    octet rising = all((float)e->level) - ((float)e->attack_left - (octet){0, 1, 2, 3, 4, 5, 6, 7}) * e->slope;
    e->attack_left -= 8;
    if (e->attack_left >= 0) return rising;
    for (int i = e->attack_left + 8; i < 8; i++) {
      rising[i] = (float)e->level;
      e->level *= e->decay;
    }
    e->attack_left = 0;
    return rising;
  }
  double d = e->decay, d2 = d * d, d3 = d2 * d, d4 = d2 * d2;
  octet powers = {1, (float)d, (float)d2, (float)d3, (float)d4, (float)(d4 * d), (float)(d4 * d2), (float)(d4 * d3)};
  octet levels = (float)e->level * powers;
  e->level *= d4 * d4;
  return levels;
}

// White noise.
typedef struct {
  uint32_t state;
  float gain;
} noise;

BLOCK noise noise_from(uint32_t seed, double rate) { return (noise){seed, (float)sqrt(rate / 48000) * 0x1p-31f}; }

BLOCK octet next_noise(noise *n) {
  uint32_t state = n->state;
  ints values = {0};
  for (int i = 0; i < 8; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    values[i] = (int32_t)state;
  }
  n->state = state;
  return __builtin_convertvector(values, octet) * n->gain;
}

#endif
