// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

/// The status bits of JACK, as `jack_client_open` and a shutdown report them.
public struct JackStatus: OptionSet, Hashable, Sendable {
  /// The bits as JACK numbers them.
  public let rawValue: UInt32

  /// Takes bits as JACK numbers them.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ status: jack_status_t) { self.init(rawValue: UInt32(status.rawValue)) }

  /// The operation failed; other bits may say why.
  public static let failure = JackStatus(rawValue: 0x01)
  /// An invalid or unsupported option was given.
  public static let invalidOption = JackStatus(rawValue: 0x02)
  /// The name was taken: JACK chose another, or refused where the exact name was asked for.
  public static let nameNotUnique = JackStatus(rawValue: 0x04)
  /// The server was started by this call. JackKit never asks for that.
  public static let serverStarted = JackStatus(rawValue: 0x08)
  /// No connection to the server.
  public static let serverFailed = JackStatus(rawValue: 0x10)
  /// Communication with the server broke.
  public static let serverError = JackStatus(rawValue: 0x20)
  /// The client does not exist.
  public static let noSuchClient = JackStatus(rawValue: 0x40)
  /// An internal client could not be loaded.
  public static let loadFailure = JackStatus(rawValue: 0x80)
  /// The client could not be initialized.
  public static let initFailure = JackStatus(rawValue: 0x100)
  /// The server's shared memory cannot be reached.
  public static let sharedMemoryFailure = JackStatus(rawValue: 0x200)
  /// Library and server speak different protocols.
  public static let versionError = JackStatus(rawValue: 0x400)
  /// The driver of the server failed.
  public static let backendError = JackStatus(rawValue: 0x800)
  /// The server dropped the client because it did not answer in time.
  public static let clientZombie = JackStatus(rawValue: 0x1000)
}

extension JackStatus: CustomStringConvertible {
  /// The set bits in words, joined by commas; empty without any.
  public var description: String {
    let words: [(JackStatus, String)] = [
      (.failure, "the operation failed"),
      (.invalidOption, "an option is not supported"),
      (.nameNotUnique, "the name is taken"),
      (.serverStarted, "the server was started"),
      (.serverFailed, "the server cannot be reached"),
      (.serverError, "communication with the server broke"),
      (.noSuchClient, "the client does not exist"),
      (.loadFailure, "an internal client cannot be loaded"),
      (.initFailure, "the client cannot be initialized"),
      (.sharedMemoryFailure, "the server's shared memory cannot be reached"),
      (.versionError, "library and server speak different protocols"),
      (.backendError, "the driver failed"),
      (.clientZombie, "the server dropped the client"),
    ]
    return words.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
