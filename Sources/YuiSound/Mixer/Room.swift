// SPDX-License-Identifier: GPL-3.0-or-later

/// A small room: two decorrelated sides of reflections and echoes that die away evenly, from one mono input.
///
/// Eight delay lines feed each other through an orthogonal matrix, so that energy is lost only by a gain in each line: the
/// amplitude falls as `e^(-t / 0.28 s)` at every frequency. Three all-pass filters before them make the first reflections dense, a
/// band-pass of 250 to 5000 Hz makes them soft. Each side hears four lines that the other does not. Nothing comes back before
/// 12 ms. A steady noise within the band comes back on each side `wet` times as loud.
///
/// Once all that is left is below −100 dB the room forgets it and costs nothing until there is input again.
///
/// - Thread: realtime, except `init`, `deinit` and `setSampleRate`.
/// - Source: J.-M. Jot and A. Chaigne, "Digital delay networks for designing artificial reverberators", AES 90, 1991.
struct Room: ~Copyable {
  /// How wet it is where nobody asks for another.
  static var usual: Float { @_noLocks get { 0.18 } }
  /// Seconds in which the amplitude falls to 1/e.
  private static var decay: Double { @_noLocks get { 0.28 } }
  /// What is nothing: −100 dB.
  private static var silence: Float { @_noLocks get { 1e-5 } }
  /// The gain of the all-pass filters.
  private static var diffusion: Float { @_noLocks get { 0.6 } }
  /// The most input that is listened to, so that one wild sample does not ring for seconds.
  private static var loudest: Float { @_noLocks get { 64 } }
  /// The most frames that are worked on at a time.
  private static var chunk: Int { @_noLocks get { 64 } }

  private let memory: UnsafeMutablePointer<Float>
  private let memoryCount: Int
  private let filtered: UnsafeMutablePointer<Float>
  private var lines: InlineArray<8, DelayLine>
  private var diffusers: InlineArray<3, DelayLine>
  /// What each line keeps of its sound, and the gain of both sides.
  private var gains: InlineArray<8, Float>
  private let sideGain: Float
  private var highPass: SteppedFilter
  private var lowPass: SteppedFilter
  private var wet: Ramp
  /// Falls from 1 to 0 while what is left is faded out.
  private var fade = Ramp(at: 1)
  private let sampleRate: Double
  /// Frames from one look for silence to the next, and since the last.
  private let window: Int
  private var sinceLook = 0
  /// Whether nothing is left in it.
  private(set) var isSilent = true

  init(sampleRate: Double, wet: Float = Room.usual) {
    self.sampleRate = sampleRate
    self.wet = Ramp(at: wet)
    window = max(1, Int(sampleRate / 10))
    // Mean free paths of a small room, spread so that few echoes fall together; 0.29 s in all, which is dense enough for the decay.
    let lineSeconds: InlineArray<8, Double> = [0.01205, 0.01331, 0.02317, 0.02789, 0.03923, 0.04597, 0.05783, 0.06571]
    let diffuserSeconds: InlineArray<3, Double> = [0.00293, 0.00471, 0.00733]
    func frames(_ seconds: Double) -> Int { Int(RealtimeMath.roundHalfUp(seconds * sampleRate + 0.5)) }
    var count = 0
    for index in lineSeconds.indices { count += frames(lineSeconds[index]) + DelayLine.margin }
    for index in diffuserSeconds.indices { count += frames(diffuserSeconds[index]) + DelayLine.margin }
    memoryCount = count
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    filtered = .allocate(capacity: Room.chunk + DelayLine.margin)
    filtered.initialize(repeating: 0, count: Room.chunk + DelayLine.margin)
    lines = InlineArray(repeating: DelayLine(start: memory, length: 1))
    diffusers = InlineArray(repeating: DelayLine(start: memory, length: 1))
    gains = InlineArray(repeating: 0)
    var start = memory
    var kept = 0.0
    for index in lineSeconds.indices {
      lines[index] = DelayLine(start: start, length: frames(lineSeconds[index]))
      start += lines[index].length + DelayLine.margin
      let gain = RealtimeMath.exp(-Double(lines[index].length) / (Room.decay * sampleRate))
      kept += gain * gain / 8
      // The matrix of sums and differences grows by the root of eight.
      gains[index] = Float(gain / RealtimeMath.squareRoot(8))
    }
    for index in diffuserSeconds.indices {
      diffusers[index] = DelayLine(start: start, length: frames(diffuserSeconds[index]))
      start += diffusers[index].length + DelayLine.margin
    }
    // White noise of power 1 fills each line to a power of 1 / (1 - kept); a side hears four.
    sideGain = Float(RealtimeMath.squareRoot((1 - kept) / 4))
    highPass = SteppedFilter(.highPass(250, sampleRate: sampleRate))
    lowPass = SteppedFilter(.lowPass(5000, sampleRate: sampleRate))
  }

