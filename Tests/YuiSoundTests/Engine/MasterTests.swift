// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

@Suite struct MasterTests {
  @Test func `a master gain set in silence holds from the first strike on`() {
    let plain = EngineRig()
    let quiet = EngineRig()
    quiet.send(.master(0.25))
    for rig in [plain, quiet] {
      rig.send(.strike(NoteRequest(.tom, velocity: 1)))
      rig.render(2000)
    }
    #expect(plain.left.contains { abs($0) > 0.5 })
    #expect(zip(plain.left, quiet.left).allSatisfy { abs($0 * 0.25 - $1) < 1e-6 })
  }

  @Test func `a master gain set while something sounds gets there in 20 ms`() {
    let plain = EngineRig()
    let faded = EngineRig()
    for rig in [plain, faded] {
      rig.send(.strike(NoteRequest(.tom, velocity: 1)))
      rig.render(960)
    }
    faded.send(.master(0))
    for rig in [plain, faded] { rig.render(2000) }
    #expect(abs(faded.left[960 + 480] - plain.left[960 + 480] / 2) < 1e-3)
    #expect(faded.left[(960 + 961)...].allSatisfy { $0 == 0 })
  }
}
