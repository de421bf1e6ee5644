// SPDX-License-Identifier: GPL-3.0-or-later
import CJack
import Glibc

extension Client {
  /// The port of this full name, `nil` when the server has none.
  public func port(named name: String) -> Port? {
    jack_port_by_name(core.pointer, name).map { Port(pointer: $0, client: core.number) }
  }

  /// The port of this number, as notifications give it; `nil` when there is none now.
  public func port(id: PortID) -> Port? {
    guard let pointer = jack_port_by_id(core.pointer, id), let name = jack_port_name(pointer) else { return nil }
    return port(named: String(cString: name))
  }

  /// The full name of a port now.
  public func name(of port: some PortHandle) -> String {
    jack_port_name(core.pointer(of: port)).map { String(cString: $0) } ?? ""
  }

  /// All that JACK says about a port.
  public func describe(_ port: some PortHandle) -> PortDescription {
    let pointer = core.pointer(of: port)
    return PortDescription(
      name: name(of: port),
      shortName: jack_port_short_name(pointer).map { String(cString: $0) } ?? "",
      type: jack_port_type(pointer).flatMap { PortType(rawValue: String(cString: $0)) },
      flags: PortFlags(of: pointer),
      aliases: aliases(of: pointer),
      isMine: jack_port_is_mine(core.pointer, pointer) != 0)
  }

  /// Full names of all ports of a type that have all the flags, in the server's order.
  ///
  /// - Parameters:
  ///   - type: `nil` for any.
  ///   - flags: all of these must be set; none: any port.
  public func ports(_ type: PortType? = nil, flags: PortFlags = []) -> [String] {
    names(jack_get_ports(core.pointer, nil, type?.rawValue, flags.rawValue))
  }

  /// As `ports(_:flags:)`, for those whose full name matches a POSIX extended regular expression.
  ///
  /// - Throws: `invalidPattern`.
  public func ports(
    matching pattern: String, _ type: PortType? = nil, flags: PortFlags = []
  ) throws(JackError) -> [String] {
    // libjack does not tell a broken pattern from one that matches nothing.
    var expression = regex_t()
    guard regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) == 0 else {
      throw .invalidPattern(pattern: pattern)
    }
    regfree(&expression)
    return names(jack_get_ports(core.pointer, pattern, type?.rawValue, flags.rawValue))
  }

  /// Full names of the ports that stand for the hardware's inputs, such as a microphone or a keyboard: connect from these.
  public func physicalSources(_ type: PortType) -> [String] { ports(type, flags: [.physical, .output]) }

  /// Full names of the ports that stand for the hardware's outputs, such as loudspeakers: connect to these.
  public func physicalDestinations(_ type: PortType) -> [String] { ports(type, flags: [.physical, .input]) }

  /// Full names of the ports that a port is connected to.
  public func connections(of port: some PortHandle) -> [String] {
    names(jack_port_get_all_connections(core.pointer, core.pointer(of: port)))
  }

  private func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let name = list[names.count] { names.append(String(cString: name)) }
    return names
  }

  private func aliases(of port: OpaquePointer) -> [String] {
    let size = Int(jack_port_name_size())
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2 * size) { space -> [String] in
      space.initialize(repeating: 0)
      guard let base = space.baseAddress else { return [] }
      let places: [UnsafeMutablePointer<CChar>?] = [base, base + size]
      let count = jack_port_get_aliases(port, places)
      return (0..<Int(max(0, min(2, count)))).map { String(cString: base + $0 * size) }
    }
  }
}

extension PortFlags {
  /// Asks JACK.
  init(of port: OpaquePointer) { self.init(rawValue: UInt(UInt32(bitPattern: jack_port_flags(port)))) }
}
