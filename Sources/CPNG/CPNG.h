// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <png.h>

// Swift does not see a macro that computes.

/// Eight-bit indices into a palette of RGB colours.
static const png_uint_32 cpng_indexed_rgb = PNG_FORMAT_RGB_COLORMAP;
