// SPDX-License-Identifier: GPL-3.0-or-later
import CJack

extension Client {
  /// Registers an audio input.
  ///
  /// - Parameters:
  ///   - name: short name; the full one, `client:name`, has at most `maximumPortNameLength` bytes.
  ///   - flags: `.terminal`, `.physical`, `.canMonitor`; the direction is added.
  /// - Throws: `invalidPortName`, `nameTooLong`, `portNameTaken`, `callFailed`, `serverGone`.
  public func registerAudioInput(_ name: String, flags: PortFlags = []) throws(JackError) -> AudioInput {
    AudioInput(port: try register(name, .audio, flags.union(.input)))
  }

  /// Registers an audio output. Parameters and errors as for `registerAudioInput`.
  public func registerAudioOutput(_ name: String, flags: PortFlags = []) throws(JackError) -> AudioOutput {
    AudioOutput(port: try register(name, .audio, flags.union(.output)))
  }

  /// Registers a MIDI input. Parameters and errors as for `registerAudioInput`.
  public func registerMIDIInput(_ name: String, flags: PortFlags = []) throws(JackError) -> MIDIInput {
    MIDIInput(port: try register(name, .midi, flags.union(.input)))
  }

  /// Registers a MIDI output. Parameters and errors as for `registerAudioInput`.
  public func registerMIDIOutput(_ name: String, flags: PortFlags = []) throws(JackError) -> MIDIOutput {
    MIDIOutput(port: try register(name, .midi, flags.union(.output)))
  }

  /// Removes one of the client's own ports. Its handle must not be used any more; the process function must have let go of
  /// it before.
  ///
  /// - Throws: `callFailed`, `serverGone`.
  public func unregister(_ port: some PortHandle) throws(JackError) {
    let pointer = core.pointer(of: port)
    try? removeProperties(of: port)
    try core.request("jack_port_unregister", port: self.name(of: port)) { jack_port_unregister($0, pointer) }
  }

  /// Gives one of the client's own ports another short name.
  ///
  /// - Throws: `invalidPortName`, `nameTooLong`, `portNameTaken`, `callFailed`, `serverGone`.
  public func rename(_ port: some PortHandle, to name: String) throws(JackError) {
    _ = try check(name)
    let pointer = core.pointer(of: port)
    try core.request("jack_port_rename", port: self.name(of: port)) { jack_port_rename($0, pointer, name) }
  }

  /// The longest full port name in bytes of UTF-8.
  ///
  /// jackd2 promises 320 but silently cuts a name after 256.
  public static var maximumPortNameLength: Int { min(Int(jack_port_name_size()) - 1, 256) }

  private func register(_ name: String, _ type: PortType, _ flags: PortFlags) throws(JackError) -> Port {
    let full = try check(name)
    let registered = try core.ask("jack_port_register") { client in
      jack_port_register(client, name, type.rawValue, flags.rawValue, 0).map { Port(pointer: $0, client: core.number) }
    }
    guard let port = registered else {
      throw .callFailed(function: "jack_port_register", port: full, code: -1, detail: LibraryMessages.newest)
    }
    // A server that was killed leaves the properties of its ports to the next ones of the same number.
    _ = try core.changeMetadata("jack_remove_properties", port: full) {
      jack_remove_properties($0, jack_port_uuid(port.pointer))
    }
    return port
  }

  /// Judges the short name of a new port and returns the full one.
  private func check(_ name: String) throws(JackError) -> String {
    let full = "\(self.name):\(name)"
    guard !name.isEmpty, !name.utf8.contains(0) else { throw .invalidPortName(name: name) }
    guard full.utf8.count <= Self.maximumPortNameLength else {
      throw .nameTooLong(name: full, length: full.utf8.count, limit: Self.maximumPortNameLength)
    }
    guard port(named: full) == nil else { throw .portNameTaken(port: full) }
    return full
  }
}
