// SPDX-License-Identifier: GPL-3.0-or-later
@testable import JackKit
import TestSupport
import Testing

/// An event as it was received: frame and all bytes.
private struct Received: Equatable, Sendable {
  let frame: Int
  let bytes: [UInt8]
}

@Suite(.jack) struct MIDITests {
  @Test func `events arrive at their frames, in order, with all bytes`() throws {
    try withCable { sender, receiver, out, input in
      let sysex: [UInt8] = [0xF0] + (0..<100).map { UInt8($0) } + [0xF7]
      let inbox = Inbox<[Received]>()
      receiver.setEach { cycle in
        let events = cycle.midiEvents(of: input)
        let received = (0..<events.count).map { index in
          let bytes = events.bytes(at: index)
          return Received(frame: events[index].frame, bytes: (0..<bytes.count).map { bytes[$0] })
        }
        if !received.isEmpty { inbox.put(received) }
      }
      sender.setEach { cycle in _ = cycle.midiWriter(for: out).refusedCount }
      let written = try sender.next { cycle -> [Bool] in
        var writer = cycle.midiWriter(for: out)
        return [
          writer.write(MIDIEvent(frame: 0, 0xFA)), writer.write(MIDIEvent(frame: 0, 0xF8)),
          writer.write(MIDIEvent(frame: 17, 0xC0, 5)), writer.write(MIDIEvent(frame: 17, 0x90, 60, 100)),
          sysex.withUnsafeBufferPointer { writer.write($0, at: 200) }, writer.write(MIDIEvent(frame: 255, 0xFC)),
        ]
      }
      #expect(written == [true, true, true, true, true, true])
      let received = try inbox.first("the events") { _ in true }
      #expect(
        received == [
          Received(frame: 0, bytes: [0xFA]), Received(frame: 0, bytes: [0xF8]), Received(frame: 17, bytes: [0xC0, 5]),
          Received(frame: 17, bytes: [0x90, 60, 100]), Received(frame: 200, bytes: sysex),
          Received(frame: 255, bytes: [0xFC]),
        ])
    }
  }

  @Test func `a short event is a value, a long one keeps its first bytes and its length`() throws {
    try withCable { sender, receiver, out, input in
      let inbox = Inbox<[MIDIEvent]>()
      receiver.setEach { cycle in
        let events = cycle.midiEvents(of: input)
        if events.count > 0 { inbox.put((0..<events.count).map { events[$0] }) }
      }
      sender.setEach { cycle in _ = cycle.midiWriter(for: out).refusedCount }
      _ = try sender.next { cycle in
        var writer = cycle.midiWriter(for: out)
        _ = writer.write(MIDIEvent(frame: 3, 0xF8))
        _ = [0xF0, 1, 2, 3, 0xF7].withUnsafeBufferPointer { writer.write($0, at: 4) }
      }
      let events = try inbox.first("the events") { _ in true }
      #expect(events.map(\.frame) == [3, 4])
      #expect(events.map(\.byteCount) == [1, 5])
      #expect([events[0].bytes[0], events[0].bytes[1], events[0].bytes[2]] == [0xF8, 0, 0])
      #expect([events[1].bytes[0], events[1].bytes[1], events[1].bytes[2]] == [0xF0, 1, 2])
    }
  }

  @Test func `a full buffer, a step back and a frame outside are refused and counted`() throws {
    try withCable { sender, _, out, _ in
      let (accepted, refused, capacity) = try sender.next { cycle -> (Int, Int, Int) in
        var writer = cycle.midiWriter(for: out)
        var accepted = 0
        while writer.write(MIDIEvent(frame: 10, 0x90, 60, 100)) { accepted += 1 }
        return (accepted, writer.refusedCount, writer.capacity)
      }
      #expect(accepted > 100 && refused == 1 && capacity < 3)

      let order = try sender.next { cycle -> [Bool] in
        var writer = cycle.midiWriter(for: out)
        let long = MIDIEvent(frame: 20, byteCount: 4, bytes: [0xF0, 1, 2])
        return [
          writer.write(MIDIEvent(frame: 10, 0xF8)), writer.write(MIDIEvent(frame: 9, 0xF8)),
          writer.write(MIDIEvent(frame: -1, 0xF8)), writer.write(MIDIEvent(frame: 256, 0xF8)), writer.write(long),
          writer.write(UnsafeBufferPointer(start: nil, count: 0), at: 20), writer.refusedCount == 5,
          writer.write(MIDIEvent(frame: 10, 0xF8)),
        ]
      }
      #expect(order == [true, false, false, false, false, false, true, true])
    }
  }

  @Test func `a frame outside the cycle is moved to its last`() throws {
    try withCable { sender, _, out, _ in
      let frames = try sender.next { cycle -> [Int] in
        var writer = cycle.midiWriter(for: out)
        _ = writer.write(MIDIEvent(frame: 5, 0xF8))
        _ = writer.write(MIDIEvent(frame: 200, 0xF8))
        let events = MIDIEvents(buffer: cycle.buffer(of: out.port), frames: 16)
        return [events[0].frame, events[1].frame, events.count, events.lostCount]
      }
      #expect(frames == [5, 15, 2, 0])
    }
  }

  @Test func `a message is passed on byte by byte`() throws {
    try withCable { sender, receiver, out, input in
      let thru = try sender.next { cycle -> Bool in
        var writer = cycle.midiWriter(for: out)
        return [0xF0, 9, 8, 7, 0xF7].withUnsafeBufferPointer { writer.write($0, at: 1) }
      }
      #expect(thru)
      let bytes = try sender.next { cycle -> [UInt8] in
        let events = MIDIEvents(buffer: cycle.buffer(of: out.port), frames: cycle.frames)
        let bytes = events.bytes(at: 0)
        return (0..<bytes.count).map { bytes[$0] }
      }
      #expect(bytes == [0xF0, 9, 8, 7, 0xF7])
    }
  }

  /// Two clients, the MIDI output of one connected to the input of the other.
  private func withCable(
    _ body: (_ sender: CycleRunner, _ receiver: CycleRunner, MIDIOutput, MIDIInput) throws -> Void
  ) throws {
    try withDummyServer { _ in
      let (sender, receiver) = (CycleRunner(), CycleRunner())
      let source = try openClient("source")
      let out = try source.registerMIDIOutput("out")
      let sink = try openClient("sink")
      let input = try sink.registerMIDIInput("in")
      let first = try source.activate(argument: sender.argument, process: CycleRunner.process)
      let second = try sink.activate(argument: receiver.argument, process: CycleRunner.process)
      try first.connect("source:out", to: "sink:in")
      try body(sender, receiver, out, input)
      #expect(second.client.name == "sink")
    }
  }
}