  deinit {
    memory.deallocate()
    filtered.deallocate()
  }

  /// Begins anew, silent, at another rate.
  mutating func setSampleRate(_ rate: Double) { self = Room(sampleRate: rate, wet: wet.target) }

  /// Sets how wet it is, 0...1, within 20 ms, or at once where nothing sounds.
  @_noLocks
  mutating func setWet(_ wet: Float, at frame: Int64, atOnce: Bool) {
    let wet = wet > 0 ? min(wet, 1) : 0
    if atOnce { self.wet = Ramp(at: wet) } else { self.wet.move(to: wet, at: frame, over: Float(0.02 * sampleRate)) }
  }

  /// Fades out what is left in it within 4 ms, and forgets it.
  @_noLocks
  mutating func clear(at frame: Int64) {
    guard !isSilent else { return }
    // Once more from where it is, for what has come since.
    fade = Ramp(at: fade.value(at: frame))
    fade.move(to: 0, at: frame, over: Float(0.004 * sampleRate))
  }

  /// Forgets what is left in it.
  @_noLocks
  mutating func reset() {
    guard !isSilent else { return }
    isSilent = true
    fade = Ramp(at: 1)
    memory.update(repeating: 0, count: memoryCount)
    highPass.reset()
    lowPass.reset()
    sinceLook = 0
  }

  /// Writes what comes back of `input` to both sides, in proportion to how wet it is.
  ///
  /// - Parameter frame: that of the first sample.
  /// - Returns: false where nothing comes back and nothing was written.
  @_noLocks
  mutating func render(
    _ input: UnsafePointer<Float>, into left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    count: Int, at frame: Int64
  ) -> Bool {
    var done = isSilent || isOff(at: frame) ? start(of: input, from: 0, count, at: frame) : 0
    guard done < count else { return false }
    left.update(repeating: 0, count: done)
    right.update(repeating: 0, count: done)
    while done < count {
      let part = run(input + done, left + done, right + done, count - done, at: frame + Int64(done))
      done += part
      look(part)
      if fade.target == 0, fade.rests(at: frame + Int64(done)) { reset() }
      if isSilent || isOff(at: frame + Int64(done)) {
        let next = start(of: input, from: done, count, at: frame + Int64(done))
        (left + done).update(repeating: 0, count: next - done)
        (right + done).update(repeating: 0, count: next - done)
        done = next
      }
    }
    return true
  }

  @_noLocks
  private func isOff(at frame: Int64) -> Bool { wet.target == 0 && wet.rests(at: frame) }

  /// The index of the first sample from `first` on that wakes the silent room, or `count`.
  @_noLocks
  private mutating func start(of input: UnsafePointer<Float>, from first: Int, _ count: Int, at frame: Int64) -> Int {
    guard !isOff(at: frame) else {
      reset()
      return count
    }
    var index = first
    while index < count, input[index] == 0 { index += 1 }
    if index < count { isSilent = false }
    return index
  }

  /// Looks from time to time whether anything is left.
  @_noLocks
  private mutating func look(_ frames: Int) {
    sinceLook += frames
    guard sinceLook >= window else { return }
    sinceLook = 0
    for index in 0..<memoryCount where abs(memory[index]) >= Room.silence { return }
    reset()
  }

