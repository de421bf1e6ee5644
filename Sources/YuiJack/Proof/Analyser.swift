// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// The program that judges a recording: a script that knows nothing of the engine, run by Python.
///
/// - Thread: control.
enum Analyser {
  /// - Throws: `cannotRun` where Python or numpy is missing.
  static func check() throws(UsageError) {
    guard run(["-c", "import numpy"], quietly: true) == 0 else {
      throw .cannotRun(
        "The analyser needs Python 3 with numpy: install them, on Debian by 'apt install python3-numpy', and try again."
      )
    }
  }

  /// Judges the recording in a folder; what it finds goes to standard output.
  ///
  /// - Parameter comparison: a folder judged before, drawn into the same pictures.
  /// - Returns: whether it is tight.
  /// - Throws: `failed` where it cannot be judged.
  static func judge(_ folder: String, comparison: String?) throws(UsageError) -> Bool {
    switch try analyse(folder, [folder] + (comparison.map { [$0] } ?? [])) {
    case 0: return true
    case 1: return false
    default: throw .failed("The recording could not be judged.")
    }
  }

  /// Measures how long the touches recorded in a folder waited; what it finds goes to standard output.
  ///
  /// - Parameter name: what they are called.
  /// - Throws: `failed` where they cannot be read, or one is missing.
  static func measureTouches(_ folder: String, name: String) throws(UsageError) {
    guard try analyse(folder, ["--touches", folder, name]) == 0 else {
      throw .failed("The touches could not be measured.")
    }
  }

  /// Runs the script, which is kept beside what it judges.
  private static func analyse(_ folder: String, _ words: [String]) throws(UsageError) -> Int32 {
    let script = "\(folder)/analyse.py"
    try EvidenceWriter.write(String(decoding: PackageResources.analyse_py, as: UTF8.self), to: script)
    return run(["-B", script] + words, quietly: false)
  }

  /// - Returns: the exit code; 127 where there is no such program.
  private static func run(_ words: [String], quietly: Bool) -> Int32 {
    (try? Program.run("python3", words, silenced: quietly ? [STDERR_FILENO] : [])) ?? 127
  }
}
