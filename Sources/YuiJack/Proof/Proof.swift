// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Tells whether the instrument is tight on this machine and server: plays a test signal, records it in another process, lets a
/// program without the engine's code judge the recording, and asks the callback's witnesses.
///
/// - Thread: main.
public final class Proof {
  private static let signalName = "yui-prove"
  private static let recorderName = "yui-prove-recorder"
  private static let idleName = "yui-prove-idle"
  /// How often, 20 ms apart, the latencies have to be the same before they count as settled.
  private static let agreements = 15
  /// Seconds of freewheeling that a machine needs for one of sound, at most.
  private static let slowestFreewheel = 2.0

  private let options: ProofOptions
  private let folder: ProofFolder
  private let signal: ProofPart?
  private var signalClient = ""
  private let recorder: ProofPart
  private let idle: ProofPart
  private let rate: Double
  private let period: Int

  /// Starts the processes of the proof.
  ///
  /// - Throws: `noServer`, `cannotRun` without Python and numpy, `cannotCreate`, `failed`.
  public init(_ options: ProofOptions) throws(UsageError) {
    // A part that ends must not end the proof.
    _ = Glibc.signal(SIGPIPE, SIG_IGN)
    self.options = options
    try Analyser.check()
    if let folder = options.comparison { _ = try InputFile(path: "\(folder)/take.txt") }
    folder = try ProofFolder(options.folder)
    let server = options.serverName ?? ""
    var signal: ProofPart?
    if !options.judgesPeer {
      let part = try ProofPart(
        "test signal",
        [
          "prove-signal", Self.signalName, server, "\(options.beatsPerMinute)", options.fault?.rawValue ?? "",
          options.connects ? "connect" : "",
        ])
      signalClient = try Self.client(part).name
      signal = part
    }
    self.signal = signal
    let channels = options.judgesPeer ? (options.peerClicks == nil ? 0 : 1) : 2
    idle = try ProofPart("idle client", ["prove-recorder", Self.idleName, server, "0", "0", "0", "1", "0"])
    let client = try Self.client(idle)
    (rate, period) = (client.rate, client.period)
    let capacity = Int(options.seconds * client.rate) + 1
    recorder = try ProofPart(
      "recorder", ["prove-recorder", Self.recorderName, server, "\(channels)", "1", "0", "\(capacity)", "0"])
    recorderClient = try Self.client(recorder).name
  }

  private let recorderClient: String

  /// What a part says of its client when it has joined.
  static func client(_ part: ProofPart) throws(UsageError) -> (name: String, rate: Double, period: Int) {
    guard let words = try part.answer().first(where: { $0[0] == "client" }) else {
      throw .failed("The \(part.name) of the proof did not say its name.")
    }
    func number(_ place: Int) -> Double { place < words.count ? Double(words[place]) ?? 0 : 0 }
    return (words[1], number(2), Int(number(3)))
  }

  /// Plays, records and judges.
  ///
  /// - Returns: whether it is tight.
  /// - Throws: `failed`, `cannotWrite`.
  public func run() throws(UsageError) -> Bool {
    try connect()
    if options.freewheels { try recorder.ask("freewheel", "on") }
    let taken: (latency: (audio: Int, clock: Int), witnessed: Witnessed?, first: UInt32)
    do {
      taken = try take()
    } catch {
      if options.freewheels { _ = try? recorder.ask("freewheel", "off") }
      throw error
    }
    if options.freewheels { try recorder.ask("freewheel", "off") }
    try recorder.ask("write", folder.path, within: 60)
    try describe(taken.latency)
    try setAside(taken.witnessed?.setAside ?? [], first: taken.first)
    tell(
      "Judging \(options.judgesPeer ? "another program" : "yui-jack") at \(Int(rate)) Hz, \(period) frames a cycle"
        + "\(options.freewheels ? ", freewheeling" : ""): \(ProofReport.text(options.seconds)) s at "
        + "\(ProofReport.text(options.beatsPerMinute)) bpm\(options.fault.map { ", with the fault '\($0.rawValue)'" } ?? "")."
    )
    let isOnGrid = try Analyser.judge(folder.path, comparison: options.comparison)
    let failures = taken.witnessed?.failures ?? []
    if let witnessed = taken.witnessed { tell(ProofReport(witnessed, options).text) }
    if folder.isKept { tell("The recording, the tables and the pictures are in '\(folder.path)'.") }
    let isTight = isOnGrid && failures.isEmpty
    tell(ProofReport.verdict(isOnGrid: isOnGrid, failures: failures, witnessed: taken.witnessed))
    return isTight
  }

