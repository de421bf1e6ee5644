// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Glibc
import Synchronization

/// The open libjack client that `Client` and `ActiveClient` share, and the one place where the server is asked for
/// something.
///
/// libjack keeps one conversation with the server and does not guard it, so requests are made one at a time.
final class ClientCore: @unchecked Sendable {
  let pointer: OpaquePointer
  let number: ClientNumber
  /// Set for good by the shutdown notification.
  let isServerGone = Atomic(false)
  /// The thread that is inside a notification handler, 0 for none.
  let handlerThread = Atomic<UInt>(0)
  private let requests = Mutex(())
  /// What libjack's callbacks point to; let go after the client is closed.
  private let callbacks = Mutex<[any AnyObject & Sendable]>([])
  /// Subjects that carry properties of ours.
  private let subjects = Mutex<Set<jack_uuid_t>>([])

  private static let lastNumber = Atomic<ClientNumber>(0)

  init(pointer: OpaquePointer) {
    self.pointer = pointer
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// Makes one request and judges what libjack returned.
  func request(
    _ function: String, port: String? = nil, _ call: (OpaquePointer) -> Int32
  ) throws(JackError) {
    try judge(try ask(function, call), function, port: port)
  }

  /// Judges what libjack returned.
  func judge(_ code: Int32, _ function: String, port: String?) throws(JackError) {
    guard code != 0 else { return }
    if isServerGone.load(ordering: .acquiring) { throw .serverGone(function: function) }
    throw .callFailed(function: function, port: port, code: code, detail: LibraryMessages.newest)
  }

  /// Makes one request that changes metadata and hands back what libjack returned, while no other process of ours does so.
  func changeMetadata(
    _ function: String, port: String? = nil, _ call: (OpaquePointer) -> Int32
  ) throws(JackError) -> Int32 {
    let code = try ask(function) { pointer in MetadataLock.held { call(pointer) } }
    guard let code else {
      let detail = "another process is stuck while it changes JACK's metadata"
      throw .callFailed(function: function, port: port, code: -1, detail: detail)
    }
    return code
  }

  /// Makes one request and hands back what libjack returned.
  func ask<Answer: Sendable>(_ function: String, _ call: (OpaquePointer) -> Answer) throws(JackError) -> Answer {
    refuseHandlerThread()
    if isServerGone.load(ordering: .acquiring) { throw .serverGone(function: function) }
    return requests.withLock { _ in
      LibraryMessages.forget()
      return withoutBrokenPipe { call(pointer) }
    }
  }

  func keep(_ object: any AnyObject & Sendable) { callbacks.withLock { $0.append(object) } }

  func remember(subject: jack_uuid_t) { _ = subjects.withLock { $0.insert(subject) } }

  func forget(subject: jack_uuid_t) { _ = subjects.withLock { $0.remove(subject) } }

  /// Traps for a handle that came from another client: libjack would take it for one of its own.
  func pointer(of port: some PortHandle) -> OpaquePointer {
    precondition(port.port.client == number, "The port belongs to another client")
    return port.port.pointer
  }

  /// Removes the properties, closes the client and only then lets go of what the callbacks point to.
  ///
  /// A server that went took the properties along. To remove them would make libjack's database anew, and whoever is killed
  /// while that is half made keeps every later server from starting.
  func close() {
    refuseHandlerThread()
    requests.withLock { _ in
      withoutBrokenPipe {
        if !isServerGone.load(ordering: .acquiring) {
          let subjects = subjects.withLock { $0 }
          MetadataLock.held { for subject in subjects { jack_remove_properties(pointer, subject) } }
        }
        jack_client_close(pointer)
      }
    }
    callbacks.withLock { $0 = [] }
  }

  private func refuseHandlerThread() {
    precondition(
      handlerThread.load(ordering: .relaxed) != UInt(pthread_self()),
      "A notification or latency handler must not make requests of the server; hand the work to another thread")
  }
}

/// Runs `body` so that writing to a server that has just died fails, instead of ending the process by SIGPIPE.
private func withoutBrokenPipe<Answer: Sendable>(_ body: () -> Answer) -> Answer {
  var pipe = sigset_t()
  var before = sigset_t()
  sigemptyset(&pipe)
  sigaddset(&pipe, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &pipe, &before)
  let answer = body()
  if sigismember(&before, SIGPIPE) == 0 {
    var now = timespec()
    while sigtimedwait(&pipe, nil, &now) == SIGPIPE {}
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
  return answer
}