  /// Works on as many frames as can be done in one go.
  ///
  /// - Returns: how many those were.
  @_noLocks
  private mutating func run(
    _ input: UnsafePointer<Float>, _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    _ count: Int, at frame: Int64
  ) -> Int {
    var part = min(min(count, Room.chunk), window - sinceLook)
    for index in lines.indices { part = min(part, lines[index].untilWrap) }
    for index in diffusers.indices { part = min(part, diffusers[index].untilWrap) }
    if !wet.rests(at: frame) { part = Int(min(Int64(part), wet.remaining(at: frame))) }
    if !fade.rests(at: frame) { part = Int(min(Int64(part), fade.remaining(at: frame))) }
    filter(input, part)
    for index in diffusers.indices {
      diffuse(diffusers[index], part)
      diffusers[index].advance(part)
    }
    circulate(left, right, part)
    for index in lines.indices { lines[index].advance(part) }
    let rests = wet.rests(at: frame) && fade.rests(at: frame)
    for index in 0..<part {
      let now = frame + Int64(index)
      let gain = sideGain * (rests ? wet.target : wet.value(at: now) * fade.value(at: now))
      left[index] *= gain
      right[index] *= gain
    }
    return part
  }

  @_noLocks
  private mutating func filter(_ input: UnsafePointer<Float>, _ count: Int) {
    var (highPass, lowPass) = (highPass, lowPass)
    for index in 0..<count {
      let sample = input[index]
      let heard = sample.isFinite ? max(-Room.loudest, min(sample, Room.loudest)) : 0
      filtered[index] = lowPass.next(highPass.next(heard))
    }
    (self.highPass, self.lowPass) = (highPass, lowPass)
  }

  /// An all-pass filter in place: `v = x + g v'`, `y = v' - g v`, where v' is the v of a delay ago.
  @_noLocks
  private func diffuse(_ line: DelayLine, _ count: Int) {
    var index = 0
    while index < count {
      let delayed = line.octet(at: index)
      let sum = DelayLine.octet(filtered + index) + delayed * Room.diffusion
      line.set(sum, at: index, count - index)
      DelayLine.set(delayed - sum * Room.diffusion, filtered + index, count - index)
      index += 8
    }
  }

  /// Lets the lines feed each other.
  @_noLocks
  private func circulate(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var index = 0
    while index < count {
      let rest = count - index
      let input = DelayLine.octet(filtered + index)
      let (t0, t1) = (lines[0].octet(at: index), lines[1].octet(at: index))
      let (t2, t3) = (lines[2].octet(at: index), lines[3].octet(at: index))
      let (t4, t5) = (lines[4].octet(at: index), lines[5].octet(at: index))
      let (t6, t7) = (lines[6].octet(at: index), lines[7].octet(at: index))
      // With these signs what a side hears comes back to it through none of its own four lines in phase, as a flutter would.
      DelayLine.set((t0 - t3) + (t4 - t7), left + index, rest)
      DelayLine.set((t1 + t2) - (t5 + t6), right + index, rest)
      let (s0, s1, s2, s3) = (t0 * gains[0], t1 * gains[1], t2 * gains[2], t3 * gains[3])
      let (s4, s5, s6, s7) = (t4 * gains[4], t5 * gains[5], t6 * gains[6], t7 * gains[7])
      // Hadamard's matrix in three stages of sums and differences.
      let (a0, a1, a2, a3) = (s0 + s1, s0 - s1, s2 + s3, s2 - s3)
      let (a4, a5, a6, a7) = (s4 + s5, s4 - s5, s6 + s7, s6 - s7)
      let (b0, b1, b2, b3) = (a0 + a2, a1 + a3, a0 - a2, a1 - a3)
      let (b4, b5, b6, b7) = (a4 + a6, a5 + a7, a4 - a6, a5 - a7)
      lines[0].set(input + (b0 + b4), at: index, rest)
      lines[1].set(input + (b1 + b5), at: index, rest)
      lines[2].set((b2 + b6) - input, at: index, rest)
      lines[3].set(input + (b3 + b7), at: index, rest)
      lines[4].set(input + (b0 - b4), at: index, rest)
      lines[5].set((b1 - b5) - input, at: index, rest)
      lines[6].set(input + (b2 - b6), at: index, rest)
      lines[7].set((b3 - b7) - input, at: index, rest)
      index += 8
    }
  }
}
