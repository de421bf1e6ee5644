// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Measures how long a touch waits for the first sample of its sound: a MIDI event from its stamp, a line by the control socket
/// from its sending, a line at a terminal from the key that ends it.
///
/// An ordinary instrument is played; its sound is recorded and its notes are played by processes of their own. Of another program
/// only MIDI events are measured.
///
/// - Thread: main.
public final class TouchProof {
  private static let instrumentName = "yui-prove-touch"
  /// The shortest distance of two touches, and what chance adds to it, in seconds: several periods of every usual size, and for
  /// another program long enough for what it plays to fade.
  private let distance: (least: Double, more: Double)

  /// An instrument of ours at a terminal.
  private struct Played {
    let terminal: TypedTerminal
    let part: ProofPart
    let client: String
  }

  private let options: ProofOptions
  private let folder: ProofFolder
  /// Where ours is played, nil for another program.
  private let played: Played?
  private let recorder: ProofPart
  private let recorderClient: String
  private let player: ProofPart
  private let playerClient: String
  private let rate: Double
  private let period: Int
  private var random: UInt64 = 1

  /// Starts the processes.
  ///
  /// - Throws: `noServer`, `cannotRun` without Python and numpy, `cannotCreate`, `failed`.
  public init(_ options: ProofOptions) throws(UsageError) {
    _ = signal(SIGPIPE, SIG_IGN)
    self.options = options
    try Analyser.check()
    folder = try ProofFolder(options.folder)
    let server = options.serverName ?? ""
    distance = (options.peerMIDI == nil ? 0.12 : 0.3, 0.0457)
    let seconds = Double(options.touches + 4) * (distance.least + distance.more)
    let capacity = Int(seconds * 192_000)
    player = try ProofPart(
      "player", ["prove-recorder", "yui-prove-player", server, "0", "0", "1", "\(capacity)", "\(options.touches)"])
    let joined = try Proof.client(player)
    (playerClient, rate, period) = joined
    recorder = try ProofPart(
      "recorder",
      [
        "prove-recorder", "yui-prove-recorder", server, "1", "0", "0", "\(min(capacity, Int(seconds * joined.rate)))",
        "0",
      ])
    recorderClient = try Proof.client(recorder).name
    guard options.peerMIDI == nil else {
      played = nil
      return
    }
    let terminal = try TypedTerminal()
    let words = ["--name", Self.instrumentName, "--no-connect"] + (server.isEmpty ? [] : ["--server", server])
    let part = try ProofPart("instrument", words, terminal: terminal.path)
    played = Played(terminal: terminal, part: part, client: try Self.ready(part, terminal))
  }

  /// Measures, and prints what was found.
  ///
  /// - Throws: `failed`, `cannotWrite`.
  public func run() throws(UsageError) {
    guard let played else { return try measurePeer() }
    defer { played.terminal.type("quit\r") }
    try recorder.ask("connect", "\(played.client):out_left", "\(recorderClient):in_1")
    try recorder.ask("connect", "\(playerClient):midi_out", "\(played.client):midi_in")
    tell("Measuring \(options.touches) touches of each kind at \(Int(rate)) Hz, \(period) frames a cycle.")
    try measureMIDI()
    let socket = try InstrumentConnection(to: played.client)
    try measure("Socket line") {
      socket.add(Array("hit tick\n".utf8))
      let now = MonotonicClock.microseconds
      socket.flush()
      _ = socket.read()
      return now
    }
    try measure("Terminal key") {
      played.terminal.type("hit tick")
      // The line is there before the key that ends it.
      _ = poll(nil, 0, 20)
      played.terminal.readScreen()
      let now = MonotonicClock.microseconds
      played.terminal.type("\r")
      return now
    }
    try tellLatency(of: played.client)
  }

  private func measurePeer() throws(UsageError) {
    try recorder.ask("connect", options.peerClicks ?? "", "\(recorderClient):in_1")
    try recorder.ask("connect", "\(playerClient):midi_out", options.peerMIDI ?? "")
    tell("Measuring \(options.touches) touches of another program at \(Int(rate)) Hz, \(period) frames a cycle.")
    try measureMIDI()
  }

