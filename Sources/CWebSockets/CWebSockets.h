// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <libwebsockets.h>

// What libwebsockets says with macros that Swift cannot read.

/// Bytes that have to be free in front of what is written.
static inline size_t cwebsockets_room(void) { return LWS_PRE; }

/// Keeps the library's own words off standard error.
static inline void cwebsockets_be_quiet(void) { lws_set_log_level(0, NULL); }
