// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A stereo WAV file of 32-bit floating-point or 16-bit samples.
struct WaveFile {
  /// Frames a second.
  var rate: Int
  /// Left and right in turn, full scale −1...1.
  var samples: [Float]

  /// Frames in the file.
  var frames: Int { samples.count / 2 }

  /// The samples of a side: 0 is left, 1 right.
  func channel(_ side: Int) -> [Float] { stride(from: side, to: samples.count, by: 2).map { samples[$0] } }

  /// Reads a file.
  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    var place = 12
    var format = 0
    rate = 0
    samples = []
    while place + 8 <= bytes.count {
      let name = String(decoding: bytes[place..<place + 4], as: UTF8.self)
      let (start, size) = (place + 8, number(place + 4, 4))
      if name == "fmt " {
        rate = number(start + 4, 4)
        format = number(start, 2) == 3 ? 32 : number(start + 14, 2)
      } else if name == "data", format == 32 {
        samples = stride(from: start, to: start + size, by: 4).map {
          Float(bitPattern: UInt32(truncatingIfNeeded: number($0, 4)))
        }
      } else if name == "data", format == 16 {
        samples = stride(from: start, to: start + size, by: 2).map {
          Float(Int16(truncatingIfNeeded: number($0, 2))) / 32768
        }
      }
      place = start + size + size % 2
    }
    guard rate > 0, !samples.isEmpty else { throw TestFailure("'\(path)' holds no sound that can be read") }
  }

  /// The largest absolute sample in decibels of full scale.
  func peak(_ frames: Range<Int>) -> Double {
    20 * log10(Double(samples[2 * frames.lowerBound..<2 * frames.upperBound].reduce(0) { max($0, abs($1)) }))
  }

  /// The effective level in decibels of full scale.
  func level(_ frames: Range<Int>) -> Double {
    let part = samples[2 * frames.lowerBound..<2 * frames.upperBound]
    return 10 * log10(part.reduce(0) { $0 + Double($1) * Double($1) } / Double(part.count))
  }

  /// The first frame that sounds.
  var firstSound: Int? { samples.firstIndex { abs($0) > 0.001 }.map { $0 / 2 } }
}
