// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

/// A sound that the engine has played to its end.
struct RenderedSound {
  /// Frames a second.
  let sampleRate: Double
  /// The left channel, up to the last frame in which either channel sounds.
  let left: [Float]
  /// The right channel, as long.
  let right: [Float]

  /// Frames rendered at a time; has no influence on the samples.
  private static let block = 512
  /// Nothing on the sheet sounds for longer than this many seconds.
  private static let longest = 60.0
  /// Makes up for the gain of the mixer, so that what comes out is the recipe itself.
  private static let master: Float = 1.25

  /// Plays a sound as its recipe has it: at full velocity, with neither the mixer's gain nor its limiter.
  init(_ sound: SheetSound, sampleRate: Double) {
    self.sampleRate = sampleRate
    let link = EngineLink(commands: 64, events: 1 << 12)
    var engine = Engine(Engine.Configuration(sampleRate: sampleRate), link: link)
    for command in [.master(Self.master), .limiter(false), .room(0)] + sound.commands {
      precondition(link.send(LaneCommand(lane: 0, command)), "'\(sound.name)' is made of too many commands")
    }
    var left: [Float] = []
    var right: [Float] = []
    var leftBlock = [Float](repeating: 0, count: Self.block)
    var rightBlock = leftBlock
    engine.takeCommands()
    repeat {
      var leftSpan = leftBlock.mutableSpan
      var rightSpan = rightBlock.mutableSpan
      engine.render(left: &leftSpan, right: &rightSpan)
      left += leftBlock
      right += rightBlock
      while link.receive() != nil {}
    } while !engine.isQuiet && Double(left.count) < Self.longest * sampleRate
    link.deallocate()
    let end = left.indices.last { left[$0] != 0 || right[$0] != 0 }.map { $0 + 1 } ?? 0
    self.left = Array(left[..<end])
    self.right = Array(right[..<end])
  }

  /// Both channels in one: their mean.
  var middle: [Float] { zip(left, right).map { ($0 + $1) / 2 } }

  /// Left and right in turn.
  var interleaved: [Float] { zip(left, right).flatMap { [$0, $1] } }
}
