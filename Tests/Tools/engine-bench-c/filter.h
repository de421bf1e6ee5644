// SPDX-License-Identifier: GPL-3.0-or-later
// The trapezoidal state-variable filter as a state equation, four steps in one (the Swift filter takes eight).
#ifndef FILTER_H
#define FILTER_H

#include "blocks.h"

typedef struct {
  float s1, s2;
  float a11, a12, a21, a22, b1, b2, c1, c2, d;
} filter;

BLOCK filter butterworth(int is_high, double cutoff, double rate) {
  double g = tan(M_PI * fmin(cutoff, 0.45 * rate) / rate), k = M_SQRT2;
  double a1 = 1 / (1 + g * (g + k)), a2 = g * a1, a3 = g * a2;
  filter f = {0, 0, (float)(2 * a1 - 1), (float)(-2 * a2), (float)(2 * a2), (float)(1 - 2 * a3), (float)(2 * a2),
              (float)(2 * a3), (float)a2, (float)(1 - a3), (float)a3};
  if (is_high) {
    f.c1 = (float)(-k * a1 - a2);
    f.c2 = (float)(k * a2 + a3 - 1);
    f.d = (float)(1 - k * a2 - a3);
  }
  return f;
}

// Filters `count` octets in place.
BLOCK void run(filter *f, float *sound, int count) {
  float in[4][2] = {{f->b1, f->b2}}, col1[4][2] = {{1, 0}, {f->a11, f->a21}}, col2[4][2] = {{0, 1}, {f->a12, f->a22}};
  for (int i = 1; i < 4; i++) {
    in[i][0] = f->a11 * in[i - 1][0] + f->a12 * in[i - 1][1];
    in[i][1] = f->a21 * in[i - 1][0] + f->a22 * in[i - 1][1];
  }
  for (int i = 2; i < 4; i++) {
    col1[i][0] = f->a11 * col1[i - 1][0] + f->a12 * col1[i - 1][1];
    col1[i][1] = f->a21 * col1[i - 1][0] + f->a22 * col1[i - 1][1];
    col2[i][0] = f->a11 * col2[i - 1][0] + f->a12 * col2[i - 1][1];
    col2[i][1] = f->a21 * col2[i - 1][0] + f->a22 * col2[i - 1][1];
  }
  quad out1, out2;
  for (int i = 0; i < 4; i++) {
    out1[i] = f->c1 * col1[i][0] + f->c2 * col1[i][1];
    out2[i] = f->c1 * col2[i][0] + f->c2 * col2[i][1];
  }
  float h1 = f->c1 * in[0][0] + f->c2 * in[0][1], h2 = f->c1 * in[1][0] + f->c2 * in[1][1];
  float h3 = f->c1 * in[2][0] + f->c2 * in[2][1];
  quad i0 = {f->d, h1, h2, h3}, i1 = {0, f->d, h1, h2}, i2 = {0, 0, f->d, h1}, i3 = {0, 0, 0, f->d};
  float e11 = f->a11 * col1[3][0] + f->a12 * col1[3][1], e21 = f->a21 * col1[3][0] + f->a22 * col1[3][1];
  float e12 = f->a11 * col2[3][0] + f->a12 * col2[3][1], e22 = f->a21 * col2[3][0] + f->a22 * col2[3][1];
  quad n0 = {in[3][0], in[3][1], in[3][0], in[3][1]}, n1 = {in[2][0], in[2][1], in[2][0], in[2][1]};
  quad n2 = {in[1][0], in[1][1], in[1][0], in[1][1]}, n3 = {in[0][0], in[0][1], in[0][0], in[0][1]};
  float s1 = f->s1, s2 = f->s2;
  for (int index = 0; index < count; index++) {
    quad a, b;
    memcpy(&a, sound + index * 8, sizeof a);
    memcpy(&b, sound + index * 8 + 4, sizeof b);
    quad x0 = {a[0], a[0], b[0], b[0]}, x1 = {a[1], a[1], b[1], b[1]};
    quad x2 = {a[2], a[2], b[2], b[2]}, x3 = {a[3], a[3], b[3], b[3]};
    quad driven = (n0 * x0 + n1 * x1) + (n2 * x2 + n3 * x3);
    quad low = ((i0 * a[0] + i1 * a[1]) + (i2 * a[2] + i3 * a[3]) + out1 * s1) + out2 * s2;
    float m1 = (driven[0] + e11 * s1) + e12 * s2, m2 = (driven[1] + e21 * s1) + e22 * s2;
    quad high = ((i0 * b[0] + i1 * b[1]) + (i2 * b[2] + i3 * b[3]) + out1 * m1) + out2 * m2;
    s1 = (driven[2] + e11 * m1) + e12 * m2;
    s2 = (driven[3] + e21 * m1) + e22 * m2;
    memcpy(sound + index * 8, &low, sizeof low);
    memcpy(sound + index * 8 + 4, &high, sizeof high);
  }
  f->s1 = s1;
  f->s2 = s2;
}

#endif
