// SPDX-License-Identifier: GPL-3.0-or-later

/// The recipe of a voice with its state, in memory that is large enough for any: a voice is worked on where it lies, since
/// to take it out and put it back would cost as much as some frames.
///
/// - Thread: realtime.
struct Recipe: BitwiseCopyable {
  private let kind: VoiceKind
  private var memory = InlineArray<32, Octet>(repeating: Octet(repeating: 0))

  /// Whether the memory is large enough for any voice; where it were not, a strike would write beyond it.
  static var hasRoom: Bool {
    let sizes = [
      MemoryLayout<Kick>.size, MemoryLayout<Snare>.size, MemoryLayout<Clap>.size, MemoryLayout<Hat>.size,
      MemoryLayout<Rim>.size, MemoryLayout<Tom>.size, MemoryLayout<Shaker>.size, MemoryLayout<Crash>.size,
      MemoryLayout<Cow>.size, MemoryLayout<Snap>.size, MemoryLayout<Conga>.size, MemoryLayout<Pop>.size,
      MemoryLayout<Sweep>.size, MemoryLayout<Tick>.size, MemoryLayout<Bell>.size, MemoryLayout<Pluck>.size,
      MemoryLayout<Pad>.size, MemoryLayout<Bass>.size, MemoryLayout<Lead>.size, MemoryLayout<Bar>.size,
    ]
    return sizes.allSatisfy { $0 <= MemoryLayout<InlineArray<32, Octet>>.size }
  }

  /// Strikes the voice.
  @_noLocks
  init(_ kind: VoiceKind, _ strike: Strike) {
    self.kind = kind
    withUnsafeMutableBytes(of: &memory) { bytes in
      guard let start = bytes.baseAddress else { return }
      switch kind {
      case .kick: start.initializeMemory(as: Kick.self, to: Kick(strike))
      case .snare: start.initializeMemory(as: Snare.self, to: Snare(strike))
      case .clap: start.initializeMemory(as: Clap.self, to: Clap(strike))
      case .hat: start.initializeMemory(as: Hat.self, to: Hat(strike, isOpen: false))
      case .open: start.initializeMemory(as: Hat.self, to: Hat(strike, isOpen: true))
      case .rim: start.initializeMemory(as: Rim.self, to: Rim(strike))
      case .tom: start.initializeMemory(as: Tom.self, to: Tom(strike))
      case .shaker: start.initializeMemory(as: Shaker.self, to: Shaker(strike))
      case .crash: start.initializeMemory(as: Crash.self, to: Crash(strike))
      case .cow: start.initializeMemory(as: Cow.self, to: Cow(strike))
      case .snap: start.initializeMemory(as: Snap.self, to: Snap(strike))
      case .conga: start.initializeMemory(as: Conga.self, to: Conga(strike))
      case .pop: start.initializeMemory(as: Pop.self, to: Pop(strike))
      case .sweep: start.initializeMemory(as: Sweep.self, to: Sweep(strike))
      case .tick: start.initializeMemory(as: Tick.self, to: Tick(strike))
      case .bell: start.initializeMemory(as: Bell.self, to: Bell(strike))
      case .keys: start.initializeMemory(as: Pluck.self, to: Pluck(strike, isKeys: true))
      case .pluck: start.initializeMemory(as: Pluck.self, to: Pluck(strike, isKeys: false))
      case .pad: start.initializeMemory(as: Pad.self, to: Pad(strike))
      case .bass: start.initializeMemory(as: Bass.self, to: Bass(strike))
      case .lead: start.initializeMemory(as: Lead.self, to: Lead(strike))
      case .bar: start.initializeMemory(as: Bar.self, to: Bar(strike, hums: false))
      case .hum: start.initializeMemory(as: Bar.self, to: Bar(strike, hums: true))
      }
    }
  }

  /// Overwrites all octets with the next frames.
  @_noLocks
  mutating func render(into octets: Octets) {
    let kind = kind
    withUnsafeMutableBytes(of: &memory) { bytes in
      guard let start = bytes.baseAddress else { return }
      switch kind {
      case .kick: start.assumingMemoryBound(to: Kick.self).pointee.render(into: octets)
      case .snare: start.assumingMemoryBound(to: Snare.self).pointee.render(into: octets)
      case .clap: start.assumingMemoryBound(to: Clap.self).pointee.render(into: octets)
      case .hat, .open: start.assumingMemoryBound(to: Hat.self).pointee.render(into: octets)
      case .rim: start.assumingMemoryBound(to: Rim.self).pointee.render(into: octets)
      case .tom: start.assumingMemoryBound(to: Tom.self).pointee.render(into: octets)
      case .shaker: start.assumingMemoryBound(to: Shaker.self).pointee.render(into: octets)
      case .crash: start.assumingMemoryBound(to: Crash.self).pointee.render(into: octets)
      case .cow: start.assumingMemoryBound(to: Cow.self).pointee.render(into: octets)
      case .snap: start.assumingMemoryBound(to: Snap.self).pointee.render(into: octets)
      case .conga: start.assumingMemoryBound(to: Conga.self).pointee.render(into: octets)
      case .pop: start.assumingMemoryBound(to: Pop.self).pointee.render(into: octets)
      case .sweep: start.assumingMemoryBound(to: Sweep.self).pointee.render(into: octets)
      case .tick: start.assumingMemoryBound(to: Tick.self).pointee.render(into: octets)
      case .bell: start.assumingMemoryBound(to: Bell.self).pointee.render(into: octets)
      case .keys, .pluck: start.assumingMemoryBound(to: Pluck.self).pointee.render(into: octets)
      case .pad: start.assumingMemoryBound(to: Pad.self).pointee.render(into: octets)
      case .bass: start.assumingMemoryBound(to: Bass.self).pointee.render(into: octets)
      case .lead: start.assumingMemoryBound(to: Lead.self).pointee.render(into: octets)
      case .bar, .hum: start.assumingMemoryBound(to: Bar.self).pointee.render(into: octets)
      }
    }
  }

  /// Moves the pitch of a pitched voice, as `Voice.tune` says.
  @_noLocks
  mutating func tune(to frequency: Double, atOnce: Bool) {
    let kind = kind
    withUnsafeMutableBytes(of: &memory) { bytes in
      guard let start = bytes.baseAddress else { return }
      switch kind {
      case .bell: start.assumingMemoryBound(to: Bell.self).pointee.tune(to: frequency, atOnce: atOnce)
      case .keys, .pluck: start.assumingMemoryBound(to: Pluck.self).pointee.tune(to: frequency, atOnce: atOnce)
      case .pad: start.assumingMemoryBound(to: Pad.self).pointee.tune(to: frequency, atOnce: atOnce)
      case .bass: start.assumingMemoryBound(to: Bass.self).pointee.tune(to: frequency, atOnce: atOnce)
      case .lead: start.assumingMemoryBound(to: Lead.self).pointee.tune(to: frequency, atOnce: atOnce)
      default: break
      }
    }
  }

  /// Presses the key of a voice with a filter, as `Voice.press` says.
  @_noLocks
  mutating func press(_ pressure: Float, atOnce: Bool) {
    let kind = kind
    withUnsafeMutableBytes(of: &memory) { bytes in
      guard let start = bytes.baseAddress else { return }
      switch kind {
      case .pad: start.assumingMemoryBound(to: Pad.self).pointee.press(pressure, atOnce: atOnce)
      case .lead: start.assumingMemoryBound(to: Lead.self).pointee.press(pressure)
      default: break
      }
    }
  }
}
