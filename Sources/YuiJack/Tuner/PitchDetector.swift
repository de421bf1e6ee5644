// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// What was heard at one moment.
struct PitchReading {
  /// Samples heard so far, at the rate of the input.
  var frame: Int64
  /// Root mean square of the last window, linear.
  var level: Double
  /// The pitch, where there is one.
  var pitch: Pitch?

  /// A pitch.
  struct Pitch {
    /// Hertz.
    var frequency: Double
    /// How much the sound repeats itself, up to 1.
    var clarity: Double
    /// The standard deviation that noise leaves, in cents.
    var deviation: Double
  }
}

/// Finds the pitch of one string in a stream of samples.
///
/// The stream is made slower in four steps of an octave. McLeod's method gives the lags at which the last window repeats itself;
/// a string is fitted at each that can be meant, the simplest that explains what is heard is taken, and its first partial
/// is the pitch. In noise the fit takes in more of the past, as long as it is the same note.
///
/// - Thread: one at a time, never the process callback.
final class PitchDetector {
  /// Hertz that are looked for.
  let range: ClosedRange<Double>
  /// Samples from reading to reading.
  let hop: Int
  private let sampleRate: Double
  private var decimators: [Decimator] = []
  private var streams: [History] = []
  private var rates: [Double] = []
  private var waiting: [Float] = []
  private var frame: Int64 = 0
  private let short: McLeod
  private let long: McLeod?
  private let fit: HarmonicFit
  private let searchStream: Int
  private var note: Note?

  /// The note that sounds, while it does.
  private struct Note {
    var frequency: Double
    var stiffness: Double
    var readings: Int
    var doublings: Int
  }

  /// Seconds of a window: nearest to 2048 and 4096 samples at 48 kHz.
  private static let window = 2048.0 / 48_000
  private static let gate = (level: 0.003, clarity: 0.8, residue: 0.35, deviation: 8.0)
  /// The share of a stream's rate that partials may reach.
  private static let band = 0.49

  init(sampleRate: Double, range: ClosedRange<Double>) {
    self.sampleRate = sampleRate
    self.range = range
    hop = Int(exp2((log2(sampleRate * Self.window)).rounded())) / 4
    let factor = max(1, Int((sampleRate / 12_000).rounded()))
    decimators = [Decimator(factor: factor, passBand: 0.4)]
    rates = [sampleRate / Double(factor)]
    for _ in 1...3 {
      decimators.append(Decimator(factor: 2, passBand: 0.33))
      rates.append(rates[rates.count - 1] / 2)
    }
    streams = rates.map { History(count: Int($0 * 0.36)) }
    searchStream = range.upperBound > 1000 ? 0 : 1
    let block = Int(rates[searchStream] * Self.window)
    short = McLeod(blockSize: block)
    long = range.lowerBound < 65 ? McLeod(blockSize: 2 * block) : nil
    fit = HarmonicFit(longest: Int(rates[0] * 0.36))
  }

  /// Adds samples, and calls `each` for every reading that they complete.
  func feed(_ samples: UnsafeBufferPointer<Float>, _ each: (PitchReading) -> Void) {
    waiting.append(contentsOf: samples)
    var start = 0
    while waiting.count - start >= hop {
      waiting.withUnsafeBufferPointer { addHop(UnsafeBufferPointer(rebasing: $0[start..<start + hop])) }
      start += hop
      frame += Int64(hop)
      each(read())
    }
    waiting.removeFirst(start)
  }

  private func addHop(_ samples: UnsafeBufferPointer<Float>) {
    decimators[0].process(samples, into: &streams[0])
    for index in 1..<streams.count {
      let fresh = streams[index - 1].takeFresh()
      fresh.withUnsafeBufferPointer { decimators[index].process($0, into: &streams[index]) }
    }
    _ = streams[streams.count - 1].takeFresh()
  }

  private func read() -> PitchReading {
    let level = streams[0].withLast(Int(rates[0] * Self.window)) { block in
      (Double(dot(block.baseAddress!, block.baseAddress!, block.count)) / Double(block.count)).squareRoot()
    }
    var reading = PitchReading(frame: frame, level: level)
    guard level >= Self.gate.level else {
      note = nil
      return reading
    }
    reading.pitch = pitch(level)
    return reading
  }

