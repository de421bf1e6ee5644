// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import YuiJack
@testable import YuiSound

@Suite struct OutboxTests {
  private let link = EngineLink(commands: 4)
  private let outbox: Outbox

  init() { outbox = Outbox(link) }

  /// The numbers of the marks that the engine would see now.
  private func seen() -> [Int64] {
    var numbers: [Int64] = []
    while let command = link.commands.pointee.receive()?.command {
      if case .mark(let number) = command { numbers.append(number) }
    }
    return numbers
  }

  @Test func `commands are seen together, not before they are handed over`() {
    defer { link.deallocate() }
    for number in Int64(1)...3 { outbox.send(.mark(number)) }
    #expect(seen().isEmpty && !outbox.isEmpty)
    outbox.flush()
    #expect(outbox.isEmpty)
    #expect(seen() == [1, 2, 3])
  }

  @Test func `what finds no room waits in order, and that is counted once`() {
    defer { link.deallocate() }
    for number in Int64(1)...10 { outbox.send(.mark(number)) }
    for expected in [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10], []] as [[Int64]] {
      outbox.flush()
      outbox.flush()
      #expect(seen() == expected)
    }
    #expect(outbox.isEmpty && outbox.fullCount == 1)
  }
}
