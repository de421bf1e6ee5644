// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// What hands play on the instruments that are up.
extension Session {
  /// Velocity of the click that answers a tap, linear.
  private static let tapVelocity: Float = 0.6
  /// Seconds and velocity of a tuner's tone.
  private static let tone = (seconds: 2.5, velocity: Float(0.9))

  // MARK: Pads

  /// Strikes a sound; where the newest drums have a pad of it, that pad.
  func hit(_ word: SoundWord, _ velocity: Double, _ source: LineSource) {
    guard let index = shelf.newestIndex(.drums), case .drums(let drums) = shelf[index].settings,
      let pad = drums.pads.firstIndex(where: { $0.word == word })
    else {
      send(.strike(NoteRequest(VoiceKind(word), velocity: Float(velocity), owner: .hands(on: Shelf.nobody))), source)
      return
    }
    hit(pad, of: drums, index, velocity, source)
  }

  /// Strikes a pad of the newest drums, counted from 1.
  func hitPad(_ number: Int, _ velocity: Double, _ op: Op, _ source: LineSource) {
    guard let index = shelf.newestIndex(.drums), case .drums(let drums) = shelf[index].settings else {
      fail("There are no pads to hit: put up 'drums' first, or hit a sound by its word.", op, source)
      return
    }
    guard drums.pads.indices.contains(number - 1) else {
      fail("There is no pad \(number): the newest 'drums' has \(drums.pads.count).", op, source)
      return
    }
    hit(number - 1, of: drums, index, velocity, source)
  }

  private func hit(_ pad: Int, of drums: DrumsSettings, _ index: Int, _ velocity: Double, _ source: LineSource) {
    let voice = VoiceKind(drums.pads[pad].word)
    send(.strike(NoteRequest(voice, velocity: Float(velocity), owner: shelf[index].hands)), source)
    if take?.id == shelf[index].id { take?.expect(drums.pads[pad], behind: sendMark(source)) }
  }

  // MARK: Keys

  /// Plays a key of the newest keyboard.
  func note(_ key: HostLine.KeyPress, _ op: Op, _ source: LineSource) {
    switch key {
    case .play(let number, let velocity, let seconds):
      strike(number, velocity, hold: .frames(Int64(seconds * machine.sampleRate)), op, source)
    case .down(let number, let velocity):
      send(.release(.one(source.owner(of: number))), source)
      strike(number, velocity, hold: .key, op, source)
    case .up(let number): send(.release(.one(source.owner(of: number))), source)
    case .allUp: send(.release(source.ownKeys), source)
    }
  }

  /// Plays the newest keyboard as its screen keys do: keys outside the scale are silent.
  private func strike(_ number: Int, _ velocity: Double, hold: NoteRequest.Hold, _ op: Op, _ source: LineSource) {
    var voice = VoiceKind.keys
    if let index = shelf.newestIndex(.keys), case .keys(let keys) = shelf[index].settings {
      voice = VoiceKind(keys.voice.word)
      guard keys.isOpen(Note(number)) else {
        let name = Note(number).name(flats: keys.key.usesFlats)
        let key = keys.scale == .minor && keys.key.name.hasSuffix("m") ? keys.key.name.dropLast() : keys.key.name[...]
        warn(
          "\(name) is not in \(key) \(keys.scale.rawValue), so it is silent: 'scale=chromatic' opens all keys.",
          op, source)
        return
      }
      shelf[index].played.add(note: number)
    }
    let owner = source.owner(of: number)
    send(
      .strike(NoteRequest(voice, note: UInt8(clamping: number), velocity: Float(velocity), hold: hold, owner: owner)),
      source)
  }

  /// A key of a MIDI keyboard went down: it counts as played on what it played.
  func keyWentDown(_ note: Int, channel: Int, at frame: Int64) {
    if channel == 9 {
      take?.add(SoundWord(drumNote: UInt8(clamping: note)), at: frame)
    } else if let index = chordKeys.flatMap({ shelf.index(of: $0.id) }),
      case .chords(let chords) = shelf[index].settings,
      let button = ChordKeys.button(of: UInt8(clamping: note)), chords.buttons.indices.contains(button)
    {
      shelf[index].played.add(chord: chords.buttons[button].name)
    } else if let index = shelf.newestIndex(.keys) {
      shelf[index].played.add(note: note)
    }
  }

  /// Tells the engine what MIDI keyboards play: the sound of the newest keys, and the buttons of chords that are newer and ask
  /// for them.
  func updateKeyboard(_ source: LineSource) {
    var voice = VoiceKind.keys
    if case .keys(let keys) = shelf.newest(.keys)?.settings { voice = VoiceKind(keys.voice.word) }
    send(.keyboardSound(voice), source)
    updateChordKeys(source)
  }