  private func tell(_ text: String) { _ = TextStream.write(text + "\n", to: STDOUT_FILENO) }

  /// How late the hardware's outputs are, which is there whatever plays.
  private func tellLatency(of client: String) throws(UsageError) {
    try recorder.ask("wire", client)
    let frames = try recorder.ask("latency", "\(client):out_left").first.flatMap { Int($0[1]) } ?? 0
    let milliseconds = (Double(frames) / rate * 100_000).rounded() / 100
    tell("The server's own way to the outputs adds \(frames) frames (\(ProofReport.text(milliseconds)) ms) to each.")
  }

  // MARK: Kinds

  private func measureMIDI() throws(UsageError) {
    var offset = Int(0.2 * rate)
    var offsets: [Int] = []
    for _ in 0..<options.touches {
      offsets.append(offset)
      offset += Int(nextDistance() * rate)
    }
    let words = ["strikes"] + offsets.map { "\($0)" }
    player.tell(words)
    try player.answer()
    let first = try begin(frames: offset + Int(0.3 * rate)).first
    let played = try player.ask("go", "\(offset)").first.flatMap { UInt32($0[1]) } ?? 0
    let shift = Int(Int32(bitPattern: played &- first))
    try recorder.waitForTake(within: Double(offset) / rate + 1 + 20, meanwhile: drain)
    try finish("MIDI event", offsets.map { "frame \($0 + shift)\n" }.joined())
  }

  /// - Parameter touch: touches, and returns when, by the system's clock, in microseconds.
  private func measure(_ name: String, _ touch: () -> Int64) throws(UsageError) {
    let seconds = Double(options.touches + 3) * (distance.least + distance.more)
    let clock = try begin(frames: Int(seconds * rate)).clock
    var moments = ""
    for _ in 0..<options.touches {
      _ = poll(nil, 0, Int32(nextDistance() * 1000) - (name.hasPrefix("Terminal") ? 20 : 0))
      moments += "time \(touch() + clock)\n"
      drain()
    }
    try recorder.waitForTake(within: seconds + 20, meanwhile: drain)
    try finish(name, moments)
  }

  /// - Returns: the server's frame clock on the first frame, and what its time is ahead of the system's, in microseconds.
  private func begin(frames: Int) throws(UsageError) -> (first: UInt32, clock: Int64) {
    let words = try recorder.ask("go", "\(frames)").first ?? []
    guard words.count == 3, let first = UInt32(words[1]), let clock = Int64(words[2]) else {
      throw .failed("The recorder of the proof did not say when it began.")
    }
    return (first, clock)
  }

  private func finish(_ name: String, _ moments: String) throws(UsageError) {
    try recorder.ask("write", folder.path, within: 60)
    // What another program plays may ring on: then a sound begins where it is loud again after a while.
    let peer = "silent-frames 0\nsilence 0.02\ngap 0.04\n"
    let sound = played == nil ? peer : "silent-frames \(TestSignal.silentFrames)\n"
    try EvidenceWriter.write(sound, to: "\(folder.path)/take.txt", adding: true)
    try EvidenceWriter.write(moments, to: "\(folder.path)/touches.txt")
    try Analyser.measureTouches(folder.path, name: name)
  }

  /// Takes what the instrument writes, so that it never waits for us.
  private func drain() {
    played?.terminal.readScreen()
    while played?.part.line(within: 0) != nil {}
  }

  private func nextDistance() -> Double {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return distance.least + distance.more * Double(random >> 33) / Double(1 << 31)
  }

  /// Waits for the name under which the instrument has joined.
  private static func ready(_ part: ProofPart, _ terminal: TypedTerminal) throws(UsageError) -> String {
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      terminal.readScreen()
      guard let line = part.line(within: 0.1), let event = JSON(reading: line) else { continue }
      if event["event"] == "ready", case .string(let name)? = event["client"] { return name }
    }
    throw .failed("The instrument of the proof did not join the server within ten seconds.")
  }
}
