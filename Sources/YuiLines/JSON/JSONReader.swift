// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a text is not JSON, and where.
struct JSONError: Error, Equatable {
  /// What was expected at that place, as the middle of a sentence: "a value".
  var expected: String
  /// Offset of the place in the bytes read.
  var offset: Int
}

/// Reads one JSON value (RFC 8259) from bytes of UTF-8, keeping the order of keys.
///
/// A key that stands twice keeps its first place and its last value. Linear time; nesting is limited, so that no text
/// can use up the stack.
struct JSONReader {
  /// The deepest nesting of arrays and objects that is read.
  static let deepest = 256

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Offset of the next byte to read.
  private(set) var offset: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Reads the value that begins at the offset, with white space before and after it.
  mutating func read() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    skipSpace()
    return value
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    skipSpace()
    guard depth < Self.deepest else { throw expected("at most \(Self.deepest) levels of nesting") }
    switch peek {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"): return try number()
    case let byte? where Self.isDigit(byte): return try number()
    default: throw expected("a value")
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    offset += 1
    var members: [(key: String, value: JSON)] = []
    var places: [String: Int] = [:]
    skipSpace()
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw expected("a key in double quotes") }
      let key = try string()
      skipSpace()
      guard take(":") else { throw expected("a colon") }
      let value = try value(depth: depth + 1)
      if let place = places[key] {
        members[place].value = value
      } else {
        places[key] = members.count
        members.append((key, value))
      }
      skipSpace()
    } while take(",")
    guard take("}") else { throw expected("a comma or }") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    offset += 1
    var values: [JSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw expected("a comma or ]") }
    return .array(values)
  }

  private mutating func string() throws(JSONError) -> String {
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        offset += 1
        text.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20: throw expected("no control character in a text")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw expected("a closing quote")
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let byte = peek
    offset += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try hex()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      guard unit < 0xDC00, take("\\"), take("u") else { throw expected("the second half of a surrogate pair") }
      let low = try hex()
      guard (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00)
      else { throw expected("the second half of a surrogate pair") }
      return scalar
    default:
      offset -= 1
      throw expected("one of \" \\ / b f n r t u after the backslash")
    }
  }

  private mutating func hex() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw expected("four hex digits")
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  private mutating func number() throws(JSONError) -> JSON {
    let start = offset
    _ = take("-")
    if !take("0") { try digits() }
    let wholeEnd = offset
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if offset == wholeEnd, let whole = Int64(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else {
      offset = start
      throw expected("a number within reach")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte = peek, Self.isDigit(byte) { offset += 1 }
    guard offset > start else { throw expected("a digit") }
  }

  private mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard peek == word.utf8Start[index] else { throw expected("true, false or null") }
      offset += 1
    }
    return value
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private func expected(_ what: String) -> JSONError { JSONError(expected: what, offset: offset) }
}

extension JSON {
  /// Reads one JSON value from a text that holds nothing else; nil when it does not read.
  public init?(reading text: String) {
    var text = text
    let value: JSON? = text.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      guard let value = try? reader.read(), reader.offset == bytes.count else { return nil }
      return value
    }
    guard let value else { return nil }
    self = value
  }
}
