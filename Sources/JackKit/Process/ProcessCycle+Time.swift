// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// The times of one cycle, by the server's own clock.
public struct CycleTimes: BitwiseCopyable, Hashable, Sendable {
  /// The server's frame clock at the first frame of the cycle; 32 bits, wraps.
  public let currentFrames: UInt32
  /// The server's time at the start of the cycle, in microseconds.
  public let currentMicroseconds: UInt64
  /// The estimated time of the start of the next cycle, in microseconds.
  public let nextMicroseconds: UInt64
  /// The measured length of a period, in microseconds.
  public let periodMicroseconds: Float
}

extension ProcessCycle {
  /// The server's frame clock at the first frame of the cycle. 32 bits, wraps; a jump against the last cycle's
  /// value plus its frames means that cycles were lost.
  public var lastFrameTime: UInt32 {
    @_noLocks get { jack_last_frame_time(client) }
  }

  /// The estimated frame clock now, inside the cycle.
  public var frameTime: UInt32 {
    @_noLocks get { jack_frame_time(client) }
  }

  /// The server's time now, in microseconds.
  public var microseconds: UInt64 {
    @_noLocks get { jack_get_time() }
  }

  /// The times of the cycle, `nil` when the server cannot tell.
  public var times: CycleTimes? {
    @_noLocks get {
      var currentFrames: jack_nframes_t = 0
      var currentMicroseconds: jack_time_t = 0
      var nextMicroseconds: jack_time_t = 0
      var period: Float = 0
      let code = jack_get_cycle_times(client, &currentFrames, &currentMicroseconds, &nextMicroseconds, &period)
      guard code == 0 else { return nil }
      return CycleTimes(
        currentFrames: currentFrames, currentMicroseconds: currentMicroseconds, nextMicroseconds: nextMicroseconds,
        periodMicroseconds: period)
    }
  }

  /// Where the transport of the server stands at the first frame of the cycle.
  public var transport: Transport {
    @_noLocks get { Transport(of: client) }
  }
}
