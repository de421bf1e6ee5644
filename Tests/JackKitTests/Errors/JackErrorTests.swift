// SPDX-License-Identifier: GPL-3.0-or-later
import JackKit
import Testing

@Suite struct JackErrorTests {
  static let texts: [(JackError, String)] = [
    (.noServer(name: nil), "No JACK server is running. Start one, for example with 'jackd -d alsa' or QjackCtl."),
    (
      .noServer(name: "studio"),
      "No JACK server named 'studio' is running. Start it, for example with 'jackd -n studio -d alsa'."
    ),
    (
      .clientRefused(name: "yui", status: [.failure, .versionError], detail: "protocol 8"),
      "JACK refused the client 'yui': the operation failed, library and server speak different protocols (protocol 8)."
    ),
    (
      .clientRefused(name: "yui", status: .sharedMemoryFailure, detail: nil),
      "JACK refused the client 'yui': the server's shared memory cannot be reached."
    ),
    (.clientNameTaken(name: "yui"), "The client name 'yui' is taken. Choose another name."),
    (
      .invalidClientName(name: "a:b"),
      "The client name 'a:b' cannot be used in JACK. Use at least one character, and no colon."
    ),
    (.invalidPortName(name: ""), "The port name '' cannot be used in JACK. Use at least one character."),
    (
      .nameTooLong(name: "long", length: 64, limit: 63),
      "The name 'long' is too long for JACK: 64 bytes. Use at most 63."
    ),
    (.portNameTaken(port: "yui:out"), "The port 'yui:out' exists already. Choose another name."),
    (.unknownPort(port: "yui:out"), "There is no port 'yui:out'. List the ports with 'jack_lsp'."),
    (
      .cannotConnect(source: "a:in", destination: "b:in", reason: .sourceIsInput),
      "Cannot connect 'a:in' to 'b:in': the first is an input; a source must be an output."
    ),
    (
      .cannotConnect(source: "a:out", destination: "b:out", reason: .destinationIsOutput),
      "Cannot connect 'a:out' to 'b:out': the second is an output; a destination must be an input."
    ),
    (
      .cannotConnect(source: "a:out", destination: "b:midi", reason: .typesDiffer),
      "Cannot connect 'a:out' to 'b:midi': one carries audio, the other MIDI."
    ),
    (
      .connectionRefused(source: "a:out", destination: "b:in", code: -1),
      "JACK refused to change the connection of 'a:out' to 'b:in' with code -1. Check that both clients are active."
    ),
    (.invalidPattern(pattern: "("), "The port name pattern '(' is not a regular expression."),
    (.serverGone(function: "jack_connect"), "The JACK server is gone (jack_connect)."),
    (
      .callFailed(function: "jack_connect", port: "a:out", code: -1, detail: nil),
      "jack_connect failed for 'a:out' with code -1."
    ),
    (
      .callFailed(function: "jack_activate", port: nil, code: 2, detail: "no thread"),
      "jack_activate failed with code 2 (no thread)."
    ),
  ]

  @Test(arguments: texts) func `each error is one sentence`(error: JackError, text: String) {
    #expect(error.description == text)
  }

  @Test func `status bits are put in words`() {
    #expect(JackStatus([]).description == "")
    #expect(JackStatus([.failure, .nameNotUnique]).description == "the operation failed, the name is taken")
    let all = (0..<13).map { JackStatus(rawValue: 1 << $0).description }
    #expect(Set(all).count == 13 && !all.contains(""))
  }
}
