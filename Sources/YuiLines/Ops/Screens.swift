// SPDX-License-Identifier: GPL-3.0-or-later

/// Where things are drawn.
public enum Screens {
  /// What the author prefers for things on page 1.
  public enum Style: String, Sendable {
    /// They stay in the chat.
    case chat
    /// They open full screen.
    case full
  }

  /// The name of the full screen.
  public static let full = "full"

  /// The page a screen is: 2 to 12 for those numbers without a leading zero, 1 for every other name.
  public static func page(of screen: String) -> Int {
    guard let number = Int(screen), (2...12).contains(number), String(number) == screen else { return 1 }
    return number
  }

  /// Whether an add opens full screen.
  ///
  /// Always on `full`, never on pages 2 to 12 or with `inline` exactly true. Otherwise as the style says, and without one the
  /// instruments open by themselves, save the metronome.
  public static func opensFull(_ preset: Preset, screen: String, props: Props, style: Style? = nil) -> Bool {
    if screen == full { return true }
    if page(of: screen) > 1 || props[CommonProps.inline.name] == .flag(true) { return false }
    if let style { return style == .full }
    return preset.isInstrument && preset != .metronome
  }

  /// Whether a later reply can patch an id: it was chosen, and its screen is a page or it was drawn by `show`.
  ///
  /// Custom blocks and names like `n3` and `c2` never last.
  public static func lasts(id: String, preset: Preset, screen: String, shown: Bool = false) -> Bool {
    preset.isPatchable && (shown || page(of: screen) > 1) && isChosen(id)
  }

  /// Whether an id cannot be a counted one, such as `n3` or `c2`.
  public static func isChosen(_ id: String) -> Bool {
    guard let initial = id.utf8.first, initial == UInt8(ascii: "n") || initial == UInt8(ascii: "c") else { return true }
    let digits = id.utf8.dropFirst()
    return digits.isEmpty || !digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
