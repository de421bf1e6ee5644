// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import TestSupport
import Testing

@Suite(.jack) struct ProcessCycleTests {
  @Test func `audio passes from output to input bit by bit`() throws {
    try withDummyServer { _ in
      let sender = CycleRunner()
      let receiver = CycleRunner()
      let source = try openClient("source")
      let out = try source.registerAudioOutput("out")
      let sink = try openClient("sink")
      let input = try sink.registerAudioInput("in")
      let count = 48000
      let received = UnsafeMutableBufferPointer<Float>.allocate(capacity: count)
      received.initialize(repeating: 0)
      defer { received.deallocate() }

      var sent: UInt32 = 0
      sender.setEach { cycle in
        var samples = cycle.samples(of: out)
        for index in 0..<samples.count {
          // Every frame has bits of its own, from 1.0 on.
          samples[index] = Float(bitPattern: 0x3F80_0000 + sent)
          sent += 1
        }
      }
      let done = Inbox<Bool>()
      var position = 0
      receiver.setEach { cycle in
        let samples = cycle.samples(of: input)
        for index in 0..<samples.count where position < count {
          if position == 0 && samples[index] == 0 { continue }
          received[position] = samples[index]
          position += 1
          if position == count { done.put(true) }
        }
      }
      let sourceActive = try source.activate(argument: sender.argument, process: CycleRunner.process)
      let sinkActive = try sink.activate(argument: receiver.argument, process: CycleRunner.process)
      try sinkActive.client.setFreewheel(true)
      try sinkActive.connect("source:out", to: "sink:in")
      try done.first("48000 frames") { _ in true }
      try sinkActive.client.setFreewheel(false)

      let first = received[0].bitPattern
      let wrong = (0..<count).first { received[$0].bitPattern != first + UInt32($0) }
      #expect(wrong == nil, "Frame \(wrong ?? 0) is not the one after the frame before")
      #expect(sourceActive.client.name == "source")
    }
  }

  @Test func `input samples are copied, as many as fit`() throws {
    try withDummyServer(period: 64) { _ in
      let runner = CycleRunner()
      let client = try openClient()
      let out = try client.registerAudioOutput("out")
      let input = try client.registerAudioInput("in")
      let active = try client.activate(argument: runner.argument, process: CycleRunner.process)
      try active.connect("test:out", to: "test:in")
      runner.setEach { cycle in
        var samples = cycle.samples(of: out)
        for index in 0..<samples.count { samples[index] = Float(index + 1) }
      }
      try waitUntil("the samples come round") { try runner.next { $0.samples(of: input)[63] } == 64 }
      let copied = try runner.next { cycle -> [Float] in
        var small: [Float] = [0, 0, 0]
        var large = [Float](repeating: -1, count: 66)
        let samples = cycle.samples(of: input)
        var span = small.mutableSpan
        samples.copy(into: &span)
        var other = large.mutableSpan
        samples.copy(into: &other)
        return small + large.suffix(4)
      }
      #expect(copied == [1, 2, 3, 63, 64, -1, -1])
    }
  }

  @Test func `the cycle size changes while it runs`() throws {
    try withDummyServer { _ in
      let runner = CycleRunner()
      let client = try openClient()
      let out = try client.registerAudioOutput("out")
      let keys = try client.registerMIDIInput("keys")
      let active = try client.activate(argument: runner.argument, process: CycleRunner.process)
      try active.connect("test:out", to: "system:playback_1")
      runner.setEach { cycle in
        var samples = cycle.samples(of: out)
        for index in 0..<samples.count { samples[index] = 0.5 }
        precondition(samples.count == cycle.frames && cycle.midiEvents(of: keys).count == 0)
      }
      for size: UInt32 in [512, 1024, 128, 8192, 16, 1, 256] {
        try active.client.setBufferSize(size)
        try waitUntil("cycles have \(size) frames") { try runner.next { $0.frames } == Int(size) }
        #expect(active.client.bufferSize == size)
      }
    }
  }

  @Test func `the clock goes on by one cycle`() throws {
    try withDummyServer { _ in
      let runner = CycleRunner()
      let starts = Inbox<UInt32>()
      let active = try openClient().activate(argument: runner.argument, process: CycleRunner.process)
      try active.client.setFreewheel(true)
      runner.setEach { cycle in starts.put(cycle.lastFrameTime) }
      try waitUntil("twenty cycles came") { starts.all.count >= 20 }
      runner.setEach { _ in }
      try active.client.setFreewheel(false)
      let times = starts.all
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 &- $0 == 256 }, "\(times)")
    }
  }

  @Test func `the times of a cycle agree with each other`() throws {
    try withDummyServer { _ in
      let runner = CycleRunner()
      let active = try openClient().activate(argument: runner.argument, process: CycleRunner.process)
      let (found, frame, now, estimate) = try runner.next {
        ($0.times, $0.lastFrameTime, $0.microseconds, $0.frameTime)
      }
      let times = try #require(found)
      #expect(times.currentFrames == frame)
      #expect(times.nextMicroseconds > times.currentMicroseconds)
      #expect(now >= times.currentMicroseconds)
      #expect(estimate &- frame < 48000)
      #expect(active.client.frameTime &- frame < 480_000)
      // The server's estimate of a period of 5333 microseconds follows what the machine takes from it.
      try waitUntil("the estimate of a period has settled") {
        try runner.next { $0.times.map { abs($0.periodMicroseconds - 5333) < 500 } } == true
      }
    }
  }
}
