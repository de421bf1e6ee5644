// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

/// What the scripts say and install where something is missing, tried with stand-ins for the programs they call.
@Suite struct ScriptTests {
  @Test func `every script shows its usage`() throws {
    for name in [
      "run", "test", "format", "install", "dummy-jack", "bench", "bench-tuner", "fuzz", "stage-pictures",
    ] {
      let child = try ChildProcess("bash", [Repository.path("scripts/\(name)"), "--help"])
      #expect(try child.wait() == .exited(0))
      let help = child.remainingLines()
      #expect(help.contains { $0.contains("scripts/\(name)") }, "\(name)")
      #expect(help.allSatisfy { $0.count <= 80 })
    }
  }

  @Test func `without Swift the sentence says where to get it`() throws {
    let run = try ScriptBench().run("scripts/run")
    #expect(run.ending == .exited(1))
    let text = run.errors
    #expect(text.hasPrefix("Error: Swift is"))
    #expect(
      text.contains("install Swift 6.2 or later from https://www.swift.org/install/linux/")
        || text.contains("export PATH=/opt/swift/usr/bin:$PATH"))
  }

  @Test(arguments: ["5.10.1", "6.1.2", "6.0"])
  func `a Swift that is too old is refused`(_ version: String) throws {
    let bench = try ScriptBench()
    try bench.add("swift", "echo 'Swift version \(version) (swift-\(version)-RELEASE)'")
    let run = try bench.run("scripts/run")
    #expect(run.ending == .exited(1))
    #expect(run.errors.contains(" is too old: install Swift 6.2 or later from https://www.swift.org"))
  }

  @Test(arguments: ["6.2", "6.3.1", "10.0.1"])
  func `what the build lacks is installed, and nothing else`(_ version: String) throws {
    let bench = try ScriptBench()
    try bench.add("swift", "[ \"$1\" = --version ] && echo 'Swift version \(version)' || exit 1")
    try bench.add("pkg-config", "[ \"$2\" = jack ]")
    try bench.add("apt-get", "echo \"apt-get $*\"")
    try bench.add("sudo", "exec \"$@\"")
    let run = try bench.run("scripts/run")
    #expect(run.ending == .exited(1))
    #expect(
      run.errors == """
        Installing libsndfile1-dev libsamplerate0-dev libedit-dev libfftw3-dev libpng-dev libwebsockets-dev libqrencode-dev.
        apt-get install -y --no-install-recommends libsndfile1-dev libsamplerate0-dev libedit-dev libfftw3-dev libpng-dev libwebsockets-dev libqrencode-dev
        Error: The build failed.

        """)
  }

  @Test func `where everything is there nothing is installed`() throws {
    let bench = try ScriptBench()
    try bench.add("swift", "[ \"$1\" = --version ] && echo 'Swift version 6.3' || exit 1")
    try bench.add("pkg-config", "exit 0")
    try bench.add("apt-get", "echo touched")
    let run = try bench.run("scripts/run")
    #expect(run.ending == .exited(1))
    #expect(run.errors == "Error: The build failed.\n")
  }

  @Test func `without a package manager the sentence names the packages`() throws {
    let bench = try ScriptBench()
    try bench.add("swift", "echo 'Swift version 6.3'")
    let run = try bench.run("scripts/run")
    #expect(run.ending == .exited(1))
    let packages =
      "pkg-config libjack-jackd2-dev libsndfile1-dev libsamplerate0-dev libedit-dev libfftw3-dev libpng-dev libwebsockets-dev libqrencode-dev."
    #expect(run.errors.contains(packages))
  }

  @Test func `continuous integration runs the test script`() throws {
    let run = try ScriptBench().run(".ci/run")
    #expect(run.ending == .exited(1))
    #expect(run.errors.hasPrefix("Error: Swift is"))
  }

  @Test(.jack) func `the place of a killed server is freed`() throws {
    let server = try DummyServer(name: DummyServer.uniqueName())
    try server.kill(SIGKILL)
    func holdsPlace() throws -> Bool {
      let list = try Data(contentsOf: URL(filePath: "/dev/shm/jack-shm-registry"))
      return list.range(of: Data(":\(server.name):".utf8)) != nil
    }
    #expect(try holdsPlace())
    let child = try ChildProcess(
      "bash", ["-euo", "pipefail", "-c", "source '\(Repository.path("scripts/common.sh"))'; free_places 8"])
    #expect(try child.wait(limit: .seconds(60)) == .exited(0))
    #expect(try !holdsPlace())
  }

  @Test(.jack) func `a server starts where somebody was killed who made the metadata`() throws {
    if MetadataDatabase.isInUse { try Test.cancel("a server of somebody else runs") }
    let files = FileManager.default
    try files.createDirectory(atPath: MetadataDatabase.folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(MetadataDatabase.folder)/__db.metadata.db"))
    let (script, name) = (Repository.path("scripts/dummy-jack"), DummyServer.uniqueName())
    let start = try ChildProcess("bash", [script, name])
    #expect(try start.wait(limit: .seconds(60)) == .exited(0), "\(start.errorText)")
    #expect(MetadataDatabase.isInUse)
    let elsewhere = try TemporaryDirectory()
    let again = try ChildProcess("bash", [script, name], environment: ["XDG_RUNTIME_DIR": elsewhere.path])
    #expect(try again.wait(limit: .seconds(60)) == .exited(1))
    #expect(again.errorText == "Error: A server '\(name)' runs already, which was not started by this script.\n")
    // What is in use stays.
    let before = try files.contentsOfDirectory(atPath: MetadataDatabase.folder)
    let clear = try ChildProcess(
      "bash", ["-euo", "pipefail", "-c", "source '\(Repository.path("scripts/common.sh"))'; clear_metadata"])
    #expect(try clear.wait(limit: .seconds(60)) == .exited(0))
    #expect(try files.contentsOfDirectory(atPath: MetadataDatabase.folder) == before)
    #expect(try ChildProcess("bash", [script, "--stop", name]).wait(limit: .seconds(60)) == .exited(0))
  }
}

/// A search path with nothing on it but a few tools and stand-ins.
private struct ScriptBench {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    for tool in ["bash", "cat", "dirname", "env", "head", "mktemp", "rm", "sed"] {
      let path = ["/usr/bin", "/bin"].map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(tool), withDestinationPath: try #require(path))
    }
  }

  /// Puts a stand-in on the path: a shell script. A child writes it, so that no other child has it open for writing, which
  /// would keep it from being run.
  func add(_ program: String, _ text: String) throws {
    let writer = try ChildProcess(
      "sh", ["-c", "cat >'\(folder.file(program))' && chmod 755 '\(folder.file(program))'"])
    try writer.write("#!/bin/sh\n\(text)")
    writer.closeInput()
    guard try writer.wait() == .exited(0) else { throw TestFailure("Cannot write '\(program)': \(writer.errorText)") }
  }

  /// Runs a script of the repository to its end.
  func run(_ script: String) throws -> (ending: ChildProcess.Ending, errors: String) {
    let child = try ChildProcess(folder.file("bash"), [Repository.path(script)], environment: ["PATH": folder.path])
    child.closeInput()
    return (try child.wait(), child.errorText)
  }
}
