// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in the pool: a voice and the gains that end it.
///
/// The voice itself goes on for ever. The slot lets it go (an exponential, by the recipe's release) and ends it (a straight
/// line to nothing at its natural end, when stolen or when cut), each counted in frames since the strike.
///
/// - Thread: realtime.
struct VoiceSlot: BitwiseCopyable {
  /// A voice that falls below this while let go is silent.
  private static var silence: Float { 1e-4 }

  private(set) var note: NoteRequest
  private var voice: Voice
  /// Which strike this was: lower is older.
  let serial: Int64
  /// Frames since the strike.
  private var age: Int64 = 0
  /// The age at which it is let go.
  private var releaseAge: Int64
  private var releaseGain: Float = 1
  private let releaseFactor: Float
  private(set) var isReleased = false
  /// The age at which the straight line to nothing starts, and its end.
  private var fadeAge: Int64
  private var endAge: Int64
  /// Stolen or cut: on its way out, whatever happens.
  private(set) var isEnding = false
  /// Its key is up but the pedal holds it.
  var isPedalled = false
  private(set) var isFinished = false

  @_noLocks
  init(_ note: NoteRequest, seed: UInt32, serial: Int64, sampleRate: Double) {
    self.note = note
    self.serial = serial
    voice = Voice(
      note.voice, Strike(sampleRate: sampleRate, velocity: note.velocity, frequency: note.frequency, seed: seed))
    let fade = Int64(0.01 * sampleRate)
    switch note.hold {
    case .natural: releaseAge = note.voice.isSustained ? Int64(0.5 * sampleRate) : .max
    case .key: releaseAge = .max
    case .frames(let frames): releaseAge = max(1, frames)
    }
    if let release = note.voice.release {
      releaseFactor = Float(RealtimeMath.exp(-3 / (release * sampleRate)))
    } else {
      releaseAge = .max
      releaseFactor = 1
    }
    if let length = note.voice.naturalLength {
      // A key that is down sounds until it is let go: three natural lengths are below −100 dB for every such voice.
      var seconds = length
      if case .key = note.hold { seconds *= 3 }
      endAge = Int64(seconds * sampleRate)
      fadeAge = endAge - min(fade, endAge)
    } else {
      endAge = .max
      fadeAge = .max
    }
  }

  /// The key goes up. Drums and effects ring on.
  @_noLocks
  mutating func release() {
    isPedalled = false
    guard note.voice.release != nil, !isReleased else { return }
    isReleased = true
    releaseAge = age
  }

  /// Fades to nothing within `frames`, or sooner where it ends sooner.
  @_noLocks
  mutating func end(within frames: Int64) {
    isEnding = true
    guard age < fadeAge else { return }
    fadeAge = age
    endAge = age + frames
    if age == 0 { isFinished = true }
  }

  /// Frames until the end of the last line to nothing.
  var remaining: Int64 { @_noLocks get { endAge - age } }

  /// Adds the voice's next `mix.count` samples, with its gains, to `mix`; `scratch` is at least as long.
  ///
  /// - Parameter channel: the gain of the note's MIDI channel, and `frame` the first frame.
  @_noLocks
  mutating func render(
    into mix: inout MutableSpan<Float>, scratch: inout MutableSpan<Float>, channel: Ramp, at frame: Int64
  ) {
    var done = 0
    while done < mix.count, !isFinished {
      if age >= releaseAge { isReleased = true }
      var count = Int64(mix.count - done)
      if age < releaseAge { count = min(count, releaseAge - age) }
      if age < fadeAge { count = min(count, fadeAge - age) }
      count = min(count, endAge - age)
      var part = scratch._mutatingExtracting(..<Int(count))
      voice.render(into: &part)
      applyGains(&part, channel: channel, at: frame + Int64(done))
      for index in 0..<Int(count) { mix[done + index] += part[index] }
      age += count
      done += Int(count)
      if age >= endAge || releaseGain < VoiceSlot.silence { isFinished = true }
    }
  }

  @_noLocks
  private mutating func applyGains(_ part: inout MutableSpan<Float>, channel: Ramp, at frame: Int64) {
    if isReleased {
      var gain = releaseGain
      for index in part.indices {
        gain *= releaseFactor
        part[index] *= gain
      }
      releaseGain = gain
    }
    if age >= fadeAge {
      let slope = 1 / Float(endAge - fadeAge)
      for index in part.indices { part[index] *= Float(endAge - age - Int64(index) - 1) * slope }
    }
    if channel.rests(at: frame) {
      let gain = channel.target
      if gain != 1 { for index in part.indices { part[index] *= gain } }
    } else {
      for index in part.indices { part[index] *= channel.value(at: frame + Int64(index)) }
    }
  }
}
