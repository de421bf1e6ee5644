// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Finds the pitch of one string in a stream of samples.
///
/// McLeod's method gives the lags at which the last window repeats itself; a string is fitted at each that can be meant, the
/// simplest that explains what is heard is taken, and its first partial is the pitch. In noise the fit takes in more of
/// the past, as long as it is the same note.
///
/// - Thread: one at a time, never the process callback.
final class PitchDetector {
  /// Hertz that are looked for.
  let range: ClosedRange<Double>
  private let includesMains: Bool
  /// Samples from reading to reading: a quarter of a window.
  let hop: Int

  /// Seconds of a window: 2048 samples at 48 kHz. A pitch below 70 Hz takes two.
  private static let window = 2048.0 / 48_000
  /// What a reading has to pass: level (root mean square), what the string leaves unexplained, and cents that noise leaves open.
  private static let gate = (level: 0.003, residue: 0.35, deviation: 6.0)
  /// How much of itself a window has to repeat for a note to be searched in it: what strings do, and noise does not.
  private static let repetition: Float = 0.4
  /// Readings in a row without a pitch after which only every so many of them searches for one, until it gets louder.
  private static let patience = (readings: 12, every: 4, rise: 1.2)
  /// Readings after which a hum that does not change is known as such, about a third of a second.
  private static let humReadings = 32

  private let hopSeconds: Double
  private var streams: OctaveStreams
  private let searched: Int
  private let short: McLeod
  private let long: McLeod?
  private let fit: HarmonicFit
  private var waiting: [Float] = []
  private var frame: Int64 = 0
  private var note: Note?
  private var levels: [Double] = []
  /// Readings in a row without a pitch.
  private var fruitless = 0

  /// The note that sounds, while it does.
  private struct Note {
    var frequency = 0.0
    var stiffness: Double?
    var readings = 0
    /// How often the window of the fit has been doubled.
    var doublings = 0
  }

  /// A detector that has heard nothing.
  ///
  /// - Parameter hearing: below 20 hertz nothing is found, and above 5000.
  init(sampleRate: Double, hearing: Hearing) {
    let range = hearing.range
    includesMains = hearing.includesMains
    self.range = max(range.lowerBound, 20)...max(range.upperBound, 21)
    hop = max(1, Int(exp2(log2(sampleRate * Self.window).rounded())) / 4)
    hopSeconds = Double(hop) / sampleRate
    streams = OctaveStreams(sampleRate: sampleRate)
    searched = range.upperBound > 1000 ? 0 : 1
    let block = Int(streams.rates[searched] * Self.window)
    short = McLeod(blockSize: block)
    long = range.lowerBound < 65 ? McLeod(blockSize: 2 * block) : nil
    fit = HarmonicFit(longest: Int(streams.rates[0] * OctaveStreams.memory))
  }

  /// Adds samples, and calls `each` for every reading that they complete.
  func feed(_ samples: UnsafeBufferPointer<Float>, _ each: (PitchReading) -> Void) {
    waiting.append(contentsOf: samples)
    var start = 0
    while waiting.count - start >= hop {
      waiting.withUnsafeBufferPointer { streams.append(UnsafeBufferPointer(rebasing: $0[start..<start + hop])) }
      start += hop
      frame += Int64(hop)
      each(read())
    }
    waiting.removeFirst(start)
  }

  private func read() -> PitchReading {
    let level = streams.withLast(seconds: Self.window, of: 0) { block in
      (Double(dotProduct(block.baseAddress!, block.baseAddress!, block.count)) / Double(block.count)).squareRoot()
    }
    levels.append(level)
    if levels.count > Self.humReadings { levels.removeFirst() }
    var reading = PitchReading(frame: frame, level: level)
    if levels.count > 1, level > Self.patience.rise * levels[levels.count - 2] { fruitless = 0 }
    guard level >= Self.gate.level, let found = find(), passes(found, level) else {
      note = nil
      fruitless += 1
      return reading
    }
    fruitless = 0
    follow(found)
    reading.pitch = PitchReading.Pitch(
      frequency: found.frequency, clarity: 1 - found.fit.residue)
    return reading
  }

  private func passes(_ found: Candidate, _ level: Double) -> Bool {
    range.contains(found.frequency) && found.fit.residue < Self.gate.residue
      && found.deviation < Self.gate.deviation && !found.isManyStrings && !isHum(found, level)
  }

  private func isHum(_ found: Candidate, _ level: Double) -> Bool {
    if includesMains { return false }
    return found.isHalfHum(level: level) || found.isMains && (level < 0.08 || isSteady)
  }

  /// Whether the level has been the same for a while, as that of hum is and that of a string is not. A short while counts as
  /// that: what it is will be seen.
  private var isSteady: Bool { levels.max()! < 1.35 * levels.min()! || levels.count < Self.humReadings }

