// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in the pool: a voice and the gains that end it.
///
/// The voice itself goes on for ever. The slot lets it go (an exponential, by the recipe's release) and ends it (a fade
/// to nothing at its natural end, when stolen or when cut), each counted in frames since the strike, so that any split of
/// the frames into blocks gives the same samples.
///
/// - Thread: realtime.
struct VoiceSlot: BitwiseCopyable {
  /// A voice that was let go is ended where its release has fallen to 1/10000: after this many thirds of the release time.
  private static var silenceThirds: Double { @_noLocks get { 9.210_340_371_976_184 } }

  let note: NoteRequest
  private var voice: Voice
  /// Frames since the strike.
  private var age: Int64 = 0
  /// The age at which it is let go.
  private var releaseAge = Int64.max
  /// The gain of eight frames of the release as parts of that of the first, and the first's.
  private let releaseGains: Octet
  private let releaseFactor: Float
  private var releaseGain: Float = 1
  /// Frames from being let go to the end.
  private let releaseLength: Int64
  /// The age at which the fade to nothing starts, and at which it arrives.
  private var fadeAge = Int64.max
  private var fadeEnd = Int64.max
  /// Its key is up.
  private(set) var isReleased = false
  /// Its key is up but the pedal holds it.
  var isPedalled = false
  /// Stolen or cut: on its way out, whatever happens.
  private(set) var isEnding = false
  private(set) var isFinished = false
  /// How loud it is, for whoever looks for one to steal.
  private let loudnessCurve: LoudnessCurve
  /// What its channel's controllers do to it now: semitones and 0...1.
  private var pitch: Float = 0
  private var pressure: Float = 0
  /// The step of a frame of the vibrato in turns of 2^-32; 0 where the modulation wheel does nothing.
  private let vibratoIncrement: UInt32

  @_noLocks
  init(_ note: NoteRequest, seed: UInt32, sampleRate: Double) {
    self.note = note
    voice = Voice(
      note.voice, Strike(sampleRate: sampleRate, velocity: note.velocity, frequency: note.frequency, seed: seed))
    loudnessCurve = LoudnessCurve(note.voice, velocity: note.velocity, sampleRate: sampleRate)
    vibratoIncrement = note.voice.vibrates ? Phase.increment(frequency: 5.2, sampleRate: sampleRate) : 0
    if let release = note.voice.release {
      let frames = release * sampleRate
      let factor = RealtimeMath.exp(-3 / frames)
      var gain = factor
      var gains = Octet(repeating: 1)
      for index in 0..<8 {
        gains[index] = Float(gain)
        gain *= factor
      }
      releaseGains = gains
      releaseFactor = gains[7]
      releaseLength = Int64(frames * VoiceSlot.silenceThirds / 3) + 1
      switch note.hold {
      case .natural: if note.voice.isSustained { releaseAge = Int64(0.5 * sampleRate) }
      case .key: break
      case .frames(let frames): releaseAge = max(1, frames)
      }
    } else {
      releaseGains = Octet(repeating: 1)
      releaseFactor = 1
      releaseLength = 0
    }
    if let length = note.voice.naturalLength {
      // A key that is down sounds until it is let go: three natural lengths are below −100 dB for every such voice.
      var seconds = length
      if case .key = note.hold { seconds *= 3 }
      fadeEnd = Int64(seconds * sampleRate)
      fadeAge = max(0, fadeEnd - VoiceSlot.fadeLength(0.01, sampleRate: sampleRate))
    }
  }

  /// The key goes up. A voice without a release rings on.
  @_noLocks
  mutating func release() {
    isPedalled = false
    guard note.voice.release != nil, !isReleased else { return }
    isReleased = true
    releaseAge = min(releaseAge, age)
  }

  /// Fades to nothing within 4 ms; a voice that fades already, at its natural end, goes on with that.
  @_noLocks
  mutating func end(sampleRate: Double) {
    isEnding = true
    guard age < fadeAge else { return }
    fadeAge = age
    fadeEnd = age + VoiceSlot.fadeLength(0.004, sampleRate: sampleRate)
    if age == 0 { isFinished = true }
  }

  /// Frames of a fade. No fewer than 192, so that the gain never falls by more than 1/96 from frame to frame, not even together
  /// with the quickest release at 22050 Hz.
  @_noLocks
  private static func fadeLength(_ seconds: Double, sampleRate: Double) -> Int64 {
    max(192, Int64(seconds * sampleRate))
  }

  /// About how loud it is, octaves of amplitude; its MIDI channel's gain left out.
  var loudness: Float {
    @_noLocks get { loudnessCurve.value(age: age, released: isReleased ? age - releaseAge : 0) }
  }

  /// Whether it was let go or has rung down to a tenth.
  var isSpent: Bool { @_noLocks get { isReleased || loudnessCurve.hasRungDown(age: age) } }

  /// Frames until the end of the fade to nothing.
  var remaining: Int64 { @_noLocks get { fadeEnd - age } }

