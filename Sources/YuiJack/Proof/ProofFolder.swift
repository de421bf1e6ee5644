// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Where the recording of a proof lies: a folder of the user's, or a temporary one that goes with this value.
///
/// - Thread: control.
final class ProofFolder {
  let path: String
  let isKept: Bool

  /// - Parameter wanted: where it is kept; nil takes a temporary folder.
  /// - Throws: `cannotCreate`.
  init(_ wanted: String?) throws(UsageError) {
    isKept = wanted != nil
    if let wanted {
      path = wanted
      guard mkdir(wanted, 0o755) == 0 || errno == EEXIST else {
        throw .cannotCreate("Cannot make the folder '\(wanted)': \(FileTrouble.last.reason).")
      }
      return
    }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/yui-prove-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw .cannotCreate("Cannot make a folder in '\(parent)': \(FileTrouble.last.reason).")
    }
    path = String(cString: made)
  }

  deinit {
    guard !isKept, let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(path)/\(name)")
    }
    closedir(folder)
    rmdir(path)
  }
}
