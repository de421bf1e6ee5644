// SPDX-License-Identifier: GPL-3.0-or-later

extension SoundWord {
  /// The General MIDI drum note that stands for the word in a file: the kit's own, 53 for the pitched words.
  public var drumNote: UInt8 {
    switch self {
    case .kick: 36
    case .snare: 38
    case .clap: 39
    case .hat: 42
    case .open: 46
    case .rim: 37
    case .tom: 45
    case .shaker: 70
    case .crash: 49
    case .cow: 56
    case .snap: 54
    case .conga: 63
    case .pop: 76
    case .sweep: 55
    case .tick: 33
    case .bell, .keys, .pluck, .pad, .bass, .lead: 53
    }
  }

  /// The word that a drum note on MIDI channel 10 plays, `0...127` (the top bit is ignored).
  ///
  /// The sixteen notes of `drumNote` give their own words back, so what the kit wrote it also plays. The others of General
  /// MIDI (35 to 81, and 27 to 34 and 82 to 87 of its second level) fold to the drum that does the same work: bass drums
  /// to kick, snares to snare, toms to tom, pedal hat to hat, cymbals and ride to crash, hand drums to conga, everything
  /// shaken or scraped to shaker, agogos to cow, sticks, claves and blocks to rim. Notes of no standard play kick below
  /// the range and conga above it.
  public init(drumNote note: UInt8) {
    let note = note & 0x7F
    if let own = SoundWord.kit.first(where: { $0.drumNote == note }) {
      self = own
      return
    }
    self =
      switch note {
      case 0...26, 35: .kick
      case 27: .pop  // high Q
      case 28: .clap  // slap
      case 29, 30: .sweep  // scratch push and pull
      case 31: .rim  // sticks
      case 32: .tick  // square click
      case 34: .bell  // metronome bell
      case 40: .snare
      case 41, 43, 47, 48, 50: .tom
      case 44: .hat
      case 51, 52, 57, 59: .crash
      case 58: .shaker  // vibraslap
      case 67, 68: .cow  // agogos
      case 69, 73, 74: .shaker  // cabasa, guiros
      case 71, 72: .pop  // whistles
      case 75, 77: .rim  // claves, low wood block
      case 80, 81, 83, 84: .bell  // triangles, jingle bell, bell tree
      case 82: .shaker
      case 85: .rim  // castanets
      case 86, 87: .tom  // surdos
      default: .conga  // bongos, congas, timbales, cuicas, and all above
      }
  }
}

extension PitchedWord {
  /// The voice's MIDI channel in a file, counted from 0.
  public var channel: UInt8 {
    switch self {
    case .keys: 0
    case .pluck: 1
    case .bell: 2
    case .pad: 3
    case .bass: 4
    case .lead: 5
    }
  }

  /// The voice's General MIDI program in a file, counted from 0.
  public var program: UInt8 {
    switch self {
    case .keys: 4
    case .pluck: 24
    case .bell: 14
    case .pad: 88
    case .bass: 38
    case .lead: 81
    }
  }

  /// The name of the voice's track in a file.
  public var trackName: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The voice nearest to a General MIDI program, `0...127`, counted from 0 (the top bit is ignored).
  ///
  /// By families: pianos and organs are keys; mallets, bells and steel drums bell; guitars, harp, plucked strings and
  /// struck drums pluck; basses bass; bowed strings, choirs, pads and soft effects pad; winds, brass, bowed soloists of
  /// other traditions and synth leads lead.
  public init(program: UInt8) {
    self =
      switch program & 0x7F {
      case 0...7, 16...23: .keys
      case 8...15: .bell
      case 24...31, 45...47: .pluck  // guitars; pizzicato, harp, timpani
      case 32...39: .bass
      case 40...44, 48...55: .pad
      case 56...87: .lead
      case 88...97, 99...103: .pad
      case 98: .bell  // crystal
      case 104...107: .pluck  // sitar, banjo, shamisen, koto
      case 108: .bell  // kalimba
      case 109...111: .lead  // bag pipe, fiddle, shanai
      case 112...114: .bell  // tinkle bell, agogo, steel drums
      case 115...118, 120, 127: .pluck  // blocks and drums, fret noise, shot
      case 123: .lead  // bird
      case 124: .bell  // telephone
      default: .pad  // reverse cymbal, breath, sea, helicopter, applause
      }
  }
}
