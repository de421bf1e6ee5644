// SPDX-License-Identifier: GPL-3.0-or-later

/// One stream of samples at four rates, an octave apart from about 12 kHz down, and the last third of a second of each.
///
/// - Thread: one at a time, never the process callback.
struct OctaveStreams {
  /// Seconds that are kept.
  static let memory = 0.36
  /// How many rates there are.
  static let count = 4

  /// Samples a second, the fastest first.
  let rates: [Double]
  private var decimators: [Decimator]
  private var streams: [History]

  /// Silent streams of an input at a sample rate.
  init(sampleRate: Double) {
    let factor = max(1, Int((sampleRate / 12_000).rounded()))
    var rates = [sampleRate / Double(factor)]
    decimators = [Decimator(factor: factor, passBand: 0.4)]
    for _ in 1..<Self.count {
      // A wide transition keeps the delay short; partials in it are weaker, but not out of tune.
      decimators.append(Decimator(factor: 2, passBand: 0.33))
      rates.append(rates[rates.count - 1] / 2)
    }
    self.rates = rates
    streams = rates.map { History(count: Int($0 * Self.memory) + 2) }
  }

  /// Adds samples of the input.
  mutating func append(_ samples: UnsafeBufferPointer<Float>) {
    decimators[0].process(samples, into: &streams[0])
    for index in 1..<Self.count {
      let fresh = streams[index - 1].takeFresh()
      fresh.withUnsafeBufferPointer { decimators[index].process($0, into: &streams[index]) }
    }
    _ = streams[Self.count - 1].takeFresh()
  }

  /// Calls `body` with the last `seconds` of a stream, an even number of samples, the oldest first.
  func withLast<Result>(
    seconds: Double, of stream: Int, _ body: (UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    streams[stream].withLast(Int(rates[stream] * min(seconds, Self.memory)) & ~1, body)
  }

  /// The slowest stream that holds the first six partials of a pitch in hertz; the fastest where none does.
  func slowest(for frequency: Double) -> Int {
    for index in (0..<Self.count).reversed() where rates[index] * 0.32 >= 6 * frequency { return index }
    return 0
  }
}
