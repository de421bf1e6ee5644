// SPDX-License-Identifier: GPL-3.0-or-later
// How many voices of a General MIDI piano libfluidsynth renders in real time on one core, as engine-bench measures ours: 32 of them
// in cycles of 64 frames over their first fifth of a second, its own work without voices left out.
//
// Usage: fluid-bench SOUNDFONT CYCLES RUNS
#include <fluidsynth.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { frames = 64, rate = 48000, wanted = 32 };

static double thread_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

// Renders so many cycles; what that took.
static double render(fluid_synth_t *synth, int cycles) {
  float left[frames], right[frames];
  double start = thread_seconds();
  for (int cycle = 0; cycle < cycles; cycle++) fluid_synth_write_float(synth, frames, left, 0, 1, right, 0, 1);
  return thread_seconds() - start;
}

int main(int count, char **words) {
  int cycles = count == 4 ? atoi(words[2]) : 0, runs = count == 4 ? atoi(words[3]) : 0;
  if (cycles < 1 || runs < 1) return 64;
  fluid_settings_t *settings = new_fluid_settings();
  fluid_settings_setnum(settings, "synth.sample-rate", rate);
  fluid_synth_t *synth = new_fluid_synth(settings);
  if (fluid_synth_sfload(synth, words[1], 1) == FLUID_FAILED) return 1;
  double sounding = 1e9, silent = 1e9;
  int voices = 0;
  for (int run = 0; run < runs; run++) {
    // A key is one voice or, where the piano is stereo, two.
    for (int key = 33; key < 109 && fluid_synth_get_active_voice_count(synth) < wanted; key++)
      fluid_synth_noteon(synth, 0, key, 64);
    double seconds = render(synth, cycles);
    if (seconds < sounding) sounding = seconds;
    voices = fluid_synth_get_active_voice_count(synth);
    fluid_synth_all_sounds_off(synth, 0);
    while (fluid_synth_get_active_voice_count(synth) > 0) render(synth, 1);
    seconds = render(synth, cycles);
    if (seconds < silent) silent = seconds;
  }
  double spent = sounding - silent;
  printf("%d %.0f\n", voices, cycles * frames / (double)rate / (spent > 1e-9 ? spent : 1e-9) * voices);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return 0;
}
