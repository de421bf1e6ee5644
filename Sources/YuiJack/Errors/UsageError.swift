// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a run does not begin, or failed: a sentence and an exit code.
public enum UsageError: Error, Sendable, Equatable {
  /// What was asked makes no sense.
  case usage(String)
  /// A named file is missing or cannot be read.
  case missingFile(String)
  /// No server runs.
  case noServer(String)
  /// No instrument of that name runs.
  case noInstrument(String)
  /// A program that is needed is missing.
  case cannotRun(String)
  /// Output cannot be created.
  case cannotCreate(String)
  /// Output cannot be written.
  case cannotWrite(String)
  /// The run failed.
  case failed(String)

  /// The sentence.
  public var message: String {
    switch self {
    case .usage(let message), .missingFile(let message), .noServer(let message),
      .noInstrument(let message), .cannotRun(let message), .cannotCreate(let message),
      .cannotWrite(let message), .failed(let message):
      message
    }
  }

  /// The process's exit code, by sysexits.h.
  public var exitCode: Int32 {
    switch self {
    case .failed: 1
    case .usage: 64
    case .missingFile: 66
    case .noServer, .noInstrument, .cannotRun: 69
    case .cannotCreate: 73
    case .cannotWrite: 74
    }
  }
}
