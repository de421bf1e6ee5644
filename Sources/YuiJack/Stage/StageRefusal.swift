// SPDX-License-Identifier: GPL-3.0-or-later

/// Why somebody at the door of the stage is sent away.
enum StageRefusal: String, Sendable, CaseIterable {
  case token, host, origin, method, body, path, size, rate, crowd, text

  /// The HTTP status that answers it.
  var status: UInt32 {
    switch self {
    case .token, .path: 404
    case .host: 421
    case .origin: 403
    case .method: 405
    case .body, .size, .text: 400
    case .rate, .crowd: 503
    }
  }

  /// One sentence for people.
  var sentence: String {
    switch self {
    case .token: "Somebody asked for the stage without its token, and got nothing: use the whole address."
    case .host: "Somebody asked for the stage under a name that is not this machine's, and got nothing."
    case .origin: "A page from elsewhere asked for the stage, and got nothing."
    case .method: "Somebody wanted to do something else with the stage than to read it, and got nothing."
    case .body: "A request to the stage had a body, or more than one meaning, and got nothing."
    case .path: "Somebody asked for a file that the stage does not have."
    case .size: "A page sent a message of more than \(StageLimits.messageBytes >> 10) KiB, and was dropped."
    case .rate: "A page sent more than \(StageLimits.messagesPerSecond) messages a second, and was dropped."
    case .crowd: "There are \(StageLimits.pages) pages already, which is the most: one more got nothing."
    case .text: "A page sent bytes that are no text, and was dropped."
    }
  }
}

/// What one page, and all together, may do.
enum StageLimits {
  /// Pages at once.
  static let pages = 64
  /// Bytes of a message.
  static let messageBytes = 1 << 16
  /// Messages that may come at once before their rate counts.
  static let burst = 1000.0
  /// Messages of a page in the long run.
  static let messagesPerSecond = 500
  /// Bytes of a page that wait to be carried out.
  static let waitingBytes = 1 << 20
  /// Seconds without a word from a page that holds keys, which are then let go.
  static let silence = 4.0
}
