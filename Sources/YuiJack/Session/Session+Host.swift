// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What host lines do: the transport, waits, and the engine's settings. Hands are in a file of their own.
extension Session {
  /// Does what a host line says; `moment` is the frame that it waited for, as far as the session itself does it.
  func host(_ line: HostLine, _ op: Op, _ source: LineSource, at moment: Int64?) {
    switch line {
    case .hit(.sound(let word), let velocity): hit(word, velocity, source)
    case .hit(.pad(let number), let velocity): hitPad(number, velocity, op, source)
    case .hit(.effect(let word, let note), _):
      send(.effect(Effect(word), answer: note.map { UInt8(clamping: $0) }), source)
    case .note(let key): note(key, op, source)
    case .start(let target): run(target, op, source, playing: true) { .start($0) }
    case .stop(let target): stop(target, op, source)
    case .continue(let target): run(target, op, source, playing: true) { .resume($0) }
    case .clock(let offset, let always): setClock(offset, always)
    case .engine(let engine): setEngine(engine, source)
    case .wait(let amount, let unit): wait(amount, unit, source)
    case .events(let events):
      let isNew = events.contains(.state) && !source.events.contains(.state)
      if isNew {
        // Who listens already is told first, so that nobody hears of a change twice.
        tellStates()
        tellStates(to: source)
        _ = toldStates.news(shelf)
      }
      source.events = events
      updateReports()
    case .status: tellStatus(to: source)
    case .quit: quit(at: moment ?? frame)
    case .strum(let strummed): strum(strummed, op, source)
    case .tone(let tone): self.tone(tone, op, source)
    case .tap: tap(at: moment.map { Double($0) / machine.sampleRate } ?? machine.seconds, op, source)
    case .edit(let target, let props): edit(target, props, op, source)
    case .send(let target): sendEvents(target, op, source)
    case .record(let record): self.record(record, op, source)
    }
  }

  // MARK: Players

  /// Halts players, ends takes and lets go what hands hold: of everything, or of one instrument.
  private func stop(_ target: Target?, _ op: Op, _ source: LineSource) {
    guard let target else {
      let mask = shelf.mask(nil)
      shelf.setPlays(false, mask)
      if mask != 0 { send(.stop(mask), source) }
      send(.release(.lines), source)
      send(.release(.hands), source)
      endTake()
      return
    }
    guard let index = shelf.index(of: target), shelf[index].slot == nil else {
      run(target, op, source, playing: false) { .stop($0) }
      return
    }
    if take?.id == shelf[index].id { endTake() }
    send(.release(shelf[index].preset == .keys ? .lines : .one(shelf[index].hands)), source)
  }

  private func run(
    _ target: Target?, _ op: Op, _ source: LineSource, playing: Bool, _ command: (UInt32) -> Command
  ) {
    let mask = shelf.mask(target)
    guard mask != 0 else {
      let verb = op.line.split(separator: " ").first ?? "start"
      let isUp = target.map { shelf.index(of: $0) != nil } ?? false
      let message =
        if let target {
          isUp ? "'\(target.name)' has nothing to \(verb)." : "'\(target.name)' is not up to \(verb): put one up first."
        } else {
          "No loop and no metronome is up to \(verb): put one up first."
        }
      fail(message, op, source)
      return
    }
    shelf.setPlays(playing, mask)
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

  private func setEngine(_ engine: HostLine.Engine, _ source: LineSource) {
    if let master = engine.master { setMaster(master, source) }
    if let limiter = engine.limiter, !hearsNoLimiter { send(.limiter(limiter == .soft), source) }
    if let room = engine.room { send(.room(Float(room)), source) }
    if let curve = engine.velocity { send(.velocityCurve(VelocityCurve(curve)), source) }
    if let voices = engine.voices { send(.voiceLimit(voices), source) }
  }

  /// Sets the gain of everything, linear.
  func setMaster(_ gain: Double, _ source: LineSource) {
    master = gain
    shownGain = nil
    send(.master(Float(gain)), source)
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
