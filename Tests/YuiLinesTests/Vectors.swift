// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import YuiLines

/// The tables that the tests run: files beside this one, and those that are kept outside the repository.
enum Vectors {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The folder of the tables outside the repository; nil where it is absent.
  static let outside: URL? = {
    let package = here.deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appending(path: "shared/conformance")
    let named = ProcessInfo.processInfo.environment["YUI_VECTORS"].map { URL(fileURLWithPath: $0) }
    return [named, beside].compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "index.json").path)
    }
  }()

  /// A table of the repository.
  static func table(_ name: String) throws -> JSON {
    try read(here.appending(path: "Vectors/\(name).json"))
  }

  static func read(_ file: URL) throws -> JSON {
    try #require(
      JSON(reading: String(decoding: Data(contentsOf: file), as: UTF8.self)), "\(file.lastPathComponent) does not read")
  }

  /// One named input with the ops it must give.
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var json: JSON
    var testDescription: String { name }
  }

  /// The tables of lines in the repository.
  private static let areas = [
    "music-extra", "lines", "tokens", "ids", "lasting-ids", "patch", "pages", "saving", "streaming", "errors",
    "instruments",
  ]

  static let own: [Vector] = areas.flatMap { (try? vectors(table($0))) ?? [] }

  /// The vectors outside the repository that apply to a reader of the music part.
  static let verbatim: [Vector] = {
    guard let outside, let index = try? read(outside.appending(path: "index.json")) else { return [] }
    return index["verbatim"]!.items.flatMap { entry -> [Vector] in
      let all = try! vectors(read(outside.appending(path: entry["file"]!.string)))
      guard case .array(let names)? = entry["applies"] else { return all }
      return names.map { name in all.first { $0.name == name.string }! }
    }
  }()

  private static func vectors(_ file: JSON) throws -> [Vector] {
    file["vectors"]!.items.map { Vector(name: $0["name"]!.string, json: $0) }
  }
}

extension JSON {
  /// The values of a list; empty for all else.
  var items: [JSON] {
    if case .array(let values) = self { values } else { [] }
  }

  /// The members of an object; empty for all else.
  var members: [(key: String, value: JSON)] {
    if case .object(let members) = self { members } else { [] }
  }

  /// The text; empty for all else.
  var string: String {
    if case .string(let text) = self { text } else { "" }
  }

  /// The number; nil for all else.
  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The whole number; nil for all else.
  var int: Int? { double.flatMap { Int(exactly: $0) } }

  /// The texts of a list.
  var strings: [String] { items.map(\.string) }
}
