// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What a PipeWire of the tests' own needs.
enum PipeWire {
  static let programs = ["pipewire", "wireplumber", "pw-jack", "pw-cli", "dbus-run-session"]

  /// Whether all of it is installed.
  static var isThere: Bool { programs.allSatisfy(Tools.has) }
}

/// The same proof on PipeWire, through pw-jack: a session bus, PipeWire, WirePlumber and a sink that nobody hears.
@Suite(.jack, .enabled(if: PipeWire.isThere, "PipeWire, WirePlumber, pw-jack or dbus-run-session is missing"))
struct PipeWireTests {
  /// Runs the command that follows it on a PipeWire of its own, once there is a sink to play to.
  private static let script = """
    pipewire >pipewire.log 2>&1 & pipewire=$!
    wireplumber >wireplumber.log 2>&1 & wireplumber=$!
    trap 'kill $wireplumber $pipewire; wait' EXIT
    made=
    for try in $(seq 200); do
      if [ -z "$made" ]; then
        pw-cli create-node adapter '{ factory.name=support.null-audio-sink node.name=proof-sink media.class=Audio/Sink
          object.linger=true audio.position=[FL FR] }' >node.log 2>&1 && made=yes
      fi
      pw-cli ls Port 2>/dev/null | grep -q playback_FR && break
      sleep 0.05
    done
    "$@"
    """

  /// Runs a proof there.
  private func prove(_ arguments: [String]) throws -> (code: ChildProcess.Ending, text: String) {
    let folder = try TemporaryDirectory()
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
    let process = try ChildProcess(
      "dbus-run-session",
      ["--", "sh", "-c", "cd '\(folder.path)'\n\(Self.script)", "sh", "pw-jack", Instrument.program, "prove"]
        + arguments,
      environment: [
        "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "PIPEWIRE_RUNTIME_DIR": folder.path,
        "JACK_DEFAULT_SERVER": "default",
      ])
    let ending = try process.wait(limit: .seconds(60))
    return (ending, process.remainingLines().joined(separator: "\n") + process.errorText)
  }

  @Test func `through pw-jack every click and clock is on its frame`() throws {
    let run = try prove(["--seconds", "8"])
    #expect(run.code == .exited(0), "\(run.text)")
    #expect(ProofTests.number(after: "worst error ", in: run.text) == 0, "\(run.text)")
    #expect(run.text.contains("Tight: every click and clock is on its frame"), "\(run.text)")
  }

  @Test func `through pw-jack steps fired by a timer are not tight`() throws {
    let run = try prove(["--seconds", "5", "--fault", "timer"])
    #expect(run.code == .exited(1), "\(run.text)")
    #expect(ProofTests.number(after: "worst error ", in: run.text) ?? 0 > 100, "\(run.text)")
  }
}
