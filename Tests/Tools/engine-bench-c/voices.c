// SPDX-License-Identifier: GPL-3.0-or-later
// The six voices. State is copied to locals around each loop, as the Swift voices do.
#include "EngineBenchC.h"

#include <stdlib.h>

#include "filter.h"
#include "wave.h"

typedef struct {
  double value, ratio, offset;
  uint32_t phase;
  int32_t click_octets;
  float drive_gain;
  envelope body, click;
  noise noise;
} kick;

typedef struct {
  noise noise;
  filter high;
  envelope level;
} hat;

typedef struct {
  noise noise;
  filter high, low;
  envelope burst, tail;
  float peak;
  int32_t gap, to_next, to_come;
} clap;

typedef struct {
  uint32_t phase, step;
  envelope second, third, fifth, body;
} pluck;

typedef struct {
  uint32_t phase[3], step[3];
  wave wave;
  envelope level;
  filter low;
} pad;

typedef struct {
  uint32_t step, phase, vibrato, vibrato_step;
  float depth, depth_step;
  wave wave;
  filter high, low;
  envelope level;
} lead;

struct cvoice {
  enum cvoice_kind kind;
  union {
    kick kick;
    hat hat;
    clap clap;
    pluck pluck;
    pad pad;
    lead lead;
  };
};

cvoice *cvoice_allocate(int count) { return calloc((size_t)count, sizeof(cvoice)); }

void cvoice_strike(
    cvoice *voices, int index, enum cvoice_kind kind, double rate, float v, double f, uint32_t seed) {
  cvoice *voice = voices + index;
  memset(voice, 0, sizeof *voice);
  voice->kind = kind;
  double step = f / rate;
  switch (kind) {
    case CVOICE_KICK: {
      double ratio = exp(-8 / (0.045 * rate));
      voice->kick = (kick){134 / rate, ratio, 44 * (1 - ratio) / rate, 0, (int32_t)(0.03 * rate + 0.5) / 8,
                           0.9f / tanh8(all(1.6f))[0], hit(v, 0.28, 0.002, rate), hit(0.25f * v, 0.002, 0.0005, rate),
                           noise_from(seed, rate)};
      break;
    }
    case CVOICE_HAT:
      voice->hat = (hat){noise_from(seed, rate), butterworth(1, 7000, rate), hit(0.9f * v, 0.018, 0.001, rate)};
      break;
    case CVOICE_CLAP: {
      int32_t gap = (int32_t)(0.011 * rate + 0.5);
      voice->clap = (clap){noise_from(seed, rate), butterworth(1, 900, rate), butterworth(0, 4200, rate),
                           hit(1.3f * v, 0.008, 0, rate), hit(0.8f * v, 0.09, 0.002, rate), 1.3f * v, gap, gap, 2};
      break;
    }
    case CVOICE_PLUCK:
      voice->pluck = (pluck){0, increment(step), hit(f * 2 < rate / 2 ? 0.35f : 0, 0.05, 0.001, rate),
                             hit(f * 3 < rate / 2 ? 0.12f : 0, 0.03, 0.001, rate),
                             hit(f * 5 < rate / 2 ? 0.06f : 0, 0.015, 0.001, rate), hit(0.45f * v, 0.14, 0.003, rate)};
      break;
    case CVOICE_PAD:
      voice->pad = (pad){{0}, {increment(f * 0.995965 / rate), increment(step), increment(f * 1.003472 / rate)},
                         wave_at(increment(step)), hit(0.3f * v, 0, 0.35, rate), butterworth(0, 3200, rate)};
      break;
    case CVOICE_LEAD:
      voice->lead = (lead){increment(step), 0, 0, increment(5.2 / rate), 0, (float)(0.004 * 8 / (0.25 * rate)),
                           wave_at(increment(step)), butterworth(1, 250, rate), butterworth(0, 2400, rate),
                           hit(0.28f * v, 0, 0.04, rate)};
      break;
  }
}

static void fill(noise *noise_state, float *out, int octets) {
  noise n = *noise_state;
  for (int i = 0; i < octets; i++) store(out + i * 8, next_noise(&n));
  *noise_state = n;
}

