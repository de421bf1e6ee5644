// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// Renders one cycle. Called by JACK on its process thread with the argument given at activation.
///
/// Make it a function, or a closure that captures nothing, and annotate what it calls with `@_noLocks`.
///
/// - Thread: realtime.
public typealias ProcessFunction = @Sendable (UnsafeMutableRawPointer, borrowing ProcessCycle) -> Void

/// What the process callback needs, in plain memory.
struct ProcessContext {
  let function: ProcessFunction
  let argument: UnsafeMutableRawPointer
  let client: OpaquePointer
  let clientNumber: ClientNumber
}

/// Owns the memory that libjack's process callback points to.
final class ProcessBinding: @unchecked Sendable {
  let context: UnsafeMutablePointer<ProcessContext>

  init(
    function: @escaping ProcessFunction, argument: UnsafeMutableRawPointer, client: OpaquePointer,
    clientNumber: ClientNumber
  ) {
    context = .allocate(capacity: 1)
    context.initialize(
      to: ProcessContext(function: function, argument: argument, client: client, clientNumber: clientNumber))
  }

  deinit {
    context.deinitialize(count: 1)
    context.deallocate()
  }
}

/// libjack's process callback. Not checked by `@_noLocks`, which no function value can carry: keep it this short.
@c func processTrampoline(_ frames: jack_nframes_t, _ argument: UnsafeMutableRawPointer?) -> Int32 {
  guard frames > 0, let context = argument?.assumingMemoryBound(to: ProcessContext.self).pointee else { return 0 }
  let cycle = ProcessCycle(frames: frames, client: context.client, clientNumber: context.clientNumber)
  context.function(context.argument, cycle)
  return 0
}
