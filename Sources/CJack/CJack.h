// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/statistics.h>
#include <jack/uuid.h>

// Declared again: the calls that JACK documents as safe in a process callback, so that Swift's `@_noLocks` code may
// reach these of libjack and no others.
#define CJACK_REALTIME __attribute__((swift_attr("@_noLocks")))

CJACK_REALTIME void *jack_port_get_buffer(jack_port_t *port, jack_nframes_t frames);

CJACK_REALTIME uint32_t jack_midi_get_event_count(void *port_buffer);
CJACK_REALTIME int jack_midi_event_get(jack_midi_event_t *event, void *port_buffer, uint32_t event_index);
CJACK_REALTIME uint32_t jack_midi_get_lost_event_count(void *port_buffer);
CJACK_REALTIME void jack_midi_clear_buffer(void *port_buffer);
CJACK_REALTIME size_t jack_midi_max_event_size(void *port_buffer);
CJACK_REALTIME jack_midi_data_t *jack_midi_event_reserve(void *port_buffer, jack_nframes_t time, size_t data_size);
CJACK_REALTIME int jack_midi_event_write(
    void *port_buffer, jack_nframes_t time, const jack_midi_data_t *data, size_t data_size);

CJACK_REALTIME jack_nframes_t jack_frames_since_cycle_start(const jack_client_t *client);
CJACK_REALTIME jack_nframes_t jack_frame_time(const jack_client_t *client);
CJACK_REALTIME jack_nframes_t jack_last_frame_time(const jack_client_t *client);
CJACK_REALTIME int jack_get_cycle_times(
    const jack_client_t *client, jack_nframes_t *current_frames, jack_time_t *current_usecs, jack_time_t *next_usecs,
    float *period_usecs);
CJACK_REALTIME jack_time_t jack_frames_to_time(const jack_client_t *client, jack_nframes_t frames);
CJACK_REALTIME jack_nframes_t jack_time_to_frames(const jack_client_t *client, jack_time_t microseconds);
CJACK_REALTIME jack_time_t jack_get_time(void);

CJACK_REALTIME jack_transport_state_t jack_transport_query(const jack_client_t *client, jack_position_t *position);
CJACK_REALTIME int jack_transport_locate(jack_client_t *client, jack_nframes_t frame);
CJACK_REALTIME void jack_transport_start(jack_client_t *client);
CJACK_REALTIME void jack_transport_stop(jack_client_t *client);

// Swift cannot call a C function with a variable number of arguments. JACK reads `server_name` only with
// `JackServerName` among the options.
static inline jack_client_t *cjack_client_open(
    const char *name, jack_options_t options, jack_status_t *status, const char *server_name) {
  return jack_client_open(name, options, status, server_name);
}
