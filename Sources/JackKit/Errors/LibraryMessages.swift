// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Synchronization

/// What libjack would print: kept off the terminal, the newest error held for a `JackError` to quote.
enum LibraryMessages {
  private static let newestError = Mutex<String?>(nil)

  /// Takes libjack's error and information functions over, for the whole process. May be called again.
  static func collect() {
    jack_set_error_function(collectError)
    jack_set_info_function(dropInformation)
  }

  /// Forgets what was said before the call that comes now.
  static func forget() {
    newestError.withLock { $0 = nil }
  }

  /// The newest error message since `forget()`. libjack delivers them on a thread of its own, so one may be missing.
  static var newest: String? { newestError.withLock { $0 } }

  fileprivate static func keep(_ text: UnsafePointer<CChar>) {
    let text = String(cString: text)
    newestError.withLock { $0 = text }
  }
}

@c private func collectError(_ text: UnsafePointer<CChar>?) {
  if let text { LibraryMessages.keep(text) }
}

@c private func dropInformation(_ text: UnsafePointer<CChar>?) {}
