// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the stage is served.
public struct StageOptions: Sendable {
  /// The TCP port that is served where none is named.
  public static let defaultPort = 7478

  /// The TCP port, 1...65535.
  public var port: Int
  /// Whether other machines of the network may come, too; else this one alone.
  public var isForNetwork: Bool

  /// A stage for this machine, or for its whole network.
  public init(port: Int = StageOptions.defaultPort, isForNetwork: Bool = false) {
    self.port = port
    self.isForNetwork = isForNetwork
  }
}
