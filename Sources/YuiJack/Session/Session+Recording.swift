// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines
import YuiSound

/// Takes of sound and notes.
extension Session {
  /// Reads a `record` line: what it asks for happens on the frame of its mark.
  func record(_ record: HostLine.Record, _ op: Op, _ source: LineSource) {
    // What waits behind this line counts from its frame, which a mark alone does not give.
    send(Session.nothing, source)
    switch record {
    case .begin(let target, let format, let path):
      guard let request = request(target, format, path, op, source) else { return }
      recordings[sendMark(source)] = .begin(request, op, source)
    case .stop: recordings[sendMark(source)] = .stop(op, source)
    case .last(let seconds):
      guard recorder.options.keep > 0 else {
        fail("Nothing is kept to be saved afterwards: start with '--keep SECONDS'.", op, source)
        return
      }
      recordings[sendMark(source)] = .last(seconds, op, source)
    }
  }

  private func request(
    _ target: Target?, _ format: HostLine.Format?, _ path: String?, _ op: Op, _ source: LineSource
  ) -> Recorder.Request? {
    var request = Recorder.Request()
    if let target {
      guard let index = shelf.index(of: target) else {
        fail("'\(target.name)' is not up, so it cannot be recorded: put it up first.", op, source)
        return nil
      }
      request.of = (shelf[index].id, shelf[index].preset)
    }
    request.path = path.map { UserFolder.expanded($0) }
    if path == nil { request.limit = recorder.options.limit }
    guard let format = format ?? path.map({ HostLine.Format(path: $0) }) ?? .wav else {
      fail(
        "'\(path ?? "")' does not say which kind of file it is: end it in .wav, .flac, .ogg, .opus or .m4a, or give 'format='.",
        op, source)
      return nil
    }
    request.format = format
    return request
  }

  /// The engine came to a mark.
  func recordingReached(_ mark: Int64, at frame: Int64) {
    guard let recording = recordings.removeValue(forKey: mark) else { return }
    switch recording {
    case .begin(let request, let op, let source): beginRecording(request, at: frame, op, source)
    case .stop(let op, let source):
      if recorder.isRecording || nextTake.map({ $0.end == nil }) ?? false {
        endRecording(at: frame)
      } else {
        fail("Nothing is being recorded.", op, source)
      }
    case .takenAway(let id): if recorder.recordedID == id { endRecording(at: frame) }
    case .last(let seconds, let op, let source):
      let kept = Int64((min(seconds ?? recorder.options.keep, recorder.options.keep) * machine.sampleRate).rounded())
      beginRecording(Recorder.Request(), at: max(0, frame - kept), until: frame, op, source)
    }
  }

  /// - Parameter end: where it ends, where that is known already.
  private func beginRecording(
    _ request: Recorder.Request, at frame: Int64, until end: Int64? = nil, _ op: Op, _ source: LineSource
  ) {
    guard !recorder.isRecording, nextTake == nil else {
      fail("A take is being recorded already: end it with 'record stop' first.", op, source)
      return
    }
    guard !recorder.isBusy else {
      nextTake = NextTake(request: request, start: frame, end: end, op: op, source: source)
      return
    }
    guard let ring = machine.takeRing else {
      fail("There is no sound to record yet.", op, source)
      return
    }
    do {
      try recorder.begin(request, at: frame, in: ring, sampleRate: machine.sampleRate)
      tellRecording("recording", request, at: frame)
      if let end { recorder.end(at: end) }
    } catch {
      fail(error.message, op, source)
    }
  }

  /// An instrument is taken away by a line: a take of it ends on the line's frame.
  func endRecording(of id: String, _ source: LineSource) {
    let isAsked = recordings.values.contains {
      if case .begin(let request, _, _) = $0 { request.of?.id == id } else { false }
    }
    guard isAsked || recorder.recordedID == id || nextTake?.request.of?.id == id else { return }
    recordings[sendMark(source)] = .takenAway(id)
  }

  /// Ends the take that goes on, if one does.
  ///
  /// - Parameter reason: a sentence that says why, where no line asked for it.
  func endRecording(at frame: Int64, reason: String? = nil) {
    recorder.end(at: frame, reason: reason)
    if let next = nextTake, next.end == nil { nextTake?.end = max(frame, next.start) }
  }

  /// Tells of a take that is whole, where everything was heard that happened before `frame`, and lets go the sound before that.
  func followRecording(to frame: Int64) {
    if let take = recorder.takeFinished(heardTo: frame, sampleRate: machine.sampleRate) { tell(take) }
    if let next = nextTake, !recorder.isBusy {
      nextTake = nil
      beginRecording(next.request, at: next.start, until: next.end, next.op, next.source)
    }
    machine.takeRing?.setAwaited(nextTake?.start)
    machine.takeRing?.setHeard(min(frame, lastFrame))
  }

