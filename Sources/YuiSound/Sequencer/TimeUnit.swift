// SPDX-License-Identifier: GPL-3.0-or-later

/// What a length of time is counted in: of the clock source, or seconds.
public enum TimeUnit: UInt8, BitwiseCopyable, Sendable { case steps, beats, bars, seconds }
