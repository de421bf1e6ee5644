// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// A directory of its own for one test, removed with everything in it when the value ends.
public final class TemporaryDirectory: Sendable {
  /// The directory's path, without a slash at the end.
  public let path: String

  /// Makes an empty directory.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("yui-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text file and returns its path.
  public func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// Writes a file of bytes.
  public func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  /// The text of a file.
  public func text(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// The samples of a file of raw little-endian 32-bit floats.
  public func samples(_ name: String) throws -> [Float] {
    let data = try Data(contentsOf: URL(fileURLWithPath: file(name)))
    return (0..<data.count / 4).map { index in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(data[index * 4 + $1]) << (8 * UInt32($1)) }
      return Float(bitPattern: bits)
    }
  }
}
