// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Programs that were built together with the tests.
public enum Executable {
  /// The path of a product, which lies beside the test program.
  public static func path(_ product: String) throws -> String {
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: test).deletingLastPathComponent().appendingPathComponent(product).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw TestFailure("There is no program '\(path)'; add '\(product)' to the test target's dependencies")
    }
    return path
  }
}
