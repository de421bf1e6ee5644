// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of the instrument's place on the graph.
enum Happening {
  /// The ports are there; `renamed` where the server chose another name than was asked for.
  case ready(renamed: Bool)
  /// A port pattern matches nothing.
  case unmatched(pattern: String, kind: String)
  /// A cable of ours is there: our port's short name and the other's full one.
  case connected(port: String, peer: String)
  /// A cable of ours is gone.
  case disconnected(port: String, peer: String)
  /// When what we make is heard has changed; frames.
  case latency(audio: Int64, clock: Int64, offset: Int64, shift: Int64)
  /// The tuner has nothing to listen to.
  case noCapture
  /// The tuner's port cannot be made.
  case noTunerPort(reason: String)
  /// The server lost cycles since the last time that this was told.
  case xrun(count: Int, frames: Int64)
  /// The server is gone.
  case lost(reason: String)
  /// There is a server again.
  case back
}
