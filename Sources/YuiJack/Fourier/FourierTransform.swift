// SPDX-License-Identifier: GPL-3.0-or-later

import CFFTW

/// The discrete Fourier transform of real samples, in single precision, through FFTW.
///
/// - Thread: control. Each transform is for one thread at a time.
final class FourierTransform {
  /// Samples that go in; bins `0...size / 2` come out.
  let size: Int
  private let input: UnsafeMutablePointer<Float>
  private let output: UnsafeMutablePointer<fftwf_complex>
  private let plan: fftwf_plan

  /// Prepares for so many samples, quickest where that is a power of two.
  init(size: Int) {
    precondition(size > 1 && size <= Int(Int32.max), "a transform takes 2 samples or more")
    self.size = size
    guard let input = fftwf_alloc_real(size), let output = fftwf_alloc_complex(size / 2 + 1) else {
      preconditionFailure("there is no memory for a transform of \(size) samples")
    }
    var plan: fftwf_plan?
    FourierPlans.alone { plan = fftwf_plan_dft_r2c_1d(Int32(size), input, output, FFTW_ESTIMATE) }
    guard let plan else { preconditionFailure("FFTW has no plan for \(size) samples") }
    (self.input, self.output, self.plan) = (input, output, plan)
  }

  deinit {
    FourierPlans.alone { fftwf_destroy_plan(plan) }
    fftwf_free(input)
    fftwf_free(output)
  }

  /// The squared magnitude of each bin, not scaled: a sine of amplitude a in the middle of a bin gives `(a × size / 2)²`.
  ///
  /// - Parameter samples: at most `size`; zeros stand for the rest.
  func powers(_ samples: some Collection<Float>) -> [Float] {
    precondition(samples.count <= size, "a transform of \(size) samples takes no more")
    input.update(repeating: 0, count: size)
    for (index, sample) in samples.enumerated() { input[index] = sample }
    fftwf_execute(plan)
    return (0...size / 2).map { output[$0].0 * output[$0].0 + output[$0].1 * output[$0].1 }
  }

  /// The least power of two that is not below a count.
  static func powerOfTwo(notBelow count: Int) -> Int {
    var size = 2
    while size < count { size *= 2 }
    return size
  }
}
