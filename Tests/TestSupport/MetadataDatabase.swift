// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The database of metadata that all JACK servers of a user share.
///
/// Who is killed while it is at work there leaves it locked or half made, and the next server would wait for ever.
public enum MetadataDatabase {
  /// Where it is.
  public static let folder = "/dev/shm/jack_db-\(getuid())"

  /// Whether a process has it open.
  public static var isInUse: Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      guard Int(process) != nil, let maps = try? String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8) else {
        return false
      }
      return maps.split(separator: "\n").contains { $0.contains("\(folder)/") && !$0.hasSuffix("(deleted)") }
    }
  }

  /// Removes what is left of one that nobody has open.
  static func removeRemains() {
    guard FileManager.default.fileExists(atPath: folder), !isInUse else { return }
    try? FileManager.default.removeItem(atPath: folder)
  }
}