  private func updateChordKeys(_ source: LineSource) {
    let newest = shelf.instruments.last { $0.preset == .keys || $0.preset == .chords }
    guard let newest, case .chords(let chords) = newest.settings, chords.playsFromKeys else {
      if chordKeys != nil { send(.chordKeys(0), source) }
      chordKeys = nil
      return
    }
    guard chordKeys?.id != newest.id || chordKeys?.chords != chords else { return }
    chordKeys = (newest.id, chords)
    for (index, button) in chords.buttons.prefix(ChordKeys.limit).enumerated() {
      send(.chordKey(index, ChordStroke(button.notes, of: chords, owner: newest.hands)), source)
    }
    send(.chordKeys(chords.buttons.count), source)
  }

  // MARK: Chords

  /// Plays a button of chords, or a chord by name.
  func strum(_ strummed: HostLine.Strummed, _ op: Op, _ source: LineSource) {
    switch strummed {
    case .button(let number, let target), .bass(let number, let target):
      guard let index = shelf.index(of: target, or: .chords), case .chords(let chords) = shelf[index].settings else {
        fail("There are no chord buttons to strum: put up 'chords' first, or strum a chord by its name.", op, source)
        return
      }
      guard chords.buttons.indices.contains(number - 1) else {
        fail("There is no chord button \(number): '\(shelf[index].id)' has \(chords.buttons.count).", op, source)
        return
      }
      let button = chords.buttons[number - 1]
      if case .bass = strummed {
        let stroke = ChordStroke(Array(button.notes.prefix(1)), of: chords, owner: shelf[index].hands)
        send(.strum(stroke), source)
      } else {
        strum(button.notes, button.name, chords, index, source)
      }
    case .chord(let name):
      var unheard: [PropWarning] = []
      let index = shelf.newestIndex(.chords)
      guard let chord = Chord(reading: name) else { return }
      var chords = ChordsSettings(Props(), warnings: &unheard)
      if let index, case .chords(let placed) = shelf[index].settings { chords = placed }
      strum(chords.voicing.notes(of: chord, after: lastStrummed), name, chords, index, source)
    }
  }

  private func strum(_ notes: [Int], _ name: String, _ chords: ChordsSettings, _ index: Int?, _ source: LineSource) {
    lastStrummed = notes
    let hands = index.map { shelf[$0].hands } ?? .hands(on: Shelf.nobody)
    send(.strum(ChordStroke(notes, of: chords, owner: hands)), source)
    if let index { shelf[index].played.add(chord: name) }
  }

  // MARK: Tuner

  /// Plays a string of a tuner, or ends its tones.
  func tone(_ tone: HostLine.Tone, _ op: Op, _ source: LineSource) {
    switch tone {
    case .off:
      for tuner in shelf.instruments where tuner.preset == .tuner { send(.release(.one(tuner.hands)), source) }
    case .string(let number, let target):
      guard let index = shelf.index(of: target, or: .tuner), case .tuner(let tuner) = shelf[index].settings else {
        fail("There is no tuner to take a tone from: put up 'tuner' first.", op, source)
        return
      }
      guard tuner.strings.indices.contains(number - 1) else {
        let has = tuner.strings.isEmpty ? "is chromatic and has none" : "has \(tuner.strings.count)"
        fail("There is no string \(number): '\(shelf[index].id)' \(has).", op, source)
        return
      }
      let length = Int64(Session.tone.seconds * machine.sampleRate)
      let frequency = tuner.frequency(of: tuner.strings[number - 1].note)
      send(.release(.one(shelf[index].hands)), source)
      send(
        .strike(
          NoteRequest(
            .keys, frequency: frequency, velocity: Session.tone.velocity, hold: .frames(length),
            owner: shelf[index].hands)), source)
    }
  }

  // MARK: Metronome

  /// A tap for the newest metronome, at a time in seconds.
  func tap(at seconds: Double, _ op: Op, _ source: LineSource) {
    guard let index = shelf.newestIndex(.metronome) else {
      fail("There is no metronome to tap the tempo of: put up 'metronome' first.", op, source)
      return
    }
    let metronome = shelf[index]
    send(.strike(.click(frequency: 3000, velocity: Session.tapVelocity, owner: metronome.hands)), source)
    if taps.id != metronome.id { taps = (metronome.id, TapTempo()) }
    guard let tempo = taps.tempo.tap(at: seconds) else { return }
    change(index, [MetronomeProps.bpm.name: .number(tempo)], op, source)
    say(.event("tap", [("id", .string(metronome.id)), ("bpm", .number(tempo))]))
  }
}

extension NoteRequest {
  /// A click that belongs to no player.
  static func click(frequency: Double, velocity: Float, owner: NoteOwner) -> NoteRequest {
    NoteRequest(.tick, frequency: frequency, velocity: velocity, owner: owner, bus: .click)
  }
}
