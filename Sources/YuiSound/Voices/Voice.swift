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

  /// Presses the key of a voice with a filter, which opens it from the next octet on. Others ignore it.
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
