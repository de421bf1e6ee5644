// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A JSON line that yui-jack wrote.
struct Event: CustomStringConvertible {
  let description: String
  private let object: [String: Any]

  /// - Throws: `TestFailure` for a line that is no JSON object.
  init(_ line: String) throws {
    description = line
    guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
      throw TestFailure("This line of standard output is no JSON object: '\(line)'")
    }
    self.object = object
  }

  private init(_ object: [String: Any]) {
    self.object = object
    description = "\(object)"
  }

  /// What kind it is.
  var name: String { string("event") ?? "" }
  var keys: Set<String> { Set(object.keys) }

  func string(_ key: String) -> String? { object[key] as? String }
  func number(_ key: String) -> Double? { (object[key] as? NSNumber)?.doubleValue }
  func int(_ key: String) -> Int? { (object[key] as? NSNumber)?.intValue }
  func bool(_ key: String) -> Bool? { object[key] as? Bool }
  func strings(_ key: String) -> [String]? { object[key] as? [String] }
  func numbers(_ key: String) -> [Int]? { object[key] as? [Int] }
  func doubles(_ key: String) -> [Double]? { object[key] as? [Double] }
  func lists(_ key: String) -> [[Double]]? { object[key] as? [[Double]] }
  func inner(_ key: String) -> Event? { (object[key] as? [String: Any]).map(Event.init) }
  func list(_ key: String) -> [Event]? { (object[key] as? [[String: Any]])?.map(Event.init) }
}
