// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads what is written for an op, and writes that again.
enum WritingCheck {
  static func check(_ action: Op.Action, _ text: String, lasting: [String: Preset]) {
    var reply = ReplyState(lasting: lasting)
    let ops = LineReader.read(text, hostLines: true, in: &reply)
    expect(ops.count == 1 && ops[0].action == action, "Another thing is read from '\(text)'.")
    let again =
      switch ops[0].action {
      case .add(let preset, let id, let props): LineText.add(preset, id: id, props)
      case .patch(let target, let props): LineText.patch(target, props)
      default: ""
      }
    // By bytes, since texts that only look the same count as equal.
    expect(again.utf8.elementsEqual(text.utf8), "'\(text)' is written as '\(again)' the second time.")
  }
}
