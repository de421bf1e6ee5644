// SPDX-License-Identifier: GPL-3.0-or-later

/// The name of a property of a port: a URI.
public struct PropertyKey: Hashable, Sendable {
  /// The URI.
  public let uri: String

  /// A key with this URI.
  public init(_ uri: String) { self.uri = uri }

  /// A name for people to read.
  public static let prettyName = PropertyKey("http://jackaudio.org/metadata/pretty-name")
  /// Where the port stands among those of its client: an integer.
  public static let order = PropertyKey("http://jackaudio.org/metadata/order")
  /// The group that the port belongs to, such as the two sides of a stereo pair.
  public static let portGroup = PropertyKey("http://jackaudio.org/metadata/port-group")
  /// What an audio port carries: `AUDIO` or `CV`.
  public static let signalType = PropertyKey("http://jackaudio.org/metadata/signal-type")
}