  /// Keeps what is known of the note, and lets the window of the fit grow while noise leaves the pitch open.
  private func follow(_ found: Candidate) {
    var next = note ?? Note()
    next.frequency = found.frequency
    next.stiffness = found.fit.stiffness
    next.readings += 1
    let heard = Double(next.readings) * hopSeconds + 0.5 * Self.window
    if found.deviation > 0.3, next.doublings < 2, seconds(found.frequency, doublings: next.doublings + 1) <= heard {
      next.doublings += 1
    }
    if found.deviation < 0.05, next.doublings > 0 { next.doublings -= 1 }
    note = next
  }

  // MARK: Search

  private func find() -> Candidate? {
    let rate = streams.rates[searched]
    var maxima = keyMaxima(short, seconds: Self.window)
    if let long, McLeod.pick(maxima).map({ rate / Double($0.lag) < 70 || $0.clarity < 0.9 }) ?? true {
      maxima = keyMaxima(long, seconds: 2 * Self.window)
    }
    guard let pick = McLeod.pick(maxima) else { return nil }
    let picked = rate / Double(pick.lag)
    if let note, let again = measure(note.frequency, steps: note.readings < 3 ? 2 : 1), again.isNear(picked) {
      return again
    }
    let isDue = fruitless < Self.patience.readings || fruitless % Self.patience.every == 0
    guard isDue, maxima.contains(where: { $0.clarity >= Self.repetition }) else { return nil }
    let found = search(maxima, picked)
    if let note, let found, !found.isNear(note.frequency) { self.note = nil }
    return found
  }

  private func keyMaxima(_ method: McLeod, seconds: Double) -> [McLeod.KeyMaximum] {
    let rate = streams.rates[searched]
    let shortest = Float(rate / (range.upperBound * 1.03))
    return streams.withLast(seconds: seconds, of: searched) { block in
      let longest = min(Int(rate / range.lowerBound * 1.03) + 1, block.count * 4 / 5)
      return method.keyMaxima(of: block, longest: longest).filter { $0.lag >= shortest }
    }
  }

  /// Fits strings at all pitches that can be meant; of those that explain what is heard, the highest.
  private func search(_ maxima: [McLeod.KeyMaximum], _ picked: Double) -> Candidate? {
    let stream = streams.slowest(for: picked)
    var best: Candidate?
    for guess in guesses(maxima, picked) {
      guard let candidate = measure(guess, stream: stream) else { continue }
      if let best {
        let gain = best.fit.residue - candidate.fit.residue
        if gain < 0.5 * best.fit.residue || gain < 0.02 { continue }
        if candidate.isLoneTone { continue }
        // A note that has sounded for a while is drowned by hum, not replaced by it.
        let limit = note.map { $0.readings > 12 && best.isNear($0.frequency) } ?? false ? 0.5 : 0.1
        if gain < limit, candidate.isHum(beside: best.frequency) { continue }
      }
      best = candidate
    }
    return best.flatMap { measure($0.frequency) }
  }

  /// Pitches to try, the highest first: the lags that stand out, the note so far, and octaves and twelfths of the first.
  private func guesses(_ maxima: [McLeod.KeyMaximum], _ picked: Double) -> [Double] {
    var guesses: [Double] = []
    func add(_ frequency: Double) {
      guard frequency > range.lowerBound * 0.97, frequency < range.upperBound * 1.03 else { return }
      if !guesses.contains(where: { abs(log2($0 / frequency)) < 0.03 }) { guesses.append(frequency) }
    }
    add(picked)
    if let note { add(note.frequency) }
    for maximum in maxima.sorted(by: { $0.clarity > $1.clarity }).prefix(3) {
      add(streams.rates[searched] / Double(maximum.lag))
    }
    for ratio in [2, 0.5, 3, 1.0 / 3] { add(picked * ratio) }
    return guesses.sorted(by: >)
  }

  /// How much of the past a fit takes in.
  private func seconds(_ frequency: Double, doublings: Int) -> Double {
    (frequency < 70 ? 2 : 1) * Self.window * Double(1 << doublings)
  }

  /// Fits a string near a guess in hertz.
  private func measure(_ guess: Double, stream: Int? = nil, steps: Int = 2) -> Candidate? {
    let stream = stream ?? streams.slowest(for: guess)
    let rate = streams.rates[stream]
    let seconds = seconds(guess, doublings: note?.doublings ?? 0)
    let result = streams.withLast(seconds: seconds, of: stream) {
      fit.fit($0, guess: guess / rate, stiffness: note?.stiffness, steps: steps)
    }
    return result.map { Candidate(frequency: $0.frequency * rate, fit: $0) }
  }
}
