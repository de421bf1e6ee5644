// SPDX-License-Identifier: GPL-3.0-or-later

import JackKit

/// The tuner's port and the thread behind it: there while a tuner is up, gone with it.
///
/// - Thread: control.
final class TunerInput {
  /// What the callback hears through.
  let tap = TunerTap()
  /// What has been heard; it wakes nobody, for the control thread looks every few milliseconds.
  let readings = Mailbox<PitchReading>()
  /// What to listen for, nil for no tuner.
  var wanted: Hearing?
  private var port: AudioInput?
  private var thread: TunerThread?
  private var hasFailed = false
  /// Whether the callback listens to the port.
  private var isHeard = false

  /// Whether there is a port and a tuner still wants it.
  var isOpen: Bool { wanted != nil && port != nil }

  /// Frees what the callback hears through, after the last cycle.
  func deallocate() {
    thread = nil
    tap.deallocate()
  }

  /// The server is gone, and the port with it.
  func lost() {
    thread = nil
    tap.forget()
    isHeard = false
    port = nil
    hasFailed = false
  }

  /// Makes or removes the port, and begins or ends to listen, as is wanted now.
  func follow(_ server: ServerConnection?, _ wirer: inout Wirer) -> [Happening] {
    guard let server else { return [] }
    guard let wanted else {
      close(server)
      return []
    }
    var happenings: [Happening] = []
    if port == nil, !hasFailed { happenings = open(server, &wirer) }
    if port != nil, thread?.hearing != wanted {
      // One at a time takes from the ring.
      thread = nil
      thread = TunerThread(tap, sampleRate: server.sampleRate, hearing: wanted, readings: readings)
    }
    if let port, !isHeard { tap.open(port) }
    isHeard = port != nil
    return happenings
  }

  private func open(_ server: ServerConnection, _ wirer: inout Wirer) -> [Happening] {
    do {
      port = try server.addTunerPort()
    } catch {
      hasFailed = true
      return [.noTunerPort(reason: "\(error)")]
    }
    return wirer.wireTuner(server) ? [] : [.noCapture]
  }

  /// Ends to listen; the port goes as soon as the callback has let go of it.
  private func close(_ server: ServerConnection) {
    hasFailed = false
    guard port != nil else { return }
    thread = nil
    tap.close()
    isHeard = false
    guard tap.isReleased else { return }
    server.removeTunerPort()
    self.port = nil
    _ = readings.takeAll()
  }
}
