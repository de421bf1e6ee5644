// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Lets one process of a user at a time change metadata.
///
/// libjack keeps the properties of all servers of a user in one database, and two processes that change it at the same moment
/// can wait for each other for ever, and with them whoever comes later. The lock goes with the process, however that ends.
enum MetadataLock {
  /// Whose lock is the permission.
  static let path = "/dev/shm/jackkit-metadata-\(getuid())"
  /// After so long whoever holds the lock is taken for stuck.
  private static let patience = Duration.seconds(2)

  /// Runs `body` while no other process of ours changes metadata.
  ///
  /// - Returns: what `body` returns, or nil where the lock could not be had: `body` would not come back either.
  @discardableResult
  static func held<Answer>(_ body: () -> Answer) -> Answer? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    // Where there is no place for the lock, there is none for the database.
    guard descriptor >= 0 else { return body() }
    defer { close(descriptor) }
    let end = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < end else { return nil }
      _ = poll(nil, 0, 5)
    }
    return body()
  }
}
