// SPDX-License-Identifier: GPL-3.0-or-later

import YuiLines

/// What a tuner shows: readings made steady, strings that were held in tune, and whether all of them were.
///
/// - Thread: control.
struct Needle {
  /// What changed.
  enum Movement {
    /// The needle stands here; `isHeld` where its string has been held in tune.
    case shown(TunerReading, isHeld: Bool)
    /// The needle went.
    case cleared
    /// Every string has been held in tune once: how far off each was, in whole cents.
    case tuned(cents: [Int])
  }

  /// Cents within which a string is in tune.
  static let inTune = 3.0
  /// Seconds that a string has to stay in tune.
  private static let hold = 1.0
  /// Seconds without a pitch after which the needle goes.
  private static let patience = 0.3
  /// Seconds between two positions of the needle.
  private static let pause = 0.03
  /// Readings that the needle is the median of.
  private static let median = 5
  /// Readings near each other that make a needle, and cents that are near.
  private static let agreement = (count: 3, cents: 50.0)

  let settings: TunerSettings
  /// Of the frames that readings count.
  let sampleRate: Double
  private var recent: [TunerReading] = []
  private var target: Target?
  private var lastTime = -Double.infinity
  private var lastPitch = -Double.infinity
  private var lastShown = -Double.infinity
  private var inTuneSince: Double?
  private var held: [Int?]
  private var hasTold = false

  /// What is being tuned.
  private struct Target: Equatable {
    var string: Int?
    var note: Note
  }

  /// A needle at rest.
  ///
  /// - Parameter sampleRate: of the frames that readings count.
  init(_ settings: TunerSettings, sampleRate: Double) {
    self.settings = settings
    self.sampleRate = sampleRate
    held = [Int?](repeating: nil, count: settings.strings.count)
  }

  /// Takes a reading.
  mutating func hear(_ reading: PitchReading) -> [Movement] {
    let now = Double(reading.frame) / sampleRate
    // Who listens anew counts from the beginning.
    if now < lastTime { (lastPitch, lastShown, inTuneSince) = (now, -.infinity, nil) }
    lastTime = now
    guard let pitch = reading.pitch else { return miss(at: now) }
    lastPitch = now
    let heard = TunerReading(pitch, level: reading.level, on: settings)
    if let last = recent.last, abs(last.centsTo(heard)) > Self.agreement.cents { recent = [] }
    if recent.count == Self.median { recent.removeFirst() }
    recent.append(heard)
    guard recent.count >= Self.agreement.count else { return [] }
    let shown = recent.sorted { $0.frequency < $1.frequency }[recent.count / 2]
    return show(shown, at: now)
  }

  private mutating func show(_ shown: TunerReading, at now: Double) -> [Movement] {
    let next = Target(string: shown.string, note: shown.note)
    if next != target {
      target = next
      inTuneSince = nil
    }
    var changes: [Movement] = []
    if abs(shown.cents) > Self.inTune {
      inTuneSince = nil
    } else if let since = inTuneSince {
      if let string = shown.string, held[string] == nil, now - since >= Self.hold {
        held[string] = Int(shown.cents.rounded())
        lastShown = -.infinity
      }
    } else {
      inTuneSince = now
    }
    if now - lastShown >= Self.pause {
      lastShown = now
      changes.append(.shown(shown, isHeld: shown.string.map { held[$0] != nil } ?? false))
    }
    if !hasTold, !held.isEmpty, held.allSatisfy({ $0 != nil }) {
      hasTold = true
      changes.append(.tuned(cents: held.compactMap { $0 }))
    }
    return changes
  }

  private mutating func miss(at now: Double) -> [Movement] {
    guard now - lastPitch >= Self.patience, !recent.isEmpty || target != nil else { return [] }
    let wasShown = target != nil
    recent = []
    target = nil
    inTuneSince = nil
    lastShown = -.infinity
    return wasShown ? [.cleared] : []
  }
}
