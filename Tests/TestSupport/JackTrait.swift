// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Gives a test the JACK side of this process to itself.
///
/// libjack speaks with one server at a time, and suites of all targets run in one process; so every test or suite that
/// starts a server, in this process or as a child, carries `.jack`. Such tests run one after the other.
public struct JackTrait: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal private static var isHeld = false

  /// A suite hands the trait on to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs one test while no other one holds the trait.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if Self.isHeld { return try await function() }
    await Turnstile.jack.enter()
    let result: Result<Void, any Error>
    do {
      result = .success(try await Self.$isHeld.withValue(true) { try await function() })
    } catch {
      result = .failure(error)
    }
    await Turnstile.jack.leave()
    try result.get()
  }
}

extension Trait where Self == JackTrait {
  /// One test at a time uses JACK.
  public static var jack: Self { Self() }
}

/// Lets one in at a time, in order of arrival, without holding a thread.
private actor Turnstile {
  static let jack = Turnstile()
  private var isTaken = false
  private var queue: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { queue.append($0) }
  }

  func leave() {
    if queue.isEmpty { isTaken = false } else { queue.removeFirst().resume() }
  }
}
