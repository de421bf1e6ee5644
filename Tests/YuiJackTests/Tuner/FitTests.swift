// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiJack

/// The parts of the detector, each by numbers that can be checked by hand.
@Suite struct FitTests {
  @Test func `an autocorrelation is the sum of products`() {
    let correlate = Autocorrelation(blockSize: 4)
    let sums = [1, 2, -1, 3].withUnsafeBufferPointer { Array(correlate($0)) }
    for (sum, expected) in zip(sums, [15, -3, 5, 3] as [Float]) { #expect(abs(sum - expected) < 1e-5) }
  }

  @Test func `a sine repeats itself at its period, and is picked at the first`() throws {
    let sine = (0..<256).map { Float(sin(2 * .pi * Double($0) / 20.5)) }
    let maxima = sine.withUnsafeBufferPointer { McLeod(blockSize: 256).keyMaxima(of: $0, longest: 100) }
    #expect(maxima.count == 4)
    let pick = try #require(McLeod.pick(maxima))
    #expect(abs(pick.lag - 20.5) < 0.05 && pick.clarity > 0.99)
  }

  @Test func `silence has no maxima`() {
    let silence = [Float](repeating: 0, count: 64)
    #expect(silence.withUnsafeBufferPointer { McLeod(blockSize: 64).keyMaxima(of: $0, longest: 50) }.isEmpty)
  }

  @Test func `equations are solved, and a matrix that cannot be is refused`() throws {
    let solver = try #require(Cholesky([4, 0, 2, 3]))
    let solution = solver.solve([8, 7])
    #expect(abs(solution[0] - 1.25) < 1e-12 && abs(solution[1] - 1.5) < 1e-12)
    #expect(Cholesky([1, 0, 2, 1]) == nil)
  }

  @Test(arguments: [2, 4, 16]) func `a slower stream keeps what it can hold and drops the rest`(factor: Int) {
    func level(_ turns: Double) -> Double {
      var decimator = Decimator(factor: factor, passBand: 0.4)
      var history = History(count: 256)
      let sine = (0..<factor * 600).map { Float(sin(2 * .pi * turns / Double(factor) * Double($0))) }
      sine.withUnsafeBufferPointer { decimator.process($0, into: &history) }
      return history.withLast(256) { Array($0).level }
    }
    for turns in [0.05, 0.2, 0.35] { #expect(abs(level(turns) - 0.5.squareRoot()) < 0.02) }
    if factor > 2 { #expect(level(0.65) < 1e-3 && level(1.2) < 1e-3) }
  }

  @Test func `a stiff string that dies away gives its pitch and its stiffness`() throws {
    let truth = 41.2
    var sound = StringSound(frequency: truth, rate: 1500, stiffness: 3e-4, partials: 16, length: 0.5)
    sound.weakness = 12
    let block = Array(sound.samples.dropFirst(100).prefix(256))
    let found = try #require(
      block.withUnsafeBufferPointer {
        HarmonicFit(longest: 512).fit($0, guess: 41.5 / 1500, stiffness: nil, steps: 3)
      })
    #expect(abs(1200 * log2(found.frequency * 1500 / truth)) < 0.5)
    #expect(abs(found.stiffness - 3e-4) < 5e-5)
    #expect(found.residue < 0.01)
  }

  @Test func `a guess above the band fits nothing`() {
    let block = [Float](repeating: 0.1, count: 64)
    #expect(
      block.withUnsafeBufferPointer { HarmonicFit(longest: 64).fit($0, guess: 0.6, stiffness: nil, steps: 1) } == nil)
  }
}
