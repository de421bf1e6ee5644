// SPDX-License-Identifier: GPL-3.0-or-later

/// The flags of a port, as JACK numbers them.
public struct PortFlags: OptionSet, Hashable, Sendable {
  /// The bits as JACK numbers them.
  public let rawValue: UInt

  /// Takes bits as JACK numbers them.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The port receives.
  public static let input = PortFlags(rawValue: 0x1)
  /// The port sends.
  public static let output = PortFlags(rawValue: 0x2)
  /// The port stands for a connector of the hardware.
  public static let physical = PortFlags(rawValue: 0x4)
  /// The port can be monitored in hardware.
  public static let canMonitor = PortFlags(rawValue: 0x8)
  /// Input: what arrives goes nowhere else. Output: what leaves comes from nowhere else, as with a synthesizer.
  public static let terminal = PortFlags(rawValue: 0x10)
}
