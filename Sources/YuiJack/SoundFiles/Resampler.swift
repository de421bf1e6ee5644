// SPDX-License-Identifier: GPL-3.0-or-later

import CSampleRate

/// Brings stereo sound from one sample rate to another, through libsamplerate's best converter.
///
/// - Thread: any, one at a time.
final class Resampler {
  /// Rates that Opus has itself.
  static let opusRates = [8_000, 12_000, 16_000, 24_000, 48_000]

  /// Frames that are asked for at a time.
  private static let block = 4096

  private let converter: OpaquePointer
  private let ratio: Double
  private var taken = 0
  private var given = 0

  /// A resampler between two rates in frames a second; nil where the library cannot bridge them, which is a factor of 256.
  init?(from input: Double, to output: Double) {
    var error: Int32 = 0
    guard src_is_valid_ratio(output / input) != 0,
      let converter = src_new(Int32(SRC_SINC_BEST_QUALITY), 2, &error)
    else { return nil }
    self.converter = converter
    ratio = output / input
  }

  deinit { src_delete(converter) }

  /// Takes frames, left and right in turn, and adds what they give to `output`.
  func add(_ stereo: [Float], frames: Int, into output: inout [Float]) {
    taken += frames
    convert(stereo, frames: frames, isLast: false, into: &output)
  }

  /// Adds what is left: as many frames in all as the input lasted.
  func finish(into output: inout [Float]) {
    let start = output.count
    let before = given
    convert([0, 0], frames: 0, isLast: true, into: &output)
    let wanted = start + 2 * max(0, Int((Double(taken) * ratio).rounded()) - before)
    output.removeLast(max(0, output.count - wanted))
    output.append(contentsOf: repeatElement(0, count: max(0, wanted - output.count)))
  }

  private func convert(_ stereo: [Float], frames: Int, isLast: Bool, into output: inout [Float]) {
    var room = [Float](repeating: 0, count: 2 * Resampler.block)
    var done = 0
    stereo.withUnsafeBufferPointer { stereo in
      while true {
        let made = room.withUnsafeMutableBufferPointer { room in
          var data = SRC_DATA()
          data.data_in = stereo.baseAddress! + 2 * done
          data.input_frames = frames - done
          data.data_out = room.baseAddress!
          data.output_frames = Resampler.block
          data.end_of_input = isLast ? 1 : 0
          data.src_ratio = ratio
          let code = src_process(converter, &data)
          precondition(code == 0, "The resampler was given what it cannot take")
          done += Int(data.input_frames_used)
          return Int(data.output_frames_gen)
        }
        output.append(contentsOf: room[..<(2 * made)])
        given += made
        if made < Resampler.block, done == frames { return }
      }
    }
  }
}