static void render_kick(kick *voice, float *out, int octets) {
  kick k = *voice;
  if (k.click_octets > 0) fill(&k.noise, out, octets);
  for (int i = 0; i < octets; i++) {
    uint32_t first = increment(k.value);
    k.value = k.value * k.ratio + k.offset;
    octet sound = sine(sliding(&k.phase, first, increment(k.value))) * next(&k.body);
    if (k.click_octets > 0) {
      k.click_octets--;
      sound += load(out + i * 8) * next(&k.click);
    }
    store(out + i * 8, tanh8(sound * 1.6f) * k.drive_gain);
  }
  *voice = k;
}

static void render_hat(hat *voice, float *out, int octets) {
  fill(&voice->noise, out, octets);
  run(&voice->high, out, octets);
  envelope level = voice->level;
  for (int i = 0; i < octets; i++) store(out + i * 8, load(out + i * 8) * next(&level));
  voice->level = level;
}

static void render_clap(clap *voice, float *out, int octets) {
  fill(&voice->noise, out, octets);
  run(&voice->high, out, octets);
  run(&voice->low, out, octets);
  clap c = *voice;
  for (int i = 0; i < octets; i++) {
    octet levels = next(&c.burst);
    if (c.to_come > 0 && (c.to_next -= 8) < 0) {
      int start = c.to_next + 8;
      c.burst.level = c.peak;
      for (int j = start; j < 8; j++) {
        levels[j] = (float)c.burst.level;
        c.burst.level *= c.burst.decay;
      }
      c.to_next += c.gap;
      c.to_come--;
    }
    store(out + i * 8, load(out + i * 8) * (levels + next(&c.tail)));
  }
  *voice = c;
}

static void render_pluck(pluck *voice, float *out, int octets) {
  pluck p = *voice;
  for (int i = 0; i < octets; i++) {
    turns once = steady(&p.phase, p.step), twice = once << 1, thrice = once + twice;
    octet partials = sine(once) + sine(twice) * next(&p.second);
    partials += sine(thrice) * next(&p.third);
    partials += sine(twice + thrice) * next(&p.fifth);
    store(out + i * 8, partials * next(&p.body));
  }
  *voice = p;
}

static void render_pad(pad *voice, float *out, int octets) {
  pad p = *voice;
  for (int i = 0; i < octets; i++) {
    octet triangles = triangle(&p.wave, steady(&p.phase[0], p.step[0]));
    triangles += triangle(&p.wave, steady(&p.phase[1], p.step[1]));
    triangles += triangle(&p.wave, steady(&p.phase[2], p.step[2]));
    store(out + i * 8, triangles * next(&p.level));
  }
  run(&p.low, out, octets);
  *voice = p;
}

static void render_lead(lead *voice, float *out, int octets) {
  lead l = *voice;
  for (int i = 0; i < octets; i++) {
    l.depth = fminf(l.depth + l.depth_step, 0.004f);
    l.vibrato += l.vibrato_step * 8;
    float part = l.depth * sine1(l.vibrato) * 2;
    turns t = steady(&l.phase, l.step + (uint32_t)(int32_t)((float)(int32_t)(l.step >> 1) * part));
    store(out + i * 8, saw(&l.wave, t + 0x80000000u) * 0.8f - saw(&l.wave, t) * 0.3f);
  }
  run(&l.high, out, octets);
  run(&l.low, out, octets);
  for (int i = 0; i < octets; i++) store(out + i * 8, load(out + i * 8) * next(&l.level));
  *voice = l;
}

void cvoice_add(cvoice *voices, int count, float *mix, float *scratch, int frames) {
  for (int index = 0; index < count; index++) {
    cvoice *voice = voices + index;
    int octets = frames / 8;
    switch (voice->kind) {
      case CVOICE_KICK: render_kick(&voice->kick, scratch, octets); break;
      case CVOICE_HAT: render_hat(&voice->hat, scratch, octets); break;
      case CVOICE_CLAP: render_clap(&voice->clap, scratch, octets); break;
      case CVOICE_PLUCK: render_pluck(&voice->pluck, scratch, octets); break;
      case CVOICE_PAD: render_pad(&voice->pad, scratch, octets); break;
      case CVOICE_LEAD: render_lead(&voice->lead, scratch, octets); break;
    }
    for (int frame = 0; frame < octets * 8; frame++) mix[frame] += scratch[frame];
  }
}
