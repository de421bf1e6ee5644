// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// Music that plays while something happens to a stage, to be held against the same music rendered in peace.
final class StageMusic {
  private static let loop = "loop@music 120 rows=kick|snare|hat|C3 p=x...x...|..x...x.|xxxxxxxx|x..x.x.."
  private let bench: StageBench
  private let folder: TemporaryDirectory

  /// It plays from now on, and all that sounds is recorded.
  init(_ bench: StageBench) throws {
    self.bench = bench
    folder = try TemporaryDirectory()
    try bench.instrument.write(lines(to: folder.file("live.wav")).joined(separator: "\n"))
    try bench.instrument.event("started")
  }

  private func lines(to path: String) -> [String] {
    // What waits for one frame takes effect together, whatever the cycle.
    [Self.loop, "wait 0.1 s", "record to=\(path)", "start music"]
  }

  /// Ends it, at least a second after it began, and says at which frame it was another than in peace; nil where at none.
  func firstDifference() throws -> Int? {
    try bench.instrument.write("wait 1 s", "record stop")
    let seconds = try bench.instrument.event("recorded").number("seconds") ?? 0
    let lines = lines(to: folder.file("peace.wav")) + ["wait \(Int(seconds) + 1) s", "record stop"]
    let run = try Instrument.run(
      ["render", "-", "-o", folder.file("all.wav"), "--seconds", "\(Int(seconds) + 2)"], input: lines)
    guard run.ending == .exited(0) else { throw TestFailure("It could not be rendered: \(run.errors)") }
    let (live, peace) = (try WaveFile(folder.file("live.wav")), try WaveFile(folder.file("peace.wav")))
    guard live.frames >= 48_000, peace.frames >= live.frames, live.samples.contains(where: { abs($0) > 0.1 }) else {
      throw TestFailure("The takes are of \(live.frames) and \(peace.frames) frames")
    }
    return live.samples.indices.first { live.samples[$0] != peace.samples[$0] }.map { $0 / 2 }
  }
}
