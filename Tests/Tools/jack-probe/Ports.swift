// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit

/// The probe's own ports and their short names.
struct Ports: Sendable {
  let audioInputs: [AudioInput]
  let audioOutputs: [AudioOutput]
  let midiInputs: [MIDIInput]
  let midiOutputs: [MIDIOutput]

  init(_ options: Options, on client: borrowing Client) throws(JackError) {
    let flags: PortFlags = options.isPhysical ? [.terminal, .physical] : .terminal
    var audioInputs: [AudioInput] = []
    for name in options.audioInputs { audioInputs.append(try client.registerAudioInput(name, flags: flags)) }
    var audioOutputs: [AudioOutput] = []
    for name in options.audioOutputs { audioOutputs.append(try client.registerAudioOutput(name, flags: flags)) }
    var midiInputs: [MIDIInput] = []
    for name in options.midiInputs { midiInputs.append(try client.registerMIDIInput(name, flags: flags)) }
    var midiOutputs: [MIDIOutput] = []
    for name in options.midiOutputs { midiOutputs.append(try client.registerMIDIOutput(name, flags: flags)) }
    (self.audioInputs, self.audioOutputs) = (audioInputs, audioOutputs)
    (self.midiInputs, self.midiOutputs) = (midiInputs, midiOutputs)
  }

  /// Every path ends at the inputs and begins at the outputs.
  func declare(_ latency: DeclaredLatency, _ mode: LatencyMode, _ update: borrowing LatencyUpdate) {
    switch mode {
    case .playback:
      let range = LatencyRange(latency.playback.load(ordering: .relaxed))
      for port in audioInputs { update.setRange(range, of: port, .playback) }
      for port in midiInputs { update.setRange(range, of: port, .playback) }
    case .capture:
      let range = LatencyRange(latency.capture.load(ordering: .relaxed))
      for port in audioOutputs { update.setRange(range, of: port, .capture) }
      for port in midiOutputs { update.setRange(range, of: port, .capture) }
    }
  }
}
