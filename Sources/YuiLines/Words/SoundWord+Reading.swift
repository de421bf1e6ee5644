// SPDX-License-Identifier: GPL-3.0-or-later

// The name rules take accents apart (NFD), which only the library's own normaliser does without Foundation.
@_spi(_Unicode) import Swift

extension SoundWord {
  /// Reads a sound's name or another name for it: case, accents, white space, `_` and `-` do not matter. Nil when unknown.
  public init?(reading name: String) {
    let plain = Self.normalised(name)
    guard let word = SoundWord(rawValue: plain) ?? Self.aliases[plain] else { return nil }
    self = word
  }

  /// The sound of a pad, or of a word played by itself: the word's, `tick` when it is unknown.
  public init(pad name: String) { self = SoundWord(reading: name) ?? .tick }

  /// Every name that reads as a sound, for suggestions.
  static let names = Array(aliases.keys) + allCases.map(\.rawValue)

  /// A name in lower case, without accents (NFD, U+0300 to U+036F dropped), white space, `_` and `-`.
  static func normalised(_ name: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in name._nfd {
      switch scalar.value {
      case 0x300...0x36F, 0x5F, 0x2D: continue
      default: if !WhiteSpace.contains(scalar.value) { plain.append(scalar) }
      }
    }
    return String(plain).lowercased()
  }

  /// Other names, in the order of the kit and then of the pitched voices.
  static let aliases: [String: SoundWord] = {
    let groups: [(SoundWord, String)] = [
      (.kick, "bd bassdrum kickdrum cajon"),
      (.snare, "sd snaredrum caixa tarol"),
      (.clap, "clapping handclap palmas"),
      (.hat, "hh hihat hihats closedhat"),
      (.open, "openhat oh"),
      (.rim, "clave claves rimshot sidestick tamborim woodblock"),
      (.tom, "surdo repinique repique floortom taiko dhol"),
      (.shaker, "shake maraca maracas tambourine ganza chocalho guiro cabasa afuche egg pandeiro"),
      (.crash, "ride cymbal splash china"),
      (.cow, "cowbell agogo gankogui"),
      (.snap, "finger"),
      (.conga, "bongo bongos cuica timbal timbale timbales djembe tumba quinto tabla darbuka"),
      (.tick, "click"),
      (.bell, "chime glock marimba triangle"),
      (.keys, "piano ep organ rhodes"),
      (.pluck, "guitar harp"),
      (.pad, "strings choir"),
      (.bass, "sub 808"),
      (.lead, "synth saw"),
    ]
    return groups.reduce(into: [:]) { table, group in
      for name in group.1.split(separator: " ") { table[String(name)] = group.0 }
    }
  }()
}

extension PitchedWord {
  /// Reads a pitched voice's name or another name for it; nil for drums, effects and unknown words.
  public init?(reading name: String) {
    guard let voice = SoundWord(reading: name)?.pitched else { return nil }
    self = voice
  }

  /// The voice of a place that plays notes: the word's, `keys` for all that is not pitched.
  public init(slot name: String) { self = PitchedWord(reading: name) ?? .keys }
}
