// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension Client {
  /// Sets the name of a port that people read.
  ///
  /// - Throws: `callFailed` (an empty name, or a libjack without metadata), `serverGone`.
  public func setPrettyName(_ name: String, of port: some PortHandle) throws(JackError) {
    try setProperty(.prettyName, to: name, of: port)
  }

  /// Sets where a port stands among those of its client, the least first.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func setOrder(_ order: Int, of port: some PortHandle) throws(JackError) {
    try setProperty(.order, to: String(order), type: "http://www.w3.org/2001/XMLSchema#int", of: port)
  }

  /// Sets the group of a port.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func setGroup(_ group: String, of port: some PortHandle) throws(JackError) {
    try setProperty(.portGroup, to: group, of: port)
  }

  /// Sets a property of a port. It is removed when the client ends.
  ///
  /// - Parameters:
  ///   - value: not empty.
  ///   - type: a MIME type or URI; `nil` for plain text.
  /// - Throws: `callFailed`, `serverGone`.
  public func setProperty(
    _ key: PropertyKey, to value: String, type: String? = nil, of port: some PortHandle
  ) throws(JackError) {
    let subject = jack_port_uuid(core.pointer(of: port))
    core.remember(subject: subject)
    let code = try core.changeMetadata("jack_set_property", port: name(of: port)) {
      jack_set_property($0, subject, key.uri, value, type)
    }
    try core.judge(code, "jack_set_property", port: name(of: port))
  }

  /// A property of a port, `nil` when it has none of this key.
  public func property(_ key: PropertyKey, of port: some PortHandle) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    var type: UnsafeMutablePointer<CChar>?
    let code = jack_get_property(jack_port_uuid(core.pointer(of: port)), key.uri, &value, &type)
    defer {
      if let value { jack_free(value) }
      if let type { jack_free(type) }
    }
    return code == 0 ? value.map { String(cString: $0) } : nil
  }

  /// Removes all properties of a port.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func removeProperties(of port: some PortHandle) throws(JackError) {
    let subject = jack_port_uuid(core.pointer(of: port))
    let count = try core.changeMetadata("jack_remove_properties", port: name(of: port)) {
      jack_remove_properties($0, subject)
    }
    core.forget(subject: subject)
    guard count >= 0 else {
      throw .callFailed(
        function: "jack_remove_properties", port: name(of: port), code: count, detail: LibraryMessages.newest)
    }
  }
}
