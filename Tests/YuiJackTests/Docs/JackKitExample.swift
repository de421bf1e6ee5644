// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit

struct Halver {
  var input: AudioInput
  var output: AudioOutput

  @_noLocks
  func process(_ cycle: borrowing ProcessCycle) {
    let heard = cycle.samples(of: input)
    var said = cycle.samples(of: output)
    for frame in 0..<cycle.frames { said[frame] = heard[frame] * 0.5 }
  }
}

/// Joins the graph. `memory` is what the process function works with, and has to outlive the client.
func joinHalver(memory: UnsafeMutablePointer<Halver>) throws(JackError) -> ActiveClient {
  let client = try Client(name: "halver")
  let input = try client.registerAudioInput("in")
  let output = try client.registerAudioOutput("out")
  memory.initialize(to: Halver(input: input, output: output))
  return try client.activate(argument: memory) { memory, cycle in
    memory.assumingMemoryBound(to: Halver.self).pointee.process(cycle)
  }
}
