// SPDX-License-Identifier: GPL-3.0-or-later

extension JackError: CustomStringConvertible {
  /// One sentence: what, where, what to do.
  public var description: String {
    switch self {
    case .noServer(let name?):
      "No JACK server named '\(name)' is running. Start it, for example with 'jackd -n \(name) -d alsa'."
    case .noServer(nil):
      "No JACK server is running. Start one, for example with 'jackd -d alsa' or QjackCtl."
    case .clientRefused(let name, let status, let detail):
      "JACK refused the client '\(name)': \(status)\(Self.suffix(detail))."
    case .clientNameTaken(let name):
      "The client name '\(name)' is taken. Choose another name."
    case .invalidClientName(let name):
      "The client name '\(name)' cannot be used in JACK. Use at least one character, and no colon."
    case .invalidPortName(let name):
      "The port name '\(name)' cannot be used in JACK. Use at least one character."
    case .nameTooLong(let name, let length, let limit):
      "The name '\(name)' is too long for JACK: \(length) bytes. Use at most \(limit)."
    case .portNameTaken(let port):
      "The port '\(port)' exists already. Choose another name."
    case .unknownPort(let port):
      "There is no port '\(port)'. List the ports with 'jack_lsp'."
    case .cannotConnect(let source, let destination, let reason):
      "Cannot connect '\(source)' to '\(destination)': \(reason)."
    case .connectionRefused(let source, let destination, let code):
      "JACK refused to change the connection of '\(source)' to '\(destination)' with code \(code). "
        + "Check that both clients are active."
    case .invalidPattern(let pattern):
      "The port name pattern '\(pattern)' is not a regular expression."
    case .serverGone(let function):
      "The JACK server is gone (\(function))."
    case .callFailed(let function, let port, let code, let detail):
      "\(function) failed\(port.map { " for '\($0)'" } ?? "") with code \(code)\(Self.suffix(detail))."
    }
  }

  private static func suffix(_ detail: String?) -> String {
    detail.map { " (\($0))" } ?? ""
  }
}

extension JackError.ConnectionObstacle: CustomStringConvertible {
  /// The obstacle in words.
  public var description: String {
    switch self {
    case .sourceIsInput: "the first is an input; a source must be an output"
    case .destinationIsOutput: "the second is an output; a destination must be an input"
    case .typesDiffer: "one carries audio, the other MIDI"
    }
  }
}
