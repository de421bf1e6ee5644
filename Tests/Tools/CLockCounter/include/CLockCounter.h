// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How often this thread has locked a mutex or a read-write lock of the pthread library so far, also where nobody else held it.
long lock_calls(void);
