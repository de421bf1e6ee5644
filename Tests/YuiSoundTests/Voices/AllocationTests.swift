// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@testable import YuiSound

/// The C library's own account of its heap, written to a buffer that is there beforehand.
private struct HeapReport {
  typealias MallocInfo = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32

  private let report: MallocInfo
  private let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: 1 << 16)

  init?() {
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    report = unsafeBitCast(symbol, to: MallocInfo.self)
  }

  /// A checksum of the account: free chunks of every size, and what the heap has left and has had from the system.
  func take() -> UInt64? {
    memset(buffer, 0, 1 << 16)
    guard let file = fmemopen(buffer, 1 << 16, "w"), report(0, file) == 0, fclose(file) == 0, buffer[0] != 0 else {
      return nil
    }
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for i in 0..<1 << 16 {
      sum = (sum ^ UInt64(UInt8(bitPattern: buffer[i]))) &* 0x100_0000_01B3
    }
    return sum
  }
}

extension HeapReport {
  /// The account once taking it has itself settled.
  ///
  /// The C library keeps a few freed chunks of each small size apart, outside its account. They are used up first, so
  /// that even a chunk taken and given back at once comes from what is counted.
  func settled() -> UInt64? {
    for size in stride(from: 8, through: 1040, by: 16) {
      for _ in 0..<8 { _ = chunk(size) }
    }
    var last = take()
    for _ in 0..<100 {
      let next = take()
      if next == last, take() == last { return last }
      last = next
    }
    return nil
  }

  /// A chunk of memory, through a call that the compiler cannot see through and leave out.
  @inline(never)
  func chunk(_ size: Int) -> UnsafeMutableRawPointer? {
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    return dlsym(nil, "malloc").flatMap { unsafeBitCast($0, to: Allocate.self)(size) }
  }
}

@Suite struct AllocationTests {
  // Each in a process of its own, where no other test allocates meanwhile.

  @Test func `a thousand strikes and renders of every voice allocate nothing`() async {
    await #expect(processExitsWith: .success) {
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: 64)
      let kinds = VoiceKind.allCases
      let heap = try #require(HeapReport())
      // No macro between the two accounts: those allocate.
      let before = heap.settled()
      for i in 0..<1000 {
        for kind in kinds {
          var voice = Voice(kind, Strike(sampleRate: 48000, velocity: 1, frequency: 440, seed: UInt32(i) | 1))
          var span = MutableSpan(_unsafeStart: memory, count: i % 64 + 1)
          voice.render(into: &span)
          voice.tune(to: 220)
          voice.render(into: &span)
        }
      }
      let after = heap.take()
      #expect(before != nil && after == before)
    }
  }

  @Test(arguments: [16, 64, 1000])
  func `a chunk taken and given back at once would be noticed`(size: Int) async {
    await #expect(processExitsWith: .success) { [size] in
      let heap = try #require(HeapReport())
      let before = heap.settled()
      free(heap.chunk(size))
      let after = heap.take()
      #expect(before != nil && after != nil && after != before)
    }
  }
}
