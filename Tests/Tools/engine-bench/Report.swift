// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiSound

/// What the bench prints.
struct Report {
  /// Whether it only shows that it works, with figures that mean nothing.
  let isQuick: Bool

  /// What an engine costs as voices are added.
  func load() {
    let bench = LoadBench(isQuick: isQuick)
    print("Engine load at 48 kHz: the median render as a part of its period, on one core.")
    var table = Table("voices", "64 frames", "1024 frames")
    for voices in [0, 8, 32, 128] {
      let loads = [64, 1024].map { Table.number(bench.load(voices: voices, period: $0) * 100, decimals: 2) + " %" }
      table.add([String(voices)] + loads)
    }
    table.show()
  }

  /// What each voice costs, six of them beside C, and those that play notes beside a piano.
  ///
  /// - Parameter piano: the voices that libfluidsynth renders in real time, where that was measured.
  func voices(besidePiano piano: Double?) {
    let bench = VoiceBench(isQuick: isQuick)
    print("32 voices at 48 kHz in cycles of 64 frames, on one core: times as fast as they sound.")
    var factors = Table("voice", "real time")
    for kind in VoiceKind.allCases { factors.add(["\(kind)", Table.number(bench.realtimeFactor(kind))]) }
    factors.show()
    print("\nThe same recipes in C (-O3): our time as a part of theirs, and the largest difference of a sample.")
    var ratios = Table("voice", "time", "difference")
    for (kind, inC) in PlainC.kinds {
      let result = PlainC(bench: bench).compare(kind, inC)
      ratios.add([
        "\(kind)", Table.number(result.ratio, decimals: 2), Table.number(Double(result.difference), decimals: 7),
      ])
    }
    ratios.show()
    print("\nVoices that one core renders in real time, the engine's own work left out.")
    var counts = piano == nil ? Table("voice", "voices") : Table("voice", "voices", "beside FluidSynth")
    for kind in VoiceKind.allCases where kind.isPitched {
      let voices = bench.voicesOfCore(kind)
      counts.add(
        ["\(kind)", Table.number(voices)] + (piano.map { [Table.number(voices / $0, decimals: 2)] } ?? []))
    }
    if let piano { counts.add(["a piano of FluidSynth", Table.number(piano), Table.number(1, decimals: 2)]) }
    counts.show()
    if piano == nil { print("To see FluidSynth beside them, install libfluidsynth-dev and timgm6mb-soundfont.") }
  }

  /// Writes a piece into a folder, as `piece.yui` and `piece.mid`.
  ///
  /// - Returns: whether both were written.
  func writePiece(bars: Int, to folder: String) -> Bool {
    let piece = Piece(bars: bars)
    return [("piece.yui", Array(piece.lines.utf8)), ("piece.mid", piece.midi)].allSatisfy { name, bytes in
      guard let file = fopen("\(folder)/\(name)", "w") else { return false }
      let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
      return fclose(file) == 0 && isWritten
    }
  }
}
