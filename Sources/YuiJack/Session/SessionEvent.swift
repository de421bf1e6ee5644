// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What the session tells: one JSON object, a sentence for people, or both.
struct SessionEvent {
  /// Who is told.
  enum Audience {
    /// Everyone.
    case everyone
    /// Those who asked for this kind.
    case listeners(HostLine.Events)
    /// The source that caused it, and the log of the run on standard output.
    case source(LineSource)
  }

  var json: JSON?
  /// For people; no JSON.
  var sentence: String?
  /// For people, above the sentence: the program's own drawing, with its colours.
  var picture: String?
  var audience = Audience.everyone

  /// An event with `event` as its first key. Members that are nil are left out.
  static func event(
    _ name: String, _ members: [(String, JSON?)], sentence: String? = nil, audience: Audience = .everyone
  ) -> SessionEvent {
    let present = members.compactMap { key, value in value.map { (key: key, value: $0) } }
    return SessionEvent(
      json: .object([(key: "event", value: .string(name))] + present), sentence: sentence, audience: audience)
  }

  /// A warning that no line has caused.
  static func warning(_ message: String) -> SessionEvent {
    .event("warning", [("message", .string(message))], sentence: "Warning: \(message)")
  }
}
