// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The socket on which clients come. It is there for its user alone, and its file goes with it.
///
/// - Thread: control.
final class ControlSocket {
  /// What asking for the next client brought.
  enum Arrival {
    /// A connection that does not wait, now the caller's.
    case client(Int32)
    /// Nobody is there.
    case nobody
    /// Somebody is, but cannot be let in: the process or the machine has no file left.
    case noFile
  }

  /// How many names are tried where somebody listens under the wanted one.
  private static let mostNames = 99

  /// The client name that was asked for.
  let wanted: String
  /// The client name under which it is found.
  let name: String
  /// Where it is.
  let path: String
  /// For `poll`: readable when somebody is there.
  let descriptor: Int32
  /// The file, so that none but ours is ever removed.
  private let file: (device: dev_t, inode: ino_t)

  /// Listens under a client name. A socket that nobody listens on any longer is replaced; where somebody does, the name gets
  /// a number behind it, as JACK does it: `yui-jack-01`.
  ///
  /// - Throws: why it cannot.
  init(_ wanted: String) throws(SocketFolder.Refusal) {
    let folder = SocketFolder()
    try folder.make()
    // One at a time looks and listens, so that nobody takes the socket of somebody who is just about to.
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if lock >= 0 { close(lock) } }
    if lock >= 0 { while flock(lock, LOCK_EX) != 0, errno == EINTR {} }
    for number in 0...ControlSocket.mostNames {
      let name = number == 0 ? wanted : "\(wanted)-\(number < 10 ? "0" : "")\(number)"
      let path = folder.socket(of: name)
      guard let address = SocketAddress(path) else {
        throw SocketFolder.Refusal(
          sentence: "The path '\(path)' has \(path.utf8.count) bytes: \(SocketAddress.longestPath) is the most.")
      }
      if address.isAlive { continue }
      unlink(path)
      descriptor = try ControlSocket.listen(address, path)
      var information = stat()
      lstat(path, &information)
      file = (information.st_dev, information.st_ino)
      (self.wanted, self.name, self.path) = (wanted, name, path)
      return
    }
    throw SocketFolder.Refusal(sentence: "Everybody from '\(wanted)' to '\(wanted)-99' listens already.")
  }

  deinit {
    close(descriptor)
    var information = stat()
    if lstat(path, &information) == 0, information.st_dev == file.device, information.st_ino == file.inode {
      unlink(path)
    }
  }

  /// Lets the next client in.
  func accept() -> Arrival {
    while true {
      let client = Glibc.accept(descriptor, nil, nil)
      if client >= 0 {
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        if ControlSocket.mayEnter(client) { return .client(client) }
        close(client)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noFile
      default: return .nobody
      }
    }
  }

  private static func listen(_ address: SocketAddress, _ path: String) throws(SocketFolder.Refusal) -> Int32 {
    guard let descriptor = SocketAddress.makeSocket() else {
      throw SocketFolder.Refusal(sentence: "There is no file left for it: \(String(cString: strerror(errno))).")
    }
    // The mode of the socket is that of its file, from the start.
    fchmod(descriptor, 0o600)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    guard address.bind(descriptor), Glibc.listen(descriptor, SOMAXCONN) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw SocketFolder.Refusal(sentence: "Nobody can listen at '\(path)': \(reason).")
    }
    return descriptor
  }

  /// The user's own processes and the superuser's may.
  private static func mayEnter(_ client: Int32) -> Bool {
    // The process, the user and the group, as `struct ucred` has them.
    var credentials: (pid_t, uid_t, gid_t) = (0, 0, 0)
    var size = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return false }
    return credentials.1 == geteuid() || credentials.1 == 0
  }
}
