// SPDX-License-Identifier: GPL-3.0-or-later

/// What libFuzzer calls with each input: the bytes of one source. A difference ends the process, which is a finding.
///
/// Compiled together with YuiLines into one program by `scripts/fuzz`, which finds out how much of it each input reaches.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let ops = ReadingCheck.ops(bytes)
  for op in ops {
    ReadingCheck.checkJSON(op)
    switch op.action {
    case .add(let preset, let id, let props):
      WritingCheck.check(op.action, LineText.add(preset, id: id, props), lasting: [:])
      SettingsCheck.check(preset, props)
      TheoryCheck.check(props)
    case .patch(let target, let props):
      let lasting = target.isID ? [target.name: target.preset] : [:]
      WritingCheck.check(op.action, LineText.patch(target, props), lasting: lasting)
      SettingsCheck.check(target.preset, props)
      TheoryCheck.check(props)
    case .error(let error): expect(!error.sentence.isEmpty, "An error has no sentence.")
    default: break
    }
    TheoryCheck.check(op.line)
  }
  return 0
}

/// Ends the process with a sentence unless something holds.
func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError(sentence()) }
}
