// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a note is added up before the mixer, each place with a gain and an output of its own.
///
/// - Thread: any; a plain value.
public enum Bus: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Drums and effects.
  case kit
  /// What plays notes, with the room around it.
  case pitched
  /// What keeps time and is no part of the music: metronomes, count-ins, previews.
  case click
}

extension VoiceKind {
  /// Where the sound belongs unless a note says otherwise.
  ///
  /// - Thread: realtime.
  public var bus: Bus { @_noLocks get { isPitched ? .pitched : .kit } }
}
