// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit

/// Outputs of what the mix is made of: drums, what plays notes with its room, and clicks.
struct SplitOutputs: BitwiseCopyable {
  var kit: AudioOutput
  var pitchedLeft: AudioOutput
  var pitchedRight: AudioOutput
  var click: AudioOutput

  /// Registers them; nothing is connected to them by itself, since the mix has it all.
  init(_ client: borrowing Client) throws(JackError) {
    kit = try client.registerAudioOutput(PortName.kit, flags: .terminal)
    pitchedLeft = try client.registerAudioOutput(PortName.pitchedLeft, flags: .terminal)
    pitchedRight = try client.registerAudioOutput(PortName.pitchedRight, flags: .terminal)
    click = try client.registerAudioOutput(PortName.click, flags: .terminal)
  }

  /// The ports by their short names.
  var named: [(name: String, port: AudioOutput)] {
    [
      (PortName.kit, kit), (PortName.pitchedLeft, pitchedLeft),
      (PortName.pitchedRight, pitchedRight), (PortName.click, click),
    ]
  }

  /// Names them for people.
  func nameForPeople(_ client: borrowing Client, order: Int) throws(JackError) {
    let names = ["Kit", "Pitched left", "Pitched right", "Click"]
    for (index, (_, port)) in named.enumerated() {
      try client.setPrettyName(names[index], of: port)
      try client.setGroup("Split", of: port)
      try client.setOrder(order + index, of: port)
    }
  }
}
