// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What host lines do: hands on the instruments, and the engine's settings.
extension Session {
  /// Does what a host line says, at `moment` as far as the session itself does it.
  func host(_ line: HostLine, _ op: Op, _ source: LineSource, at moment: Int64) {
    switch line {
    case .hit(.sound(let word), let velocity): hit(word, velocity, source)
    case .hit(.pad(let number), let velocity): hitPad(number, velocity, op, source)
    case .note(let key): note(key, op, source)
    case .start(let target): run(target, op, source, playing: true) { .start($0) }
    case .stop(let target):
      run(target, op, source, playing: false) { .stop($0) }
      if target == nil { send(.release(.lines), source) }
    case .continue(let target): run(target, op, source, playing: true) { .resume($0) }
    case .clock(let offset, let always): setClock(offset, always)
    case .engine(let engine): setEngine(engine, op, source)
    case .wait(let amount, let unit): wait(amount, unit, source)
    case .events(let events):
      source.events = events
      updateReports()
    case .status: tellStatus(to: source)
    case .quit: quit(at: moment)
    case .strum, .tone, .tap, .send, .record:
      fail("'\(line.verb.rawValue)' does nothing in this version.", op, source)
    }
  }

  // MARK: Hands

  private func hit(_ word: SoundWord, _ velocity: Double, _ source: LineSource) {
    send(.strike(NoteRequest(VoiceKind(word), velocity: Float(velocity))), source)
  }

  private func hitPad(_ number: Int, _ velocity: Double, _ op: Op, _ source: LineSource) {
    guard case .drums(let drums) = shelf.newest(.drums)?.settings else {
      fail("There are no pads to hit: put up 'drums' first, or hit a sound by its word.", op, source)
      return
    }
    guard drums.pads.indices.contains(number - 1) else {
      fail("There is no pad \(number): the newest 'drums' has \(drums.pads.count).", op, source)
      return
    }
    hit(drums.pads[number - 1].word, velocity, source)
  }

  private func note(_ key: HostLine.KeyPress, _ op: Op, _ source: LineSource) {
    switch key {
    case .play(let number, let velocity, let seconds):
      strike(number, velocity, hold: .frames(Int64(seconds * machine.sampleRate)), op, source)
    case .down(let number, let velocity):
      send(.release(.one(.line(note: UInt8(clamping: number)))), source)
      strike(number, velocity, hold: .key, op, source)
    case .up(let number): send(.release(.one(.line(note: UInt8(clamping: number)))), source)
    case .allUp: send(.release(.lines), source)
    }
  }

  /// Plays the newest keyboard as its screen keys do: keys outside the scale are silent.
  private func strike(_ number: Int, _ velocity: Double, hold: NoteRequest.Hold, _ op: Op, _ source: LineSource) {
    var voice = VoiceKind.keys
    if case .keys(let keys) = shelf.newest(.keys)?.settings {
      voice = VoiceKind(keys.voice.word)
      guard keys.isOpen(Note(number)) else {
        let name = Note(number).name(flats: keys.key.usesFlats)
        warn(
          "\(name) is not in \(keys.key.name) \(keys.scale.rawValue), so it is silent: 'scale=chromatic' opens all keys.",
          op, source)
        return
      }
    }
    let owner = NoteOwner.line(note: UInt8(clamping: number))
    send(
      .strike(NoteRequest(voice, note: UInt8(clamping: number), velocity: Float(velocity), hold: hold, owner: owner)),
      source)
  }

  // MARK: Players

  private func run(
    _ target: Target?, _ op: Op, _ source: LineSource, playing: Bool, _ command: (UInt32) -> Command
  ) {
    let mask = shelf.mask(target)
    guard mask != 0 else {
      let what = target.map { "'\($0.name)' is not" } ?? "No loop and no metronome is"
      fail("\(what) up to \(op.line.split(separator: " ").first ?? "start"): put one up first.", op, source)
      return
    }
    for index in shelf.instruments.indices {
      if let slot = shelf[index].slot, mask & 1 << UInt32(slot) != 0 { shelf[index].plays = playing }
    }
    send(command(mask), source)
  }

  /// Lets players go on that the server's end halted, but for those that were stopped meanwhile.
  func goOn(_ mask: UInt32) {
    let wanted = mask & shelf.playing
    if wanted != 0 { outbox.send(.resume(wanted)) }
  }

  // MARK: Settings

  private func setClock(_ offset: Double?, _ always: Bool?) {
    if let offset { machine.setClockOffset(offset) }
    if let always {
      clockAlways = always
      outbox.send(.clockAlways(always))
    }
  }

  private func setEngine(_ engine: HostLine.Engine, _ op: Op, _ source: LineSource) {
    if let master = engine.master { send(.master(Float(master)), source) }
    if let limiter = engine.limiter { send(.limiter(limiter == .soft), source) }
    let later = [("room", engine.room != nil), ("velocity", engine.velocity != nil), ("voices", engine.voices != nil)]
    for (name, isSet) in later where isSet {
      warn("'\(name)' does nothing in this version.", op, source)
    }
  }

  private func wait(_ amount: Double, _ unit: HostLine.WaitUnit, _ source: LineSource) {
    let time: TimeUnit =
      switch unit {
      case .steps: .steps
      case .beats: .beats
      case .bars: .bars
      case .seconds: .seconds
      }
    send(.wait(amount, time), source)
    let frames = amount * secondsPer(unit) * machine.sampleRate
    source.waited(frames: frames, mark: sendMark(source), at: frame)
  }

  /// How long a unit is by what is known of the clock source now; the engine knows better when the time comes.
  private func secondsPer(_ unit: HostLine.WaitUnit) -> Double {
    var settings = PlayerSettings(role: .loop)
    settings.beatsPerMinute = clockTempo
    if let player = clockSource?.player { settings = player }
    let tick = 60 / settings.beatsPerMinute / 24
    return switch unit {
    case .seconds: 1
    case .beats: 24 * tick
    case .bars: Double(settings.ticksPerBar) * tick
    case .steps: Double(settings.ticksPerPlace) * tick
    }
  }
}
