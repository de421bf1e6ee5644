// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What the newest tuner hears.
extension Session {
  /// Lets the machine listen as the newest tuner wants it to, and shows what it has heard.
  func followTuner() {
    let tuner = shelf.newest(.tuner)
    var settings: TunerSettings?
    if case .tuner(let tuner) = tuner?.settings { settings = tuner }
    if settings != needle?.settings || tuner?.id != needleID
      || needle.map({ $0.sampleRate != machine.sampleRate }) ?? false
    {
      if needle != nil { showNeedle(nil) }
      needle = settings.map { Needle($0, sampleRate: machine.sampleRate) }
      needleID = tuner?.id
    }
    machine.listen(settings.map { Hearing($0) })
    for reading in machine.takeReadings() {
      for change in needle?.hear(reading) ?? [] { tell(change) }
    }
  }

  private func tell(_ change: Needle.Movement) {
    guard let id = needleID, let tuner = needle?.settings else { return }
    switch change {
    case .shown(let reading, let isHeld):
      showNeedle((reading, tuner))
      let state: [(key: String, value: JSON)] = [
        ("in_tune", .bool(abs(reading.cents) <= Needle.inTune)), ("held", .bool(isHeld)),
      ]
      let members = reading.members(on: tuner) + state
      say(
        .event("reading", [("id", .string(id))] + members.map { ($0.key, $0.value) }, audience: .listeners(.readings)))
    case .cleared:
      showNeedle(nil)
      say(.event("reading", [("id", .string(id)), ("note", .null)], audience: .listeners(.readings)))
    case .tuned(let cents):
      let saved = shelf.index(of: id).flatMap { shelf[$0].saved }
      say(SessionEvent(json: InstrumentEvent.tuned(tuner, cents: cents).json(id: id, saved: saved)))
    }
  }
}
