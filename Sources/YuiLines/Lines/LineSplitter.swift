// SPDX-License-Identifier: GPL-3.0-or-later

/// Cuts a stream of bytes into lines, whatever pieces it arrives in.
///
/// A line ends with a line feed; one carriage return before it is dropped. Linear time. Never holds more than one line, and
/// of that no more than the limit: a longer line is given as `tooLong` as soon as the limit is passed, and what is left
/// of it is dropped. Use it without a `LineReader` when lines have to be kept back before they are parsed.
public struct LineSplitter: Sendable {
  /// The most bytes of a line, without its line end: 1 MiB.
  public static let limit = 1 << 20

  /// The number of lines begun so far.
  public private(set) var number = 0

  private let limit: Int
  private var held: [UInt8] = []
  /// Whether the rest of the line at hand is dropped because it was too long.
  private var isDropping = false
  /// Whether bytes of a line have arrived whose end has not.
  private var isInside = false

  /// A splitter at the start of a stream.
  public init(limit: Int = LineSplitter.limit) { self.limit = limit }

  /// Takes the next bytes of the stream and gives each line that they end.
  public mutating func feed(_ bytes: UnsafeRawBufferPointer, each: (SourceLine) -> Void) {
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    var start = 0
    while start < bytes.count {
      let piece = UnsafeBufferPointer(rebasing: bytes[start...])
      guard let end = piece.firstIndex(of: UInt8(ascii: "\n")) else {
        take(piece, each)
        return
      }
      start += end + 1
      let rest = UnsafeBufferPointer(rebasing: piece[..<end])
      if held.isEmpty, !isInside, rest.count <= limit {
        // The usual line lies whole in the bytes at hand and need not be copied first.
        number += 1
        each(SourceLine(number: number, content: Self.content(rest)))
      } else {
        take(rest, each)
        endLine(each)
      }
    }
  }

  /// Takes the next bytes of the stream and gives each line that they end.
  public mutating func feed(_ bytes: some Sequence<UInt8>, each: (SourceLine) -> Void) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { feed(UnsafeRawBufferPointer($0), each: each) }
    if done == nil { Array(bytes).withUnsafeBytes { feed($0, each: each) } }
  }

  /// Ends the stream and gives what it held of a last line without a line feed, if anything.
  public mutating func finish(each: (SourceLine) -> Void) {
    if isInside { endLine(each) }
  }

  private mutating func take(_ piece: UnsafeBufferPointer<UInt8>, _ each: (SourceLine) -> Void) {
    if !isInside {
      isInside = true
      number += 1
    }
    guard !isDropping else { return }
    let count = held.count + piece.count
    // One more byte than the limit may be the carriage return of the line end.
    if count <= limit || count == limit + 1 && (piece.last ?? held.last) == UInt8(ascii: "\r") {
      held.append(contentsOf: piece)
      return
    }
    isDropping = true
    held.append(contentsOf: piece.prefix(SourceLine.excerpt))
    each(SourceLine(number: number, content: .tooLong(start: held.withUnsafeBufferPointer(SourceLine.start))))
    held = []
  }

  private mutating func endLine(_ each: (SourceLine) -> Void) {
    if !isDropping {
      let content = held.withUnsafeBufferPointer(Self.content)
      // A long line's memory is given back, so that one such line does not cost its size for ever.
      held.removeAll(keepingCapacity: held.capacity <= 4096)
      each(SourceLine(number: number, content: content))
    }
    isDropping = false
    isInside = false
  }

  private static func content(_ bytes: UnsafeBufferPointer<UInt8>) -> SourceLine.Content {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes = UnsafeBufferPointer(rebasing: bytes.dropLast()) }
    if let text = String(validating: bytes, as: UTF8.self) { return .text(text) }
    return .notUTF8(start: SourceLine.start(of: bytes), column: column(bytes))
  }

  /// The place of the first byte that does not read as UTF-8, in characters from 1.
  private static func column(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var count = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
    return String(decoding: bytes[..<count], as: UTF8.self).count + 1
  }
}

extension SourceLine {
  /// How many bytes are kept, to be shown, of a line that does not read.
  static let excerpt = 256

  /// The first characters of bytes that may not be UTF-8.
  static func start(of bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes.prefix(excerpt), as: UTF8.self)
  }
}
