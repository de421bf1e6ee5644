// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What the engine tells, and what the session makes of it.
extension Session {
  /// Takes everything that the engine has told. Call it every few milliseconds.
  func hear() {
    let heard = frame
    recorder.hear(link, sampleRate: machine.sampleRate)
    while let event = link.receive() { hear(event) }
    followTake(to: heard)
    followTuner()
    followRecording(to: heard)
    writeScreens()
    outbox.flush()
  }

  private func hear(_ event: Event) {
    switch event {
    case .sequencer(let event): hear(event)
    case .step(let slot, let place, let frame):
      guard let instrument = shelf.instrument(slot: slot) else { return }
      say(
        .event(
          "step",
          [
            ("id", .string(instrument.id)), ("step", .whole(place)), ("frame", .integer(frame)),
            ("heard", .integer(frame + machine.playbackLatency)),
          ], audience: .listeners(.steps)))
    case .key(let port, let channel, let note, let velocity, let frame):
      if velocity > 0 { keyWentDown(Int(note), channel: Int(channel), at: frame) }
      say(
        .event(
          "note",
          [
            ("source", .string(machine.midiInputName(Int(port)))),
            ("note", .string(Note(Int(note)).name(flats: false))),
            ("velocity", .number(Double(velocity) / 127)), ("frame", .integer(frame)),
          ], audience: .listeners(.notes)))
    case .mark(let mark, let frame):
      shelf.free(mark)
      take?.reached(mark, at: frame)
      if let text = texts.removeValue(forKey: mark) { showText(.say, text) }
      recordingReached(mark, at: frame)
      for source in sources {
        if let op = source.reached(mark, at: frame) { carryOut(op, source, at: frame) }
      }
    case .levels(let levels, _):
      peak = max(peak, levels.leftPeak, levels.rightPeak)
      say(
        .event(
          "meters",
          [
            ("left", JSON.decibels(power: levels.leftPower)), ("right", JSON.decibels(power: levels.rightPower)),
            ("peak_left", JSON.decibels(power: levels.leftPeak * levels.leftPeak)),
            ("peak_right", JSON.decibels(power: levels.rightPeak * levels.rightPeak)),
          ], audience: .listeners(.meters)))
    }
  }

  private func hear(_ event: SequencerEvent) {
    recorder.hear(event)
    switch event {
    case .started(let slot, let frame, let tempo):
      tellRun("started", slot, frame, tempo)
      runStarted(slot, at: frame)
    case .continued(let slot, let frame, let tempo):
      tellRun("continued", slot, frame, tempo)
      runStarted(slot, at: frame)
    case .stopped(let slot, let frame, let tempo):
      tellRun("stopped", slot, frame, tempo)
      runStopped(slot, at: frame)
    case .tempo(let slot, let frame, let tempo):
      if slot == sourceSlot { clockPlace?.turn(at: frame, beatsPerMinute: tempo) }
    case .source(let slot): sourceSlot = slot
    }
  }

  /// The tempo of the clock source, or of the one that was it last; 120 before any.
  var clockTempo: Double { clockPlace?.beatsPerMinute ?? 120 }

  /// Whether anything plays, as far as was asked.
  var plays: Bool { shelf.instruments.contains(where: \.plays) }

  /// The frame on which a bar of the clock source begins, counted from 0; nil before a source has started.
  func frame(ofBar bar: Int) -> Int64? {
    guard let clockPlace, let player = clockSource?.player else { return nil }
    return clockPlace.frame(ofTick: Double(bar) * Double(player.ticksPerBar))
  }

  /// The instrument that the clock follows, else the one that it will follow.
  var clockSource: PlacedInstrument? {
    sourceSlot.flatMap { shelf.instrument(slot: $0) } ?? shelf.instruments.first(where: \.plays)
  }

  private func tellRun(_ name: String, _ slot: Int, _ frame: Int64, _ tempo: Double) {
    guard let instrument = shelf.instrument(slot: slot) else { return }
    // The source is told after the player that became it.
    if name != "stopped", slot == sourceSlot || sourceSlot == nil {
      clockPlace = ClockPlace(startingAt: frame, beatsPerMinute: tempo, sampleRate: machine.sampleRate)
    }
    say(
      .event(
        name,
        [
          ("id", .string(instrument.id)), ("preset", .string(instrument.preset.rawValue)), ("frame", .integer(frame)),
          ("bpm", .number(tempo)),
        ]))
  }

  /// What `status` asks for.
  var status: SessionEvent {
    let counters = link.counters
    let instruments = shelf.instruments.map { instrument in
      JSON.object([
        ("id", .string(instrument.id)), ("preset", .string(instrument.preset.rawValue)),
        ("playing", .bool(instrument.plays)), ("place", .string(instrument.screen)),
      ])
    }
    let clock = JSON.object([
      ("source", sourceSlot.flatMap { shelf.instrument(slot: $0) }.map { .string($0.id) } ?? .null),
      ("bpm", .number(clockTempo)), ("running", .bool(sourceSlot != nil || clockAlways)),
      ("always", .bool(clockAlways)), ("sent", .integer(counters.pointee.clocks.load(ordering: .relaxed))),
    ])
    let rings = JSON.object([
      ("commands_full", .whole(outbox.fullCount)),
      ("commands_lost", .whole(counters.pointee.lostCommands.load(ordering: .relaxed))),
      ("clocks_lost", .integer(counters.pointee.lostClocks.load(ordering: .relaxed))),
      ("events_lost", .whole(counters.pointee.lostEvents.load(ordering: .relaxed))),
    ])
    return .event(
      "status",
      machine.status + [
        ("frame", .integer(frame)), ("clock", clock), ("instruments", .array(instruments)),
        ("voices", .whole(counters.pointee.voices.load(ordering: .relaxed))),
        ("peak", JSON.decibels(power: peak * peak)), ("rings", rings),
      ])
  }
}
