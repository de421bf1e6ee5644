// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JackKit
import Synchronization

/// The recorder of the proof: a JACK client in a process of its own, asked by lines on standard input.
///
/// Without ports it is the idle client, which shows what the machine does to a client that does nothing.
///
/// - Thread: main.
final class RecorderPart {
  private let recorder: UnsafeMutablePointer<PortRecorder>
  private let jack: ActiveClient
  private let news: Mailbox<JackKit.Notification>
  private var xruns = 0

  /// - Parameter words: client name, server name or nothing, channels, MIDI inputs, MIDI outputs, frames of the longest take,
  ///   strikes.
  init(_ words: [String]) throws(JackError) {
    let server = words[1].isEmpty ? nil : words[1]
    func number(_ place: Int) -> Int { place < words.count ? Int(words[place]) ?? 0 : 0 }
    let client = try Client(name: words[0], server: server)
    var ports = PortRecorder.Ports()
    for channel in 0..<min(2, number(2)) {
      ports.audio.append(try client.registerAudioInput("in_\(channel + 1)", flags: .terminal))
    }
    if number(3) > 0 { ports.midiInput = try client.registerMIDIInput("midi_in", flags: .terminal) }
    if number(4) > 0 { ports.midiOutput = try client.registerMIDIOutput("midi_out", flags: .terminal) }
    recorder = .allocate(capacity: 1)
    recorder.initialize(to: PortRecorder(ports, capacity: number(5), strikes: number(6)))
    recorder.pointee.witness.reset(sampleRate: Double(client.sampleRate))
    let news = Mailbox<JackKit.Notification>()
    self.news = news
    jack = try client.activate(
      argument: recorder, latency: { _, _ in }, notify: { news.put($0) }, process: recordCycle)
  }

  /// Answers lines until there are no more.
  static func run(_ words: [String]) -> Int32 {
    let part: RecorderPart
    do { part = try RecorderPart(words) } catch {
      if case .noServer = error {
        ProofPart.say("no-server", "")
      } else {
        ProofPart.say("error", "\(error)")
      }
      return 69
    }
    ProofPart.say("client", part.jack.client.name, "\(part.jack.client.sampleRate)", "\(part.jack.client.bufferSize)")
    ProofPart.say("ok")
    let lines = LinePipe(STDIN_FILENO)
    while !lines.hasEnded {
      let line = lines.next(within: 5)
      part.hear()
      if let line { part.answer(line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)) }
    }
    return 0
  }

  private func hear() {
    for item in news.takeAll() {
      switch item {
      case .xrun: xruns += 1
      case .freewheel(let on): recorder.pointee.witness.counters.pointee.freewheels.store(on, ordering: .relaxed)
      default: break
      }
    }
  }

  private func answer(_ words: [String]) {
    do {
      switch (words[0], words.count) {
      case ("connect", 3): try jack.connect(words[1], to: words[2])
      case ("freewheel", 2):
        try jack.client.setFreewheel(words[1] == "on")
        wait { recorder.pointee.witness.counters.pointee.freewheels.load(ordering: .relaxed) == (words[1] == "on") }
      case ("recompute", 1): try jack.client.recomputeLatencies()
      case ("wire", 2): wire(words[1])
      case ("latency", 2):
        let range = jack.client.port(named: words[1]).map { jack.client.latency(of: $0, .playback) }
        ProofPart.say("latency", "\(range?.maximum ?? 0)")
      case ("strikes", _):
        for (place, text) in words.dropFirst().enumerated() where place < recorder.pointee.strikes.count {
          recorder.pointee.strikes[place] = Int(text) ?? 0
        }
      case ("go", 2):
        recorder.pointee.arm(min(recorder.pointee.capacity, Int(words[1]) ?? 0))
        wait { recorder.pointee.phase.load(ordering: .acquiring) >= PortRecorder.Phase.running }
        // Whose time the system's monotonic clock tells, need not be the server's.
        let system = MonotonicClock.microseconds
        ProofPart.say("first", "\(recorder.pointee.first)", "\(Int64(jack.client.microseconds) - system)")
      case ("done", 1):
        ProofPart.say(
          "done", recorder.pointee.phase.load(ordering: .acquiring) == PortRecorder.Phase.done ? "yes" : "no")
      case ("report", 1):
        let counters = recorder.pointee.witness.counters
        ProofPart.say(
          "seen", "\(counters.pointee.lateCycles.load(ordering: .relaxed))",
          "\(counters.pointee.lostCycles.load(ordering: .relaxed))", "\(xruns)")
      case ("write", 2): try EvidenceWriter.write(recorder, rate: jack.client.sampleRate, into: words[1])
      default: return ProofPart.say("error", "'\(words[0])' is no word of the recorder.")
      }
      ProofPart.say("ok")
    } catch {
      ProofPart.say("error", (error as? UsageError)?.message ?? "\(error)")
    }
  }

  /// Joins the left output of a client to the hardware, where there is any, and waits until its latency is known.
  private func wire(_ client: String) {
    guard let output = jack.client.ports(.audio, flags: [.physical, .input]).first,
      let port = jack.client.port(named: "\(client):out_left")
    else { return }
    try? jack.connect("\(client):out_left", to: output)
    try? jack.client.recomputeLatencies()
    wait { jack.client.latency(of: port, .playback).maximum > 0 }
  }

  /// Looks for at most five seconds until something holds.
  private func wait(_ condition: () -> Bool) {
    let end = ContinuousClock.now + .seconds(5)
    while !condition(), ContinuousClock.now < end {
      _ = poll(nil, 0, 1)
      hear()
    }
  }
}
