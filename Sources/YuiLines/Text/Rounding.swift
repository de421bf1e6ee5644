// SPDX-License-Identifier: GPL-3.0-or-later

extension Double {
  /// The number without its decimals.
  ///
  /// Written out, because the library's own rounding calls into libm, which a program without Foundation does not link.
  var truncated: Double { magnitude < 0x1p53 ? Double(Int64(self)) : self }

  /// The largest whole number not above this one.
  var floored: Double { truncated > self ? truncated - 1 : truncated }

  /// The nearest whole number, halves up.
  var roundedHalfUp: Double { (self + 0.5).floored }

  /// Whether the number has no decimals.
  var isWhole: Bool { truncated == self }
}
