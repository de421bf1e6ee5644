// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines
import YuiSound

/// Takes of drums.
extension Session {
  /// Begins a take of the drums at `index`: running loops stop, and the count-in begins with the line's effect.
  func beginTake(_ index: Int, _ source: LineSource) {
    guard case .drums(let drums) = shelf[index].settings else { return }
    endTake()
    let loops = shelf.playingLoops
    if loops != 0 {
      shelf.setPlays(false, loops)
      send(.stop(loops), source)
    }
    let mark = sendMark(source)
    let take = DrumTake(shelf[index], drums, mark: mark, sampleRate: machine.sampleRate)
    for click in take.clicks {
      let note = NoteRequest.click(frequency: click.frequency, velocity: click.velocity, owner: shelf[index].hands)
      send(.strikeLater(note, click.frame), source)
    }
    self.take = take
  }

  /// Ends the take at hand, and sends what there is.
  func endTake() {
    guard let ended = take else { return }
    take = nil
    if ended.told != .over, let index = shelf.index(of: ended.id) { send(.release(.one(shelf[index].hands))) }
    tell(ended, "over", frame: frame)
    guard let event = ended.event(sampleRate: machine.sampleRate) else {
      endRecording(of: ended, event: nil)
      let message = "The take of '\(ended.id)' has no hit in it, so nothing is sent."
      say(.warning(message))
      return
    }
    if let index = shelf.index(of: ended.id) { shelf[index].played.take = event }
    if !endRecording(of: ended, event: event) { say(SessionEvent(json: event.json(id: ended.id, saved: ended.saved))) }
  }

  /// The full screen is left: a take of drums that were on it ends.
  func leaveFullScreen() {
    guard let index = take.flatMap({ shelf.index(of: $0.id) }) else { return }
    let drums = shelf[index]
    if Screens.opensFull(.drums, screen: drums.screen, props: drums.props) { endTake() }
  }

  /// Tells how far the take is that had heard everything up to `frame`, and ends it when it is over.
  func followTake(to frame: Int64) {
    guard let progress = take?.progress(at: frame), progress != take?.told, let current = take else { return }
    take?.told = progress
    switch progress {
    case .countIn: tell(current, "count_in", frame: frame)
    case .recording:
      tell(current, "recording", frame: current.barLine ?? frame)
      beginRecording(of: current)
    case .over: endTake()
    }
  }

  private func tell(_ take: DrumTake, _ state: String, frame: Int64) {
    say(
      .event(
        "take",
        [
          ("id", .string(take.id)), ("state", .string(state)), ("frame", .integer(frame)),
          ("bpm", .number(take.drums.bpm)),
        ]
      ))
  }
}
