// SPDX-License-Identifier: GPL-3.0-or-later

/// One sounding voice of any kind: a plain value that can lie in raw memory.
///
/// A voice goes on for ever. Its end, its release and the fade when it is stolen are for whoever owns it.
enum Voice {
  case kick(Kick)
  case snare(Snare)
  case clap(Clap)
  case hat(Hat)
  case rim(Rim)
  case tom(Tom)
  case shaker(Shaker)
  case crash(Crash)
  case cow(Cow)
  case snap(Snap)
  case conga(Conga)
  case pop(Pop)
  case sweep(Sweep)
  case tick(Tick)
  case bell(Bell)
  case pluck(Pluck)
  case pad(Pad)
  case bass(Bass)
  case lead(Lead)

  /// Strikes a voice.
  ///
  /// - Thread: realtime. Takes a microsecond at most.
  @_noLocks
  init(_ kind: VoiceKind, _ strike: Strike) {
    switch kind {
    case .kick: self = .kick(Kick(strike))
    case .snare: self = .snare(Snare(strike))
    case .clap: self = .clap(Clap(strike))
    case .hat: self = .hat(Hat(strike, isOpen: false))
    case .open: self = .hat(Hat(strike, isOpen: true))
    case .rim: self = .rim(Rim(strike))
    case .tom: self = .tom(Tom(strike))
    case .shaker: self = .shaker(Shaker(strike))
    case .crash: self = .crash(Crash(strike))
    case .cow: self = .cow(Cow(strike))
    case .snap: self = .snap(Snap(strike))
    case .conga: self = .conga(Conga(strike))
    case .pop: self = .pop(Pop(strike))
    case .sweep: self = .sweep(Sweep(strike))
    case .tick: self = .tick(Tick(strike))
    case .bell: self = .bell(Bell(strike))
    case .keys: self = .pluck(Pluck(strike, isKeys: true))
    case .pluck: self = .pluck(Pluck(strike, isKeys: false))
    case .pad: self = .pad(Pad(strike))
    case .bass: self = .bass(Bass(strike))
    case .lead: self = .lead(Lead(strike))
    }
  }

  /// Overwrites `out` with the next frames, mono. The samples do not depend on how the time is split into calls.
  ///
  /// - Thread: realtime.
  @_noLocks
  mutating func render(into out: inout MutableSpan<Float>) {
    switch self {
    case .kick(var voice):
      voice.render(into: &out)
      self = .kick(voice)
    case .snare(var voice):
      voice.render(into: &out)
      self = .snare(voice)
    case .clap(var voice):
      voice.render(into: &out)
      self = .clap(voice)
    case .hat(var voice):
      voice.render(into: &out)
      self = .hat(voice)
    case .rim(var voice):
      voice.render(into: &out)
      self = .rim(voice)
    case .tom(var voice):
      voice.render(into: &out)
      self = .tom(voice)
    case .shaker(var voice):
      voice.render(into: &out)
      self = .shaker(voice)
    case .crash(var voice):
      voice.render(into: &out)
      self = .crash(voice)
    case .cow(var voice):
      voice.render(into: &out)
      self = .cow(voice)
    case .snap(var voice):
      voice.render(into: &out)
      self = .snap(voice)
    case .conga(var voice):
      voice.render(into: &out)
      self = .conga(voice)
    case .pop(var voice):
      voice.render(into: &out)
      self = .pop(voice)
    case .sweep(var voice):
      voice.render(into: &out)
      self = .sweep(voice)
    case .tick(var voice):
      voice.render(into: &out)
      self = .tick(voice)
    case .bell(var voice):
      voice.render(into: &out)
      self = .bell(voice)
    case .pluck(var voice):
      voice.render(into: &out)
      self = .pluck(voice)
    case .pad(var voice):
      voice.render(into: &out)
      self = .pad(voice)
    case .bass(var voice):
      voice.render(into: &out)
      self = .bass(voice)
    case .lead(var voice):
      voice.render(into: &out)
      self = .lead(voice)
    }
  }

  /// Moves the pitch of a pitched voice (bend, detune), within the next eight frames. Others ignore it.
  ///
  /// - Parameter frequency: hertz.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double) {
    switch self {
    case .bell(var voice):
      voice.tune(to: frequency)
      self = .bell(voice)
    case .pluck(var voice):
      voice.tune(to: frequency)
      self = .pluck(voice)
    case .pad(var voice):
      voice.tune(to: frequency)
      self = .pad(voice)
    case .bass(var voice):
      voice.tune(to: frequency)
      self = .bass(voice)
    case .lead(var voice):
      voice.tune(to: frequency)
      self = .lead(voice)
    default: break
    }
  }
}
