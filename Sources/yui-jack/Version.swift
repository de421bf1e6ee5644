// SPDX-License-Identifier: GPL-3.0-or-later

/// The version of the program, by semver.org.
let version = "0.1.0"
