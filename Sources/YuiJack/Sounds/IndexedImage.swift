// SPDX-License-Identifier: GPL-3.0-or-later

import CPNG

/// A picture of at most 256 colours.
struct IndexedImage {
  /// Pixels from left to right.
  let width: Int
  /// Rows from the top down.
  let height: Int
  /// Places in the palette, row by row.
  let pixels: [UInt8]
  /// The colours.
  let palette: [ColourScale.Colour]

  /// The picture of a spectrogram, a pixel for each of its levels.
  init(_ spectrogram: Spectrogram) {
    width = spectrogram.columns
    height = spectrogram.rows
    let loudest = spectrogram.levels.max() ?? 0
    pixels = spectrogram.levels.map { ColourScale.index(of: $0, loudest: loudest) }
    palette = ColourScale.palette
  }

  /// The picture as a PNG file, by libpng. Equal pictures give equal bytes.
  func png() -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(height)
    image.format = cpng_indexed_rgb
    image.colormap_entries = png_uint_32(palette.count)
    defer { png_image_free(&image) }
    let colours = palette.flatMap { [$0.red, $0.green, $0.blue] }
    // Packed pixels are never larger than this, whatever they show.
    var bytes = [UInt8](repeating: 0, count: 4096 + (width + 1) * height * 2)
    var count = bytes.count
    let isWritten = png_image_write_to_memory(&image, &bytes, &count, 0, pixels, png_int_32(width), colours)
    precondition(isWritten != 0, "libpng refused a picture of \(width) by \(height)")
    return Array(bytes[..<count])
  }
}
