// SPDX-License-Identifier: GPL-3.0-or-later

import EngineSupport
import Testing

@testable import YuiSound

@Suite struct VelocityCurveTests {
  @Test func `every curve leads from 1/127 to 1 and never falls`() {
    for curve in VelocityCurve.allCases {
      let amplitudes = (1...127).map { curve.amplitude(of: $0) }
      #expect(abs(amplitudes[0] * 127 - 1) < 1e-6 && amplitudes[126] == 1)
      #expect(zip(amplitudes, amplitudes.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func `linear is the velocity, soft its root and hard its square`() {
    #expect(VelocityCurve.linear.amplitude(of: 64) == 64.0 / 127)
    for velocity in [1, 8, 64, 100, 127] as [UInt8] {
      let t = (Float(velocity) - 1) / 126
      #expect(abs(VelocityCurve.soft.amplitude(of: velocity) - (1 + 126 * t.squareRoot()) / 127) < 1e-6)
      #expect(abs(VelocityCurve.hard.amplitude(of: velocity) - (1 + 126 * t * t) / 127) < 1e-6)
    }
  }

  @Test func `a curve holds for keys, kit and chord keys from the next strike on, not for lines`() {
    func sound(_ curve: VelocityCurve, _ play: (EngineRig) -> Void) -> [Float] {
      let rig = EngineRig.keyboard(.bass)
      rig.send(.velocityCurve(curve))
      rig.render(63)
      play(rig)
      rig.render(9600)
      return rig.left
    }
    for channel in [0, 9] as [UInt8] {
      let struck = sound(.hard) { $0.receive(Key.on(9, 64, channel: channel)) }
      let plain = sound(.linear) { $0.receive(Key.on(9, 64, channel: channel)) }
      let ratio = VelocityCurve.hard.amplitude(of: 64) / (64.0 / 127)
      #expect(zip(struck, plain).allSatisfy { abs($0 - $1 * ratio) < 1e-6 })
      #expect(plain.contains { abs($0) > 0.1 })
    }
    func line(_ rig: EngineRig) { rig.send(.strike(NoteRequest(.bass, velocity: 0.5))) }
    #expect(sound(.soft, line) == sound(.linear, line))
  }
}
