// SPDX-License-Identifier: GPL-3.0-or-later

/// One sounding voice of any kind: a plain value that can lie in raw memory.
///
/// A voice goes on for ever. Its end, its release and the fade when it is stolen are for whoever owns it.
///
/// Recipes are computed in octets of frames, counted from the voice's own first frame. Whatever part of an octet a block
/// does not take is kept here for the next block, so the samples cannot depend on how the time is split into blocks, and
/// a recipe never has to think of it.
struct Voice {
  private var recipe: Recipe
  private var carry = OctetCarry()

  /// Strikes a voice.
  ///
  /// - Thread: realtime. Takes half a microsecond at most.
  @_noLocks
  init(_ kind: VoiceKind, _ strike: Strike) {
    recipe = Recipe(kind, strike)
  }

  /// Overwrites `out` with the next frames, mono.
  ///
  /// - Thread: realtime. Computes whole octets, so a block of one frame may cost as much as one of eight.
  @_noLocks
  mutating func render(into out: inout MutableSpan<Float>) {
    let count = out.count
    out.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      let first = carry.drain(to: start, from: 0, count: count)
      let whole = (count &- first) &>> 3
      if whole > 0 {
        recipe.render(into: Octets(start: start + first &* 4, count: whole))
      }
      let frame = first &+ whole &* 8
      if frame < count {
        var octet = Octet(repeating: 0)
        withUnsafeMutableBytes(of: &octet) { bytes in
          if let start = bytes.baseAddress { recipe.render(into: Octets(start: start, count: 1)) }
        }
        carry = OctetCarry(octet)
        _ = carry.drain(to: start, from: frame, count: count)
      }
    }
  }

  /// Moves the pitch of a pitched voice (bend, detune), within the next octet. Others ignore it.
  ///
  /// - Parameters:
  ///   - frequency: hertz.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool = false) {
    recipe.tune(to: frequency, atOnce: atOnce)
  }

  /// Presses the key of a voice with a filter, which opens it, within the next octet. Others ignore it.
  ///
  /// - Parameters:
  ///   - pressure: 0...1.
  ///   - atOnce: jumps there, for a voice that has not sounded yet.
  /// - Thread: realtime.
  @_noLocks
  mutating func press(_ pressure: Float, atOnce: Bool = false) {
    recipe.press(pressure, atOnce: atOnce)
  }
}

/// The recipe of a voice, with its state.
private enum Recipe {
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
  case bar(Bar)

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
    case .bar: self = .bar(Bar(strike, hums: false))
    case .hum: self = .bar(Bar(strike, hums: true))
    }
  }

  @_noLocks
  mutating func render(into octets: Octets) {
    switch self {
    case .kick(var voice):
      voice.render(into: octets)
      self = .kick(voice)
    case .snare(var voice):
      voice.render(into: octets)
      self = .snare(voice)
    case .clap(var voice):
      voice.render(into: octets)
      self = .clap(voice)
    case .hat(var voice):
      voice.render(into: octets)
      self = .hat(voice)
    case .rim(var voice):
      voice.render(into: octets)
      self = .rim(voice)
    case .tom(var voice):
      voice.render(into: octets)
      self = .tom(voice)
    case .shaker(var voice):
      voice.render(into: octets)
      self = .shaker(voice)
    case .crash(var voice):
      voice.render(into: octets)
      self = .crash(voice)
    case .cow(var voice):
      voice.render(into: octets)
      self = .cow(voice)
    case .snap(var voice):
      voice.render(into: octets)
      self = .snap(voice)
    case .conga(var voice):
      voice.render(into: octets)
      self = .conga(voice)
    case .pop(var voice):
      voice.render(into: octets)
      self = .pop(voice)
    case .sweep(var voice):
      voice.render(into: octets)
      self = .sweep(voice)
    case .tick(var voice):
      voice.render(into: octets)
      self = .tick(voice)
    case .bell(var voice):
      voice.render(into: octets)
      self = .bell(voice)
    case .pluck(var voice):
      voice.render(into: octets)
      self = .pluck(voice)
    case .pad(var voice):
      voice.render(into: octets)
      self = .pad(voice)
    case .bass(var voice):
      voice.render(into: octets)
      self = .bass(voice)
    case .lead(var voice):
      voice.render(into: octets)
      self = .lead(voice)
    case .bar(var voice):
      voice.render(into: octets)
      self = .bar(voice)
    }
  }

  @_noLocks
  mutating func press(_ pressure: Float, atOnce: Bool) {
    switch self {
    case .pad(var voice):
      voice.press(pressure, atOnce: atOnce)
      self = .pad(voice)
    case .lead(var voice):
      voice.press(pressure)
      self = .lead(voice)
    default: break
    }
  }

  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    switch self {
    case .bell(var voice):
      voice.tune(to: frequency, atOnce: atOnce)
      self = .bell(voice)
    case .pluck(var voice):
      voice.tune(to: frequency, atOnce: atOnce)
      self = .pluck(voice)
    case .pad(var voice):
      voice.tune(to: frequency, atOnce: atOnce)
      self = .pad(voice)
    case .bass(var voice):
      voice.tune(to: frequency, atOnce: atOnce)
      self = .bass(voice)
    case .lead(var voice):
      voice.tune(to: frequency, atOnce: atOnce)
      self = .lead(voice)
    default: break
    }
  }
}
