// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import YuiJack

@Suite struct CycleWitnessTests {
  @Test(arguments: [(256, 512, 256), (512, 512, 0), (0xFFFF_FF00, 0x100, 512), (512, 256, 0), (0x100, 0xFFFF_FF00, 0)])
  func `a clock that goes back has skipped nothing`(expected: Int, now: Int, skipped: Int) {
    #expect(CycleWitness.skipped(from: UInt32(expected), to: UInt32(now)) == Int64(skipped))
  }
}