  private func tell(_ text: String) { _ = TextStream.write(text + "\n", to: STDOUT_FILENO) }

  /// Joins the recorder to what is judged.
  private func connect() throws(UsageError) {
    if options.judgesPeer {
      if let port = options.peerClicks { try recorder.ask("connect", port, "\(recorderClient):in_1") }
      if let port = options.peerClock { try recorder.ask("connect", port, "\(recorderClient):midi_in") }
    } else {
      try recorder.ask("connect", "\(signalClient):out_left", "\(recorderClient):in_1")
      try recorder.ask("connect", "\(signalClient):out_right", "\(recorderClient):in_2")
      try recorder.ask("connect", "\(signalClient):clock_out", "\(recorderClient):midi_in")
    }
    try recorder.ask("recompute")
  }

  /// Records while the signal plays.
  private func take() throws(UsageError) -> (
    latency: (audio: Int, clock: Int), witnessed: Witnessed?, first: UInt32
  ) {
    let latency = try settledLatency()
    let before = try idle.ask("report")
    try signal?.ask("mark")
    let words = try recorder.ask("go", "\(Int(options.seconds * rate))")
    let first = words.first.flatMap { UInt32($0[1]) } ?? 0
    try signal?.ask("start")
    try recorder.waitForTake(within: options.seconds * Self.slowestFreewheel + 20)
    // The witnesses end with the recording; what leaving disturbs is not counted.
    let report = try signal?.ask("report")
    let after = try idle.ask("report")
    try signal?.ask("stop")
    guard let report else { return (latency, nil, first) }
    var witnessed = Witnessed(report, period: period)
    func since(_ place: Int) -> Int {
      func number(_ lines: [[String]]) -> Int { lines.first.flatMap { Int($0[place]) } ?? 0 }
      return number(after) - number(before)
    }
    witnessed.idle = (since(1), since(2), since(3))
    return (latency, witnessed, first)
  }

  /// Waits until the signal and JACK have agreed for a while on how late the sound and the clock are heard: a server that
  /// begins to freewheel tells so in its own time.
  private func settledLatency() throws(UsageError) -> (audio: Int, clock: Int) {
    guard let signal else { return (0, 0) }
    try recorder.ask("recompute")
    var agreed = (audio: -1, clock: -1)
    var times = 0
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      let audio = max(try latency("out_left"), try latency("out_right"))
      let clock = try latency("clock_out")
      let own = try signal.ask("latency").first ?? []
      let agrees = own.count > 3 && own[1] == "\(audio)" && own[2] == "\(clock)" && own[3] == "settled"
      times = agrees && agreed == (audio, clock) ? times + 1 : 0
      agreed = (audio, clock)
      if times >= Self.agreements { return agreed }
      _ = poll(nil, 0, 20)
    }
    throw .failed("The latencies that the server tells did not settle within ten seconds.")
  }

  private func latency(_ port: String) throws(UsageError) -> Int {
    try recorder.ask("latency", "\(signalClient):\(port)").first.flatMap { Int($0[1]) } ?? 0
  }

  /// Adds what the analyser has to know.
  private func describe(_ latency: (audio: Int, clock: Int)) throws(UsageError) {
    let division = options.judgesPeer ? options.peerDivision : 4
    try EvidenceWriter.write(
      """
      bpm \(options.beatsPerMinute)
      division \(division)
      audio-latency \(latency.audio)
      clock-latency \(latency.clock)
      silent-frames \(options.judgesPeer ? 0 : TestSignal.silentFrames)
      anchor \(options.judgesPeer ? "clock" : "click")
      fault \(options.fault?.rawValue ?? "")

      """, to: "\(folder.path)/take.txt", adding: true)
  }

  /// Frames that were lost and are set aside: from which frame of the take on, and how many.
  private func setAside(_ events: [Witnessed.Sighting], first: UInt32) throws(UsageError) {
    let lines = events.filter { $0.kind == "lost" }.map { event in
      "\(Int32(bitPattern: event.frame &- first)) \(event.amount)\n"
    }
    try EvidenceWriter.write(lines.joined(), to: "\(folder.path)/set-aside.txt")
  }
}
