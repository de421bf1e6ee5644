// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// A client of a JACK server: open, not yet part of the graph.
///
/// Register ports, then `activate` it. A client leaves the server when its value ends. One process can speak with one
/// server at a time: libjack stays with the first as long as a client is open.
///
/// - Thread: any but the process thread. Requests must not be made, and the client must not end, inside a notification
///   or latency handler; both trap.
public struct Client: ~Copyable, Sendable {
  /// The name that the server knows the client by.
  public let name: String
  /// Whether the server changed the name that was asked for, since another client had it.
  public let wasRenamed: Bool
  let core: ClientCore

  /// Opens a client. Never starts a server.
  ///
  /// - Parameters:
  ///   - name: at least one byte, no colon, at most `maximumNameLength` bytes of UTF-8.
  ///   - server: name of the server; `nil` takes `JACK_DEFAULT_SERVER` of the environment, else `default`.
  ///   - useExactName: refuse instead of choosing another name when `name` is taken.
  /// - Throws: `invalidClientName`, `nameTooLong`, `noServer`, `clientNameTaken`, `clientRefused`.
  public init(name: String, server: String? = nil, useExactName: Bool = false) throws(JackError) {
    guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: ":") }) else {
      throw .invalidClientName(name: name)
    }
    guard name.utf8.count <= Self.maximumNameLength else {
      throw .nameTooLong(name: name, length: name.utf8.count, limit: Self.maximumNameLength)
    }
    let core = try Self.open(name: name, server: server)
    let realName = jack_get_client_name(core.pointer).map { String(cString: $0) } ?? name
    // JACK's own option for this fails without saying why.
    if useExactName && realName != name {
      core.close()
      throw .clientNameTaken(name: name)
    }
    self.core = core
    self.name = realName
    wasRenamed = realName != name
  }

  deinit { core.close() }

  /// The longest client name in bytes of UTF-8.
  ///
  /// jackd2 gives 65 as the size with the closing zero, but refuses names of 64 bytes.
  public static var maximumNameLength: Int { Int(jack_client_name_size()) - 2 }

  /// Keeps libjack from printing, for the whole process. Opening a client does so too; errors are thrown instead.
  public static func silenceLibrary() { LibraryMessages.collect() }

  /// Whether the server has gone. It does not come back for this client: end it and open another.
  ///
  /// Known through the shutdown notification, so only after activation.
  public var isServerGone: Bool { core.isServerGone.load(ordering: .acquiring) }

  private static func open(name: String, server: String?) throws(JackError) -> ClientCore {
    silenceLibrary()
    LibraryMessages.forget()
    let options = JackNoStartServer.rawValue | (server == nil ? 0 : JackServerName.rawValue)
    var raw = jack_status_t(0)
    guard let pointer = cjack_client_open(name, jack_options_t(options), &raw, server ?? "") else {
      let status = JackStatus(raw)
      if status.contains(.serverFailed) { throw .noServer(name: server) }
      throw .clientRefused(name: name, status: status, detail: LibraryMessages.newest)
    }
    return ClientCore(pointer: pointer)
  }
}
