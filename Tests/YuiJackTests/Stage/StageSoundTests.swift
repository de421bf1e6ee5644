// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What fingers do on a page, found in the sound of the ports.
@Suite(.jack, .enabled(if: StageBrowser.isInstalled, StageBrowser.missing))
struct StageSoundTests {
  /// Frames without sound that part two scenes; a note that is left sounding joins them.
  static let rest = 4800
  /// Frames at the end of a scene in which all its fingers are down, however far apart they came: no more than `sounds.py` waits.
  static let held = 38_400

  @Test func `touches are heard at their pitches, in their number, and none is left sounding`() throws {
    let bench = try StageBench(period: 512)
    let probe = try JackProbe(on: bench.server, ["--name", "probe", "--audio-in", "left"])
    try probe.ask("connect yui-jack:out_left probe:left")
    let browser = try StageBrowser("sounds.py", bench)
    try browser.next("scene", "ready")
    try probe.prepare(180 * 48_000)
    try probe.go()
    try browser.go()
    var scenes: [Event] = []
    while scenes.last?.string("scene") != "over" { scenes.append(try browser.next()) }
    #expect(scenes.removeLast().strings("errors") == [])
    try probe.stop()
    let sound = try #require(probe.finish().audio["left"])
    try browser.end()
    let parts = parts(of: sound)
    #expect(scenes.count == 9)
    try #require(parts.count == scenes.count, "\(parts) \(scenes)")
    for (scene, part) in zip(scenes, parts) {
      let notes = try #require(scene.numbers("notes"))
      let name = scene.string("scene") ?? ""
      if scene.bool("follows") == true {
        #expect(sequence(in: sound[part]) == notes, "\(name)")
      } else {
        #expect(chord(in: sound[part].suffix(Self.held)) == notes, "\(name)")
      }
      if let frames = scene.int("frames") { #expect(part.count > frames, "\(name)") }
    }
    #expect(sound.suffix(Self.rest).allSatisfy { abs($0) < 1e-4 }, "A note is left sounding.")
    try bench.instrument.quit()
  }

  /// Where there is sound, parted by silence.
  private func parts(of sound: [Float]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for (index, sample) in sound.enumerated() where abs(sample) >= 1e-4 {
      if let last = found.last, index - last.upperBound < Self.rest {
        found[found.count - 1] = last.lowerBound..<index + 1
      } else {
        found.append(index..<index + 1)
      }
    }
    return found
  }

  /// The notes of one octave, C4 to B4, that sound together: their fundamentals stand out by far, in most windows of a fifth of
  /// a second. A cycle that the server loses is heard in a few windows only.
  private func chord(in sound: ArraySlice<Float>) -> [Int] {
    let length = 9600
    let windows = stride(from: sound.startIndex, through: sound.endIndex - length, by: length / 4).map { start in
      let powers = (60...71).map { Self.power(sound[start..<start + length], note: $0) }
      let most = powers.max() ?? 0
      return powers.map { $0 > most / 30 }
    }
    return (60...71).filter { note in 2 * windows.count { $0[note - 60] } > windows.count }
  }

  /// The notes from C4 to C6 that sound one after the other.
  private func sequence(in sound: ArraySlice<Float>) -> [Int] {
    let length = 4800
    var found: [Int] = []
    for start in stride(from: sound.startIndex, to: sound.endIndex - length, by: length / 2) {
      let part = sound[start..<start + length]
      let loudest = (60...84).max { Self.power(part, note: $0) < Self.power(part, note: $1) } ?? 0
      if found.last != loudest { found.append(loudest) }
    }
    return found
  }

  /// The power of a note's fundamental, by Goertzel's method with a Hann window.
  private static func power(_ samples: ArraySlice<Float>, note: Int) -> Double {
    let turn = 2 * Double.pi * 440 * pow(2, Double(note - 69) / 12) / 48_000
    var (first, second) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(samples.count))
      (first, second) = (Double(sample) * window + 2 * cos(turn) * first - second, first)
    }
    return first * first + second * second - 2 * cos(turn) * first * second
  }
}
