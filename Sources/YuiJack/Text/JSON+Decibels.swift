// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

extension JSON {
  /// A power as decibels of full scale with one decimal; silence is −120.
  static func decibels(power: Float) -> JSON {
    guard power > 1e-12 else { return .number(-120) }
    return .number((10 * log10(Double(power)) * 10).rounded() / 10)
  }
}
