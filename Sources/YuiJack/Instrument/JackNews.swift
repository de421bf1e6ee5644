// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit

/// What JACK's threads tell the control thread.
enum JackNews: Sendable {
  /// Something happened on the server.
  case happened(JackKit.Notification)
  /// Playback latency of the audio outputs and of the clock output, in frames.
  case latency(audio: Int64, clock: Int64)
}
