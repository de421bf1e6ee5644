// SPDX-License-Identifier: GPL-3.0-or-later

/// Plays props: what is played lies in its range, each warning has its sentence, and a loop pastes back.
enum SettingsCheck {
  static func check(_ preset: Preset, _ props: Props) {
    var warnings: [PropWarning] = []
    let settings = InstrumentSettings(preset, props, warnings: &warnings)
    expect((settings == nil) != preset.isInstrument, "\(preset) has settings or lacks them.")
    expect(warnings.allSatisfy { $0.sentence.hasSuffix(".") || $0.sentence.hasSuffix("?") }, "A warning does not end.")
    if let resolved = InstrumentSettings.resolved(preset, props) {
      expect(JSON(reading: resolved.text) != nil, "Resolved props are no JSON: \(resolved.text)")
    }
    switch settings {
    case .loop(let loop): check(loop, props)
    case .drums(let drums):
      expect(drums.pads.count == drums.gridRows * drums.gridColumns, "The grid is not full.")
      expect((40...240).contains(drums.bpm), "The tempo is out of range.")
    case .keys(let keys): expect((24...96).contains(keys.base), "The octave is out of range.")
    case .chords(let chords):
      for button in chords.buttons {
        expect(button.notes.count > 2 && button.notes.allSatisfy { (0...127).contains($0) }, "A chord has no notes.")
      }
    case .tuner(let tuner):
      expect(tuner.a4 > 300 && tuner.a4 < 600, "The pitch is out of range.")
      expect(tuner.strings.allSatisfy(\.note.isPlayable), "A string is beyond MIDI.")
    case .metronome(let metronome):
      expect((30...300).contains(metronome.bpm), "The tempo is out of range.")
      expect((1...12).contains(metronome.beats) && (1...4).contains(metronome.sub), "The beat is out of range.")
    case nil: break
    }
  }

  private static func check(_ loop: LoopSettings, _ props: Props) {
    expect((40...240).contains(loop.bpm) && (0...75).contains(loop.swing), "The tempo is out of range.")
    expect((4...32).contains(loop.steps) && loop.rows.count <= LoopProps.mostRows, "The grid is out of range.")
    let target = Target(name: "verse", preset: .loop, isID: true)
    guard let line = LineText.patch(target, event: InstrumentEvent.loop(loop).json(id: "verse")) else {
      fatalError("An event of a loop pastes nothing.")
    }
    var reply = ReplyState(lasting: ["verse": .loop])
    let ops = LineReader.read(line, hostLines: true, in: &reply)
    guard ops.count == 1, case .patch(target, let patch) = ops[0].action else {
      fatalError("An event of a loop pastes as '\(line)'.")
    }
    var patched = props
    patched.merge(patch)
    var warnings: [PropWarning] = []
    expect(LoopSettings(patched, warnings: &warnings) == loop, "'\(line)' makes another loop.")
  }
}
