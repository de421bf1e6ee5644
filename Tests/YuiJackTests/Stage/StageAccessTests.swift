// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// The stage for those who see little, hear it read out, or play without a pointer.
@Suite(.jack, .enabled(if: StageBrowser.isInstalled, StageBrowser.missing))
struct StageAccessTests {
  @Test func `every control has a name, is reached by Tab, stands out, and is worked by keys`() throws {
    let bench = try StageBench(period: 1024)
    let checks = try StageBrowser("access.py", bench).end(limit: .seconds(120))
    for check in checks { #expect(check.bool("ok") == true, "\(check)") }
    // Four for each of seven screens, and those of hands, motion and errors.
    #expect(checks.count == 4 * 7 + 8)
    try bench.instrument.quit()
  }
}
