// SPDX-License-Identifier: GPL-3.0-or-later

/// Colours for levels, from nearly black over violet, red and orange to a light yellow: the brighter, the louder, so that it
/// can be read without telling colours apart.
enum ColourScale {
  /// A colour of eight bits a part.
  struct Colour: Equatable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// As a style sheet writes it.
    var css: String { "rgb(\(red),\(green),\(blue))" }
  }

  /// How far below the loudest the dark end lies, in dB.
  static let span: Float = 80

  /// The colours at even distances from the quiet end to the loud one; between them each part moves along a straight line.
  static let stops = [
    Colour(red: 8, green: 6, blue: 20), Colour(red: 56, green: 22, blue: 96), Colour(red: 136, green: 34, blue: 112),
    Colour(red: 214, green: 66, blue: 76), Colour(red: 248, green: 144, blue: 44),
    Colour(red: 252, green: 240, blue: 168),
  ]

  /// 256 colours from the quiet end to the loud one.
  static let palette: [Colour] = (0..<256).map { index in
    let place = Float(index) / 255 * Float(stops.count - 1)
    let below = min(Int(place), stops.count - 2)
    let part = place - Float(below)
    func between(_ path: KeyPath<Colour, UInt8>) -> UInt8 {
      let (from, to) = (Float(stops[below][keyPath: path]), Float(stops[below + 1][keyPath: path]))
      return UInt8((from + (to - from) * part).rounded())
    }
    return Colour(red: between(\.red), green: between(\.green), blue: between(\.blue))
  }

  /// The colour's place in the palette for a level.
  ///
  /// - Parameters:
  ///   - level: in dB.
  ///   - loudest: the level of the loud end, in dB.
  static func index(of level: Float, loudest: Float) -> UInt8 {
    let part = 1 - (loudest - level) / span
    return UInt8((min(max(part, 0), 1) * 255).rounded())
  }
}
