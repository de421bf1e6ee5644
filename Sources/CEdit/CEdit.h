#pragma once
#include <stdio.h>
#include <editline/readline.h>

// libedit keeps its streams and its hints in global variables, which Swift may not touch.

/// Reads from standard input and draws on standard error, under a name for ~/.editrc.
static inline void cedit_begin(const char *name) {
  rl_readline_name = name;
  rl_instream = stdin;
  rl_outstream = stderr;
  rl_catch_signals = 0;
}
