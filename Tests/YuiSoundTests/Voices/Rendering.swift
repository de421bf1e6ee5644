// SPDX-License-Identifier: GPL-3.0-or-later
@testable import YuiSound

/// Seeds far apart, as a linear congruential series gives them.
let seeds: [UInt32] = {
  var state: UInt32 = 0x1234_5678
  return (0..<8).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return state | 1
  }
}()

/// The frequency of a MIDI note at A4 = 440, computed apart from the engine.
func hertz(_ note: Double) -> Double {
  var ratio = 1.0
  let semitone = 1.0594630943592953
  for _ in 0..<Int(abs(note - 69)) {
    ratio *= semitone
  }
  return note < 69 ? 440 / ratio : 440 * ratio
}

/// Renders a voice for some frames, in blocks of sizes that repeat.
func render(
  _ kind: VoiceKind, rate: Double = 48000, frames: Int, velocity: Float = 1, frequency: Double? = nil,
  seed: UInt32 = 0x9E37_79B9, blocks: [Int] = [256]
) -> [Float] {
  let strike = Strike(
    sampleRate: rate, velocity: velocity, frequency: frequency ?? kind.defaultFrequency, seed: seed)
  var voice = Voice(kind, strike)
  return renderBlocks(frames: frames, blocks: blocks) { voice.render(into: &$0) }
}

/// Calls a renderer until it has filled some frames, in blocks of sizes that repeat.
func renderBlocks(frames: Int, blocks: [Int], _ render: (inout MutableSpan<Float>) -> Void) -> [Float] {
  // Not-a-number stands for a frame that nobody wrote.
  var out = [Float](repeating: .nan, count: frames)
  var done = 0
  var block = 0
  while done < frames {
    let size = min(blocks[block % blocks.count], frames - done)
    var span = out.mutableSpan
    var part = span._mutatingExtracting(done..<done + size)
    render(&part)
    done += size
    block += 1
  }
  return out
}

/// Fills octets through one of the blocks.
func renderOctets(_ count: Int, _ next: () -> Octet) -> [Float] {
  (0..<count).flatMap { _ in
    let octet = next()
    return (0..<8).map { octet[$0] }
  }
}

/// A voice as its owner ends it: cut at its natural length, or held for half a second and released.
func performed(_ kind: VoiceKind, rate: Double, seed: UInt32 = 0x9E37_79B9) -> [Float] {
  if let length = kind.naturalLength {
    return render(kind, rate: rate, frames: Int((length * rate).rounded()), seed: seed)
  }
  let release = kind.release ?? 0
  let held = Int((0.5 * rate).rounded())
  var sound = render(kind, rate: rate, frames: Int(((0.55 + 2 * release) * rate).rounded()), seed: seed)
  var gain: Float = 1
  let decay = Float(RealtimeMath.exp(-3 / (release * rate)))
  for frame in held..<sound.count {
    sound[frame] *= gain
    gain *= decay
  }
  return sound
}
