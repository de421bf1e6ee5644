// SPDX-License-Identifier: GPL-3.0-or-later

import CLockCounter
import Glibc
import HeapCounter

// A counter that counts nothing proves nothing.
let before = (heap_calls(), lock_calls())
var lock = pthread_mutex_t()
pthread_mutex_init(&lock, nil)
pthread_mutex_lock(&lock)
pthread_mutex_unlock(&lock)
let planted = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
guard heap_calls() > before.0, lock_calls() > before.1 else {
  print("Error: The planted heap call and lock were not counted.")
  exit(2)
}

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 60
let count = CycleCount()
count.run(seconds: seconds)
let period = Double(CycleCount.frames) / CycleCount.rate * 1e6
let times = count.times.sorted()
/// Per cent of the period within which a part of the cycles is done.
func share(_ part: Double) -> Double {
  let percent = times[min(times.count - 1, Int(part * Double(times.count)))] / period * 100
  return Double(Int(percent * 100)) / 100
}
print(
  "\(seconds) s in cycles of \(CycleCount.frames) frames, \(CycleCount.voices) voices at once, at least \(count.fewestVoices)."
)
print("Heap calls in them: \(count.heapCalls). Locks: \(count.locks).")
print(
  "Processor time of the period: median \(share(0.5)) %, 999 in 1000 within \(share(0.999)) %, worst \(share(1)) %."
)
// What a hypervisor takes from the thread counts as the thread's own, so the worst of 45,000 cycles is told and not judged.
exit(count.heapCalls == 0 && count.locks == 0 && share(0.5) < 10 && share(0.999) < 30 ? 0 : 1)
