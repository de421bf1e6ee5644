// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import YuiLines

/// Every sound of the instrument as a WAV file, and a page to hear and see them on.
///
/// - Thread: main.
public struct SoundSheet {
  private let path: String
  private let sampleRate: Double
  private let sounds: [SheetSound]

  /// A sheet to be written.
  ///
  /// - Parameters:
  ///   - path: the folder; it is made where it is missing.
  ///   - sampleRate: frames a second, 8000...384000.
  ///   - note: the note of what plays notes; nil for C2, C4 and C6.
  public init(into path: String, sampleRate: Double, note: Note? = nil) {
    self.path = path
    self.sampleRate = sampleRate
    sounds = note.map { SheetSound.all(notes: [$0]) } ?? SheetSound.all()
  }

  /// Plays, measures and writes all sounds, and tells where the page is.
  ///
  /// - Throws: `cannotCreate`, also where the folder holds files of the same names that are not ours; `cannotWrite`.
  public func run() throws(UsageError) {
    let folder = try SheetFolder(path, for: sounds.flatMap { ["\($0.name).wav", "\($0.name).png"] })
    var page = SoundPage(sampleRate: sampleRate)
    // A page comes first, so that what is cut short can be written again.
    try folder.write(Array(page.text.utf8), to: SoundPage.name)
    for sound in sounds { try write(sound, to: folder, page: &page) }
    try folder.write(Array(page.text.utf8), to: SoundPage.name)
    _ = TextStream.write(
      "Wrote \(sounds.count) sounds; the page is '\(folder.file(SoundPage.name))'.\n", to: STDERR_FILENO)
  }

  private func write(_ sound: SheetSound, to folder: SheetFolder, page: inout SoundPage) throws(UsageError) {
    let rendered = RenderedSound(sound, sampleRate: sampleRate)
    let file = try SoundFile(path: folder.file("\(sound.name).wav"), sampleRate: sampleRate)
    try file.write(rendered.interleaved, frames: rendered.left.count)
    try file.close()
    let figures = SoundFigures(rendered, near: sound.frequency)
    let middle = rendered.middle
    let spectrogram = Spectrogram(
      middle, sampleRate: sampleRate, columns: SoundPicture.columns, rows: SoundPicture.rows)
    try folder.write(IndexedImage(spectrogram).png(), to: "\(sound.name).png")
    page.add(
      sound, figures,
      SoundPicture(
        image: "\(sound.name).png", samples: middle, seconds: figures.length, spectrogram: spectrogram))
  }
}
