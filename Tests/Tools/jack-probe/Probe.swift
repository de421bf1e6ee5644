// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import JackKit
import Synchronization

/// The control half of the probe: the client, the main loop, recordings.
struct Probe: ~Copyable {
  var options: Options
  let active: ActiveClient
  let recorder: UnsafeMutablePointer<Recorder>
  let events: Events
  let latency: DeclaredLatency
  var isReported = false

  /// Runs the program and returns its exit code.
  static func main(_ arguments: [String]) -> Int32 {
    do {
      let options = try Options(arguments)
      if options.wantsHelp {
        say(helpText)
        return 0
      }
      var probe = try start(options)
      return probe.run()
    } catch let error as ProbeError {
      complain(error)
      return 64
    } catch JackError.noServer(let name) {
      complain(JackError.noServer(name: name))
      return 69
    } catch {
      complain(error)
      return 1
    }
  }

  private static func start(_ options: Options) throws -> Probe {
    let client = try Client(name: options.name, server: options.server)
    let ports = try Ports(options, on: client)
    let events = Events()
    let latency = DeclaredLatency(playback: options.playbackLatency, capture: options.captureLatency)
    let recorder = UnsafeMutablePointer<Recorder>.allocate(capacity: 1)
    recorder.initialize(
      to: Recorder(ports.audioInputs, ports.audioOutputs, ports.midiInputs, ports.midiOutputs))
    let active = try client.activate(
      argument: recorder, latency: { mode, update in ports.declare(latency, mode, update) },
      notify: { events.receive($0) }, process: processRecorder)
    let probe = Probe(options: options, active: active, recorder: recorder, events: events, latency: latency)
    for (port, pattern) in options.connections { try probe.connect(own: port, pattern: pattern) }
    return probe
  }

  private mutating func run() -> Int32 {
    var input = LineReader()
    say("ready \(active.client.name) \(active.client.sampleRate) \(active.client.bufferSize)")
    while !input.hasEnded {
      let isIdle = recorder.pointee.phase.load(ordering: .relaxed) == Recorder.Phase.idle.rawValue
      if let line = input.next(milliseconds: isIdle ? 20 : 2) {
        let words = words(of: line)
        if words == ["quit"] {
          say("ok quit")
          return 0
        }
        do {
          say(try perform(words))
        } catch {
          say("error \(error)")
        }
      }
      reportRecording()
      if let reason = events.serverLost {
        say("server-lost \(reason)")
        return 1
      }
    }
    return 0
  }

  /// Makes room for a recording.
  mutating func prepare(_ frames: Int) throws {
    try refuseWhileRecording()
    var script = MIDIScript()
    for (port, file) in options.scripts {
      guard let index = options.midiOutputs.firstIndex(of: port) else {
        throw ProbeError("There is no MIDI output '\(port)'")
      }
      try script.add(file: file, port: index)
    }
    let play = try options.play.map { path throws(ProbeError) in try samples(of: path) } ?? []
    let take = try Take(frames: frames, channels: options.audioInputs.count, script: script, play: play)
    recorder.pointee.take?.deallocate()
    recorder.pointee.take = take
  }

  /// Starts what is prepared.
  mutating func go() throws {
    try refuseWhileRecording()
    guard let take = recorder.pointee.take, take.position == 0 else { throw ProbeError("Nothing is prepared") }
    isReported = false
    recorder.pointee.isEnding.store(false, ordering: .relaxed)
    recorder.pointee.phase.store(Recorder.Phase.armed.rawValue, ordering: .releasing)
  }

  private func refuseWhileRecording() throws {
    guard recorder.pointee.phase.load(ordering: .acquiring) == Recorder.Phase.idle.rawValue else {
      throw ProbeError("A recording is running")
    }
  }

  /// Says that a recording began; writes it and says so once it is through.
  private mutating func reportRecording() {
    let phase = recorder.pointee.phase.load(ordering: .acquiring)
    guard phase >= Recorder.Phase.running.rawValue, let take = recorder.pointee.take else { return }
    if !isReported {
      isReported = true
      say("recording \(take.first)")
    }
    guard phase == Recorder.Phase.done.rawValue else { return }
    for loss in take.losses.prefix(take.lossCount) { say("lost \(loss.index) \(loss.frames)") }
    do {
      try TakeFiles.write(
        take, prefix: options.output, rate: active.client.sampleRate, audio: options.audioInputs,
        midi: options.midiInputs)
      say(
        "done first=\(take.first) frames=\(take.position) lost=\(take.lossCount) missing=\(take.missingFrames) "
          + "midi=\(take.eventCount) refused=\(take.refused) overflow=\(take.overflow)")
    } catch {
      say("error \(error)")
    }
    recorder.pointee.phase.store(Recorder.Phase.idle.rawValue, ordering: .releasing)
  }

  private func connect(own name: String, pattern: String) throws {
    let full = "\(active.client.name):\(name)"
    guard let port = active.client.port(named: full) else { throw ProbeError("There is no own port '\(name)'") }
    let own = active.client.describe(port)
    let isInput = own.flags.contains(.input)
    let others = try active.client.ports(matching: pattern, own.type, flags: isInput ? .output : .input)
    guard !others.isEmpty else { throw ProbeError("No port to connect '\(name)' with matches '\(pattern)'") }
    for other in others { try isInput ? active.connect(other, to: full) : active.connect(full, to: other) }
  }
}
