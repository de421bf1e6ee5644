// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit

/// The memory of one recording, made before it starts, and what is fed meanwhile. Plain pointers: the process function
/// writes, the control side reads once the recorder has said that it is through.
struct Take: BitwiseCopyable {
  /// A place where the server's clock did not go on from the last cycle.
  struct Loss: BitwiseCopyable {
    let index: Int
    let frames: Int
  }

  /// When a cycle began.
  struct Start: BitwiseCopyable {
    let index: Int
    let microseconds: UInt64
  }

  /// A message to send.
  struct Message: BitwiseCopyable {
    let offset: Int
    let port: Int
    let start: Int
    let count: Int
  }

  let frameCount: Int
  let channelCount: Int
  let audio: UnsafeMutableBufferPointer<Float>
  /// Records of 8 bytes frame, 4 bytes port, 4 bytes size, then the message.
  let log: UnsafeMutableRawBufferPointer
  let losses: UnsafeMutableBufferPointer<Loss>
  let starts: UnsafeMutableBufferPointer<Start>
  let messages: UnsafeMutableBufferPointer<Message>
  let messageBytes: UnsafeMutableBufferPointer<UInt8>
  let play: UnsafeMutableBufferPointer<Float>

  var first: UInt64 = 0
  var position = 0
  var logLength = 0
  var eventCount = 0
  var lossCount = 0
  var startCount = 0
  var missingFrames = 0
  var nextMessage = 0
  var refused = 0
  var overflow = 0

  init(frames: Int, channels: Int, script: MIDIScript, play samples: [Float]) throws(ProbeError) {
    guard frames > 0, frames * max(1, channels) <= 1 << 28 else {
      throw ProbeError("Cannot record \(frames) frames of \(channels) channels; at most 268435456 samples")
    }
    frameCount = frames
    channelCount = channels
    audio = .allocate(capacity: frames * channels)
    audio.initialize(repeating: 0)
    log = .allocate(byteCount: 1 << 20 + 2 * frames, alignment: 8)
    log.initializeMemory(as: UInt8.self, repeating: 0)
    losses = .allocate(capacity: 4096)
    losses.initialize(repeating: Loss(index: 0, frames: 0))
    // One for each cycle, of 16 frames at least; of shorter ones not all are kept.
    starts = .allocate(capacity: frames / 16 + 2)
    starts.initialize(repeating: Start(index: 0, microseconds: 0))
    messages = .allocate(capacity: script.messages.count)
    _ = messages.initialize(from: script.messages)
    messageBytes = .allocate(capacity: script.bytes.count)
    _ = messageBytes.initialize(from: script.bytes)
    play = .allocate(capacity: samples.count)
    _ = play.initialize(from: samples)
  }

  func deallocate() {
    audio.deallocate()
    log.deallocate()
    losses.deallocate()
    starts.deallocate()
    messages.deallocate()
    messageBytes.deallocate()
    play.deallocate()
  }

  @_noLocks
  mutating func note(lossOf frames: Int) {
    missingFrames += frames
    if lossCount < losses.count { losses[lossCount] = Loss(index: position, frames: frames) }
    lossCount += 1
  }

  /// The cycle at `position` begins.
  @_noLocks
  mutating func note(startAt microseconds: UInt64) {
    guard startCount < starts.count else { return }
    starts[startCount] = Start(index: position, microseconds: microseconds)
    startCount += 1
  }

  @_noLocks
  mutating func keep(_ bytes: borrowing MIDIBytes, at frame: UInt64, port: Int) {
    guard logLength + 16 + bytes.count + 8 <= log.count else {
      overflow += 1
      return
    }
    log.storeBytes(of: frame, toByteOffset: logLength, as: UInt64.self)
    log.storeBytes(of: UInt32(port), toByteOffset: logLength + 8, as: UInt32.self)
    log.storeBytes(of: UInt32(bytes.count), toByteOffset: logLength + 12, as: UInt32.self)
    for index in 0..<bytes.count { log[logLength + 16 + index] = bytes[index] }
    logLength += (16 + bytes.count + 7) & ~7
    eventCount += 1
  }
}
