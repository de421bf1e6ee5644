// SPDX-License-Identifier: GPL-3.0-or-later

import YuiSound

func micro(_ value: Double) -> Double { (value * 100).rounded() / 100 }

print("Cost of a cycle of 64 frames, in microseconds of this thread; a cycle lasts 1333 at 48 kHz.")
print("silence:", micro(Bench(.kick).silence()))
print("eight loops that run, without a voice:", micro(Bench(.kick).loops()))
for kind in VoiceKind.allCases { print("32 voices of \(kind):", micro(Bench(kind).engine())) }