  private func pitch(_ level: Double) -> PitchReading.Pitch? {
    let rate = rates[searchStream]
    var maxima = keyMaxima(short, rate)
    if let long, McLeod.pick(maxima).map({ rate / Double($0.lag) < 70 || $0.clarity < 0.9 }) ?? true {
      maxima = keyMaxima(long, rate)
    }
    guard let pick = McLeod.pick(maxima) else {
      note = nil
      return nil
    }
    let picked = rate / Double(pick.lag)
    var found: (fit: HarmonicFit.Result, frequency: Double)?
    if let note, abs(log2(picked / note.frequency)) < 0.03, let again = measure(note.frequency) {
      found = again
    } else {
      found = search(maxima, picked, rate)
      if let found, let note, abs(log2(found.frequency / note.frequency)) > 0.03 { self.note = nil }
    }
    guard let found, range.contains(found.frequency), found.fit.residue < Self.gate.residue,
      found.fit.deviation * 1731 < Self.gate.deviation, !isMains(found.frequency, level)
    else {
      note = nil
      return nil
    }
    let clarity = 1 - found.fit.residue
    var next = note ?? Note(frequency: 0, stiffness: 0, readings: 0, doublings: 0)
    next.frequency = found.frequency
    next.stiffness = found.fit.stiffness
    next.readings += 1
    let deviation = found.fit.deviation * 1731
    if deviation > 0.3, next.readings >= 4 << next.doublings, next.doublings < 2 { next.doublings += 1 }
    if deviation < 0.05, next.doublings > 0 { next.doublings -= 1 }
    note = next
    return PitchReading.Pitch(frequency: found.frequency, clarity: clarity, deviation: deviation)
  }

  private func keyMaxima(_ method: McLeod, _ rate: Double) -> [McLeod.KeyMaximum] {
    let shortest = Float(rate / (range.upperBound * 1.03))
    let count = method === short ? Int(rates[searchStream] * Self.window) : 2 * Int(rates[searchStream] * Self.window)
    let longest = min(Int(rate / range.lowerBound * 1.03) + 1, count * 4 / 5)
    let all = streams[searchStream].withLast(count) { method.keyMaxima(of: $0, longest: longest) }
    return all.filter { $0.lag >= shortest }
  }

  /// Fits strings at all pitches that can be meant; of those that explain what is heard, the highest.
  private func search(_ maxima: [McLeod.KeyMaximum], _ picked: Double, _ rate: Double) -> (
    fit: HarmonicFit.Result, frequency: Double
  )? {
    var guesses: [Double] = []
    func add(_ frequency: Double) {
      guard frequency > range.lowerBound * 0.97, frequency < range.upperBound * 1.03 else { return }
      if !guesses.contains(where: { abs(log2($0 / frequency)) < 0.03 }) { guesses.append(frequency) }
    }
    add(picked)
    if let note { add(note.frequency) }
    for maximum in maxima.sorted(by: { $0.clarity > $1.clarity }).prefix(3) { add(rate / Double(maximum.lag)) }
    for ratio in [2, 0.5, 3, 1.0 / 3] { add(picked * ratio) }
    guesses.sort(by: >)
    let stream = self.stream(for: picked * 0.5)
    var best: (fit: HarmonicFit.Result, frequency: Double)?
    for guess in guesses {
      guard let candidate = measure(guess, stream: stream) else { continue }
      if let best {
        let gain = best.fit.residue - candidate.fit.residue
        if gain < 0.4 * best.fit.residue || gain < 0.015 { continue }
        let isEstablished = (note?.readings ?? 0) > 12 && abs(log2(best.frequency / note!.frequency)) < 0.03
        if gain < (isEstablished ? 0.5 : 0.1), isHum(candidate, beside: best.frequency) { continue }
      }
      best = candidate
    }
    guard let best else { return nil }
    return measure(best.frequency)
  }

  /// Whether what a low pitch explains beside a higher one is mostly the hum of the mains.
  private func isHum(_ low: (fit: HarmonicFit.Result, frequency: Double), beside high: Double) -> Bool {
    var (all, hum) = (0.0, 0.0)
    for (index, energy) in low.fit.partials.enumerated() {
      let frequency = low.frequency * Double(index + 1)
      let order = frequency / high
      if abs(order - order.rounded()) < 0.02 * order, order > 0.5 { continue }
      all += energy
      if [50.0, 60].contains(where: { abs(frequency - $0 * (frequency / $0).rounded()) < 4 }) { hum += energy }
    }
    return hum > 0.7 * all
  }

  /// Whether a pitch is that of the mains, and no louder than they are heard.
  private func isMains(_ frequency: Double, _ level: Double) -> Bool {
    level < 0.05 && [50.0, 60].contains { abs(frequency - $0) < 0.3 }
  }

  /// The slowest stream that holds the first partials of a pitch.
  private func stream(for frequency: Double) -> Int {
    for index in (0..<rates.count).reversed() where rates[index] * 0.32 >= 5 * frequency { return index }
    return 0
  }

  private func measure(
    _ guess: Double, stream: Int? = nil
  ) -> (fit: HarmonicFit.Result, frequency: Double)? {
    let stream = stream ?? self.stream(for: guess)
    let rate = rates[stream]
    var seconds = guess < 70 ? 2 * Self.window : Self.window
    for _ in 0..<(note?.doublings ?? 0) { seconds = min(seconds * 2, 0.34) }
    let count = Int(rate * seconds) & ~1
    let result = streams[stream].withLast(count) {
      fit.fit($0, guess: guess / rate, stiffness: note?.stiffness, band: Self.band, steps: 2)
    }
    return result.map { ($0, $0.frequency * rate) }
  }
}