  /// Adds the voice's next `count` samples, with its gains, to `mix`; `scratch` has room for as many.
  ///
  /// - Parameter channel: what the controllers of the note's MIDI channel do, and `frame` the first frame.
  @_noLocks
  mutating func render(
    into mix: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>, count: Int,
    channel: UnsafePointer<ChannelExpression>?, at frame: Int64
  ) {
    var done = 0
    while done < count, !isFinished {
      if age >= releaseAge { isReleased = true }
      var part = min(count - done, Int(nextTurn - age))
      if let channel, note.voice.isPitched { part = min(part, follow(channel, at: frame + Int64(done))) }
      var sound = MutableSpan(_unsafeStart: scratch, count: part)
      voice.render(into: &sound)
      applyGains(scratch, part)
      if let channel { applyGain(of: channel.pointee.gain, scratch, part, at: frame + Int64(done)) }
      for index in 0..<part { mix[done &+ index] += scratch[index] }
      age += Int64(part)
      done += part
      if age >= fadeEnd || age >= releaseEnd { isFinished = true }
    }
  }

  private var releaseEnd: Int64 { @_noLocks get { isReleased ? releaseAge + releaseLength : .max } }

  /// The age at which another gain begins, or the voice ends.
  private var nextTurn: Int64 {
    @_noLocks get {
      let next = min(fadeEnd, releaseEnd)
      if age < releaseAge, releaseAge < next { return min(releaseAge, age < fadeAge ? fadeAge : next) }
      return age < fadeAge ? min(fadeAge, next) : next
    }
  }

  @_noLocks
  private mutating func applyGains(_ sound: UnsafeMutablePointer<Float>, _ count: Int) {
    if isReleased { applyRelease(sound, count) }
    if age >= fadeAge {
      let slope = 1 / Float(fadeEnd - fadeAge)
      let left = Float(fadeEnd - age - 1)
      for index in 0..<count {
        // 3t² − 2t³ has no corner at either end; it falls by 1.5 parts of its length where it is steepest.
        let t = (left - Float(index)) * slope
        sound[index] *= t * t * (3 - 2 * t)
      }
    }
  }

  @_noLocks
  private func applyGain(of channel: Ramp, _ sound: UnsafeMutablePointer<Float>, _ count: Int, at frame: Int64) {
    if channel.rests(at: frame) {
      let gain = channel.target
      if gain != 1 { for index in 0..<count { sound[index] *= gain } }
    } else {
      for index in 0..<count { sound[index] *= channel.value(at: frame + Int64(index)) }
    }
  }

  /// Bends and presses the voice as its channel says. Where that moves, it moves from octet to octet of the voice, along a line
  /// within each.
  ///
  /// - Returns: frames until the voice has to follow again.
  @_noLocks
  private mutating func follow(_ channel: UnsafePointer<ChannelExpression>, at frame: Int64) -> Int {
    if channel.pointee.keeps(pitch: pitch, pressure: pressure, vibrates: vibratoIncrement != 0, at: frame) {
      return .max
    }
    let place = Int(age & 7)
    // The voice has computed the rest of this octet already.
    guard place == 0 else { return 8 - place }
    if age == 0 { express(channel, at: frame, age: 0, atOnce: true) }
    express(channel, at: frame + 8, age: age + 8, atOnce: false)
    return 8
  }

  /// Gives the voice the pitch and pressure of a frame.
  @_noLocks
  private mutating func express(
    _ channel: UnsafePointer<ChannelExpression>, at frame: Int64, age: Int64, atOnce: Bool
  ) {
    let wave = RealtimeMath.sine(turns: UInt32(truncatingIfNeeded: age) &* vibratoIncrement)
    let pitch = channel.pointee.bend.value(at: frame) + channel.pointee.vibrato.value(at: frame) * wave
    if pitch != self.pitch {
      self.pitch = pitch
      voice.tune(to: note.frequency * RealtimeMath.exp2(Double(pitch) / 12), atOnce: atOnce)
    }
    let pressure = channel.pointee.pressure.value(at: frame)
    if pressure != self.pressure {
      self.pressure = pressure
      voice.press(pressure, atOnce: atOnce)
    }
  }

  /// Eight frames of the release at a time, counted from its own start; the rest of eight frame by frame.
  @_noLocks
  private mutating func applyRelease(_ sound: UnsafeMutablePointer<Float>, _ count: Int) {
    var gain = releaseGain
    var place = Int((age - releaseAge) & 7)
    var index = 0
    while index < count {
      if place == 0, count - index >= 8 {
        let octets = Octets(start: UnsafeMutableRawPointer(sound + index), count: (count - index) / 8)
        for octet in 0..<octets.count {
          octets[octet] *= releaseGains * gain
          gain *= releaseFactor
        }
        index += octets.count * 8
      } else {
        sound[index] *= releaseGains[place] * gain
        index += 1
        place = (place + 1) & 7
        if place == 0 { gain *= releaseFactor }
      }
    }
    releaseGain = gain
  }
}
