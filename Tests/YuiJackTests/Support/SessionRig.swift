// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import YuiLines
import YuiSound

@testable import YuiJack

/// A session and its engine without a server, moved by hand.
final class SessionRig {
  private final class HandMachine: Machine {
    let sampleRate: Double
    var seconds = 0.0
    init(sampleRate: Double) { self.sampleRate = sampleRate }
    var lookahead: Double { 2 * sampleRate }
    var playbackLatency: Int64 { 0 }
    var status: [(String, JSON?)] { [] }
    func setClockOffset(_ milliseconds: Double) {}
    func midiInputName(_ index: Int) -> String { "midi_in" }
  }

  /// What was told: the text of each JSON object.
  private(set) var events: [String] = []
  /// What was told people.
  private(set) var sentences: [String] = []
  /// What sounded on the left.
  private(set) var left: [Float] = []
  let folder: String
  private let machine: HandMachine
  private let link = EngineLink(commands: 4096, events: 1 << 16)
  private let engine: UnsafeMutablePointer<Engine>
  let session: Session
  private let source: LineSource
  private var messages: [(frame: Int64, message: MIDIMessage)] = []

  /// The room is off unless a line asks for it, so that what ends ends at once.
  ///
  /// - Parameter folder: where screens are saved; a temporary one by default.
  init(sampleRate: Double = 48_000, folder: String? = nil) {
    self.folder =
      folder ?? FileManager.default.temporaryDirectory.appendingPathComponent("yui-\(UUID().uuidString)").path
    machine = HandMachine(sampleRate: sampleRate)
    var configuration = Engine.Configuration(sampleRate: sampleRate)
    configuration.map = .generalMIDI
    engine = .allocate(capacity: 1)
    engine.initialize(to: Engine(configuration, link: link))
    let box = Box()
    session = Session(
      link: link, outbox: Outbox(link), machine: machine, clockAlways: false,
      screens: SavedScreens(folder: self.folder), tell: { box.tell($0) })
    source = session.addSource("stdin")
    box.rig = self
    session.send(.room(0))
  }

  private final class Box {
    weak var rig: SessionRig?
    func tell(_ event: SessionEvent) {
      if let json = event.json { rig?.events.append(json.text) }
      if let sentence = event.sentence { rig?.sentences.append(sentence) }
    }
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
    link.deallocate()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var frame: Int64 { engine.pointee.frame }

  /// Hands over lines and carries out those that are due.
  func lines(_ text: String) {
    source.add(Array((text + "\n").utf8))
    render(0)
  }

  /// A message arrives so many frames after now.
  func play(_ message: MIDIMessage, after frames: Int = 0) { messages.append((frame + Int64(frames), message)) }

  /// The clock of hands goes on.
  func pass(seconds: Double) { machine.seconds += seconds }

  /// Plays on for a number of frames.
  func render(_ frames: Int) {
    let end = frame + Int64(frames)
    repeat {
      session.pump(source)
      engine.pointee.takeCommands()
      session.hear()
      let due = messages.map(\.frame).min() ?? .max
      while let index = messages.firstIndex(where: { $0.frame <= frame }) {
        engine.pointee.receive(messages.remove(at: index).message, port: 0)
      }
      let count = Int(min(256, end - frame, max(1, due - frame)))
      if count > 0 {
        var buffer = [Float](repeating: 0, count: 2 * count)
        buffer.withUnsafeMutableBufferPointer { buffer in
          var leftSpan = MutableSpan(_unsafeElements: buffer.extracting(0..<count))
          var rightSpan = MutableSpan(_unsafeElements: buffer.extracting(count..<2 * count))
          engine.pointee.render(left: &leftSpan, right: &rightSpan)
        }
        left += buffer[..<count]
        while engine.pointee.takeClock() != nil {}
      }
      session.hear()
    } while frame < end
  }

  /// The events whose text begins so, since the last call.
  func takeEvents(_ start: String = "{\"id\"") -> [String] {
    defer { events = [] }
    return events.filter { $0.hasPrefix(start) }
  }

  /// The messages of errors and warnings, since the last call.
  func takeMessages() -> [String] {
    defer { events = [] }
    return events.compactMap { event in
      guard event.hasPrefix("{\"event\":\"error\"") || event.hasPrefix("{\"event\":\"warning\"") else { return nil }
      guard let json = try? JSONSerialization.jsonObject(with: Data(event.utf8)) as? [String: Any] else { return nil }
      return json["message"] as? String
    }
  }
}