  /// Ends what goes on at once, and waits until it is whole, or a time has passed. Nothing may be played any more.
  func finishRecording() {
    recordings = [:]
    endTake()
    endRecording(at: lastFrame)
    let deadline = ContinuousClock.now + .seconds(60)
    while recorder.isBusy || nextTake != nil, ContinuousClock.now < deadline {
      hear()
      if recorder.isBusy { usleep(2000) }
    }
  }

  /// The id of the instrument that a note is of. What belongs to none is `hits` and, of keys, `keys`.
  func name(of owner: NoteOwner) -> String {
    if let slot = owner.playerSlot { return shelf.instrument(slot: slot)?.id ?? "hits" }
    if let number = owner.handsNumber { return shelf.instruments.last { $0.number == number }?.id ?? "hits" }
    return owner.isKey ? shelf.newest(.keys)?.id ?? "keys" : "hits"
  }

  // MARK: Drums

  /// The bar line of a take of drums was reached: its sound begins there, where nothing else is being recorded.
  func beginRecording(of take: DrumTake) {
    guard recorder.options.recordsDrums, let start = take.barLine, let ring = machine.takeRing, !recorder.isBusy else {
      return
    }
    do {
      let request = Recorder.Request(of: (take.id, .drums))
      try recorder.begin(request, at: start, in: ring, sampleRate: machine.sampleRate)
      drumEvent = DrumEvent(take: take)
    } catch {
      say(.warning(error.message))
    }
  }

  /// A take of drums is over.
  ///
  /// - Returns: whether its event waits for its sound.
  @discardableResult
  func endRecording(of take: DrumTake, event: InstrumentEvent?) -> Bool {
    guard drumEvent?.take.mark == take.mark, recorder.isBusy else { return false }
    drumEvent?.event = event
    drumEvent?.isDue = true
    endRecording(at: min(lastFrame, take.end ?? lastFrame))
    return true
  }

  /// The frame behind the last one that counts: what sounds after `quit` is in no take.
  private var lastFrame: Int64 { min(frame, quitFrame ?? frame) }

  // MARK: Telling

  private func tell(_ take: Recorder.Take) {
    if !take.troubles.isEmpty {
      let troubles = take.troubles.joined(separator: " ")
      say(.warning(troubles))
    }
    if let drums = drumEvent {
      drumEvent = nil
      tell(drums, take)
      return
    }
    tellRecording("over", take.request, at: take.range.upperBound)
    guard !take.isTooShort else {
      let message = "The take is shorter than half a second, so it is not kept."
      say(.warning(message))
      return
    }
    guard let sound = sound(of: take) else { return }
    guard let (id, preset) = take.request.of else {
      say(
        .event(
          "recorded",
          [
            ("seconds", .number((take.seconds * 10).rounded() / 10)), ("audio", .string(sound.audio)),
            ("midi", sound.midi.map { .string($0) }), ("bpm", take.beatsPerMinute.map { .number($0) }),
          ]))
      return
    }
    let tempo = preset == .loop ? take.beatsPerMinute : nil
    let saved = shelf.index(of: id).flatMap { shelf[$0].saved }
    say(SessionEvent(json: InstrumentEvent.take(preset, sound, bpm: tempo).json(id: id, saved: saved)))
  }

  private func tell(_ drums: DrumEvent, _ take: Recorder.Take) {
    guard case .drumTake(let tempo, let pattern, _)? = drums.event else {
      for path in [take.audio, take.midi].compactMap(\.self) { unlink(path) }
      return
    }
    let event = InstrumentEvent.drumTake(bpm: tempo, take: pattern, sound: take.isTooShort ? nil : sound(of: take))
    if let index = shelf.index(of: drums.take.id) { shelf[index].played.take = event }
    say(SessionEvent(json: event.json(id: drums.take.id, saved: drums.take.saved)))
  }

  /// Where a take is; nil where nothing of its sound could be kept.
  private func sound(of take: Recorder.Take) -> InstrumentEvent.Sound? {
    guard let audio = take.audio else { return nil }
    return InstrumentEvent.Sound(
      seconds: take.seconds, audio: TakeFolder.uri(of: audio), midi: take.midi.map { TakeFolder.uri(of: $0) })
  }

  private func tellRecording(_ state: String, _ request: Recorder.Request, at frame: Int64) {
    say(
      .event(
        "take",
        [("id", request.of.map { .string($0.id) }), ("state", .string(state)), ("frame", .integer(frame))]))
  }
}
