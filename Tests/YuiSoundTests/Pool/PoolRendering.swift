// SPDX-License-Identifier: GPL-3.0-or-later
@testable import YuiSound

/// The next frames of a pool, all buses added up, in blocks of at most 97.
func render(
  _ pool: inout VoicePool, _ frames: Int, at frame: Int64 = 0, _ expressions: borrowing ChannelExpressions = .init()
) -> [Float] {
  let buses = BusBuffers(frames: 97)
  defer { buses.deallocate() }
  var scratch = [Float](repeating: .nan, count: 97)
  var sound: [Float] = []
  sound.reserveCapacity(frames)
  while sound.count < frames {
    let count = min(97, frames - sound.count)
    pool.render(
      into: buses, scratch: &scratch, count: count, channels: expressions, at: frame + Int64(sound.count))
    for index in 0..<count { sound.append(buses.kit[index] + buses.pitched[index] + buses.click[index]) }
  }
  return sound
}
