// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// One cycle of the JACK graph, and the only door to the buffers of ports.
///
/// JackKit makes one for each call of the process function; it cannot be kept, copied or made elsewhere. Its size may
/// differ from the cycle before at any time.
///
/// - Thread: realtime, every member.
public struct ProcessCycle: ~Copyable, ~Escapable {
  /// Frames in this cycle, at least 1. Every audio span has this many.
  public let frames: Int
  let client: OpaquePointer
  private let clientNumber: ClientNumber

  @_noLocks @_lifetime(immortal)
  init(frames: UInt32, client: OpaquePointer, clientNumber: ClientNumber) {
    self.frames = Int(frames)
    self.client = client
    self.clientNumber = clientNumber
  }

  /// What arrived at an audio input, `frames` samples.
  @_noLocks @_lifetime(borrow self)
  public func samples(of input: AudioInput) -> InputSamples {
    let base = buffer(of: input.port).assumingMemoryBound(to: Float.self)
    return _overrideLifetime(InputSamples(base: UnsafePointer(base), count: frames), borrowing: self)
  }

  /// What will leave an audio output: `frames` samples, full scale `-1...1`. Holds old samples until overwritten, and all
  /// must be. A second span of the same port in one cycle views the same memory. Hold it as `var`: Swift 6.3 refuses a `let`
  /// of it in `@_noLocks` code.
  @_noLocks @_lifetime(borrow self)
  public func samples(of output: AudioOutput) -> MutableSpan<Float> {
    let base = buffer(of: output.port).assumingMemoryBound(to: Float.self)
    let span = MutableSpan(_unsafeStart: base, count: frames)
    return _overrideLifetime(span, borrowing: self)
  }

  /// The events that arrived at a MIDI input, in frame order.
  @_noLocks @_lifetime(borrow self)
  public func midiEvents(of input: MIDIInput) -> MIDIEvents {
    let events = MIDIEvents(buffer: buffer(of: input.port), frames: frames)
    return _overrideLifetime(events, borrowing: self)
  }

  /// Empties a MIDI output and opens it for this cycle. Call it once a cycle for each MIDI output, also when there is
  /// nothing to send: JACK would send the events of the cycle before again.
  @_noLocks @_lifetime(borrow self)
  public func midiWriter(for output: MIDIOutput) -> MIDIWriter {
    let writer = MIDIWriter(buffer: buffer(of: output.port), frames: frames)
    return _overrideLifetime(writer, borrowing: self)
  }

  @_noLocks
  func buffer(of port: Port) -> UnsafeMutableRawPointer {
    precondition(port.client == clientNumber, "The port belongs to another client")
    guard let buffer = jack_port_get_buffer(port.pointer, UInt32(frames)) else {
      preconditionFailure("The port has no buffer")
    }
    return buffer
  }
}
