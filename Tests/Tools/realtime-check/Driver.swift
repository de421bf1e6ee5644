// SPDX-License-Identifier: GPL-3.0-or-later

import CSanitizer
import YuiSound

/// Plays an engine as an instrument does, with everything that a callback reaches watched by the sanitizer.
final class Driver {
  private(set) var frames = 0
  private(set) var strikes = 0
  private let link = EngineLink(commands: 1024, events: 4096)
  private let engine: UnsafeMutablePointer<Engine>
  private var left = [Float](repeating: 0, count: 1024)
  private var right = [Float](repeating: 0, count: 1024)
  private var kit = [Float](repeating: 0, count: 1024)
  private var pitchedLeft = [Float](repeating: 0, count: 1024)
  private var pitchedRight = [Float](repeating: 0, count: 1024)
  private var click = [Float](repeating: 0, count: 1024)
  private var random: UInt64 = 1

  init() {
    engine = .allocate(capacity: 1)
    var configuration = Engine.Configuration(sampleRate: 48_000)
    for index in 0..<128 {
      configuration.map.drums[index] = VoiceKind.allCases[index % 16]
      configuration.map.programs[index] = [.keys, .pluck, .bell, .pad, .bass, .lead][index % 6]
    }
    engine.initialize(to: Engine(configuration, link: link))
  }

  deinit {
    engine.deinitialize(count: 1)
    engine.deallocate()
    link.deallocate()
  }

  /// Renders cycles of changing sizes.
  ///
  /// - Parameter plants: allocates once inside a cycle, which the sanitizer has to find.
  func run(cycles: Int, plants: Bool) {
    begin()
    for cycle in 0..<cycles {
      patch(cycle)
      render([16, 64, 64, 256, 1024, 37][cycle % 6], plants: plants && cycle == 50)
      while link.receive() != nil {}
    }
  }

  private func number(_ limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }

  private func send(_ command: Command, lane: Int = 0) { _ = link.send(LaneCommand(lane: lane, command)) }

  private func pattern(_ voice: VoiceKind) -> PlayerSettings {
    var settings = PlayerSettings(role: .loop)
    settings.beatsPerMinute = Double(60 + number(240))
    settings.swing = Double(number(75)) / 100
    settings.places = 16
    settings.ticksPerPlace = 6
    settings.rowCount = 2
    settings.masks[0] = 0x5555
    settings.masks[1] = UInt32(number(65_536))
    settings.rows[1] = RowVoice(voice)
    return settings
  }

  private func begin() {
    send(.report([.steps, .notes]))
    send(.clockShift(-480))
    for slot in 0..<3 { send(.put(slot: slot, pattern(.hat))) }
    send(.put(slot: 3, .metronome(beatsPerMinute: 120, beats: 4, subdivision: 3)))
    send(.start(15))
  }

  /// What lines ask for.
  private func patch(_ cycle: Int) {
    let slot = number(3)
    switch cycle % 97 {
    case 0:
      send(.patch(slot: slot, [.tempo, .swing, .pattern, .all][number(4)], pattern(VoiceKind.allCases[number(23)])))
    case 10: send(.strike(NoteRequest(VoiceKind.allCases[number(23)], velocity: 1, owner: .line(note: 60))))
    case 20: send(.release(.lines))
    case 30: send(.clockShift(Int64(number(4000)) - 2000))
    case 40: send(.master(Float(number(20)) / 10))
    case 43: send(.room(Float(number(3)) / 10))
    case 44: send(.busGain(Bus.allCases[number(3)], Float(number(20)) / 10))
    case 45: send(.voiceLimit(1 + number(64)))
    case 47: send(.effect(Effect.allCases[number(6)], answer: number(4) == 0 ? 64 : nil))
    case 46: send(.velocityCurve(VelocityCurve.allCases[number(3)]))
    case 48: send(.clearRoom)
    case 50: send(.stop(1 << UInt32(slot)))
    case 55: send(.clockAlways(number(2) == 0))
    case 60: send(.resume(1 << UInt32(slot)))
    case 70:
      send(.wait(1, .beats), lane: 1)
      send(.start(15), lane: 1)
      send(.mark(1), lane: 1)
    case 75:
      var chord = ChordStroke(.pluck, velocity: 0.8, gap: 0.025, length: 1.4, owner: .hands(on: 1))
      for note in 0..<UInt8(1 + number(12)) { chord.append(48 + note * 3) }
      send(.chordKey(number(4), chord))
      send(.chordKeys(number(5)))
      send(.strum(chord))
      send(.strikeLater(NoteRequest(.tick, velocity: 1), Int64(number(48_000))))
      if number(4) == 0 { send(.cut(.hands)) }
    case 80: send(.releasePort(0))
    case 90: send(number(4) == 0 ? .cut(.everyone) : .keyboardSound(.pad))
    default: break
    }
  }

  /// A key, a pedal, a knob.
  private func hand() -> MIDIMessage {
    let channel = UInt8([0, 1, 9][number(3)])
    let note = UInt8(number(128))
    switch number(12) {
    case 0...3: return .noteOn(channel: channel, note: note, velocity: UInt8(1 + number(127)))
    case 4, 5: return .noteOff(channel: channel, note: note)
    case 6, 7:
      let controls: [UInt8] = [1, 1, 6, 7, 11, 38, 64, 98, 100, 101, 120, 121, 123]
      return .control(channel: channel, number: controls[number(13)], value: UInt8(number(128)))
    case 8, 9: return .bend(channel: channel, value: UInt16(number(16_384)))
    case 10: return .pressure(channel: channel, value: note)
    default: return .program(channel: channel, number: note)
    }
  }

  private func render(_ count: Int, plants: Bool) {
    let message = hand()
    if case .noteOn = message { strikes += 1 }
    let split = number(count)
    var leftSpan = left.mutableSpan
    var rightSpan = right.mutableSpan
    var kitPart = kit.mutableSpan
    var pitchedLeftPart = pitchedLeft.mutableSpan
    var pitchedRightPart = pitchedRight.mutableSpan
    var clickPart = click.mutableSpan
    sanitizer_enter()
    engine.pointee.takeCommands()
    var leftPart = leftSpan._mutatingExtracting(0..<split)
    var rightPart = rightSpan._mutatingExtracting(0..<split)
    engine.pointee.render(left: &leftPart, right: &rightPart)
    engine.pointee.receive(message, port: 0)
    leftPart = leftSpan._mutatingExtracting(split..<count)
    rightPart = rightSpan._mutatingExtracting(split..<count)
    engine.pointee.renderSplit(
      left: &leftPart, right: &rightPart, kit: &kitPart, pitchedLeft: &pitchedLeftPart,
      pitchedRight: &pitchedRightPart, click: &clickPart)
    while engine.pointee.takeClock() != nil {}
    if plants { kept = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16) }
    sanitizer_exit()
    frames += count
  }

  /// What was planted; kept, so that it is not optimised away.
  private var kept: UnsafeMutableRawPointer?
}
