// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import FoundationXML
import TestSupport
import Testing

/// Reads a page of sounds as XML, which it has to be well formed for.
final class SheetReader: NSObject, XMLParserDelegate {
  /// One sound as the page tells of it.
  struct Sound: CustomTestStringConvertible, Sendable {
    var id: String
    var sources: [String] = []
    var pictures: [String] = []
    /// The figures by their names, from the attributes that programs read.
    var figures: [String: Double] = [:]
    /// The figures as people read them.
    var words: [String: String] = [:]
    var testDescription: String { id }
  }

  private(set) var sounds: [Sound] = []
  /// Every `src` and `href`.
  private(set) var links: [String] = []
  private(set) var headings: [String] = []
  private var text = ""
  private var figure = ""
  private var value = ""

  /// Reads a page.
  ///
  /// - Throws: `TestFailure` where it is not well formed.
  init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw TestFailure(
        "The page is not well formed: line \(parser.lineNumber), \(String(describing: parser.parserError))")
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    text = ""
    links += ["src", "href"].compactMap { attributes[$0] }
    switch name {
    case "article": sounds.append(Sound(id: attributes["id"] ?? ""))
    case "audio": sounds[sounds.count - 1].sources.append(attributes["src"] ?? "")
    case "image": sounds[sounds.count - 1].pictures.append(attributes["href"] ?? "")
    case "data": value = attributes["value"] ?? ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    switch name {
    case "dt": figure = text
    case "h2": headings.append(text)
    case "data":
      sounds[sounds.count - 1].figures[figure] = Double(value)
      sounds[sounds.count - 1].words[figure] = text
    default: break
    }
  }
}
