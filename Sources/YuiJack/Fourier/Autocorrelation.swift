// SPDX-License-Identifier: GPL-3.0-or-later

import CFFTW

/// Autocorrelation of a block of samples through FFTW, in single precision.
///
/// - Thread: one at a time, never the process callback: FFTW plans are made with memory of their own.
final class Autocorrelation {
  /// The most samples of a block.
  let blockSize: Int
  private let size: Int
  private let samples: UnsafeMutablePointer<Float>
  private let spectrum: UnsafeMutablePointer<fftwf_complex>
  private let forward: fftwf_plan
  private let backward: fftwf_plan

  /// Prepares for blocks of up to `blockSize` samples.
  init(blockSize: Int) {
    self.blockSize = blockSize
    let size = FourierTransform.powerOfTwo(notBelow: 2 * blockSize)
    self.size = size
    let (samples, spectrum) = (fftwf_alloc_real(size)!, fftwf_alloc_complex(size / 2 + 1)!)
    // An estimated plan is the same in every run, and so are the readings.
    let flags = UInt32(FFTW_ESTIMATE)
    var plans: (forward: fftwf_plan?, backward: fftwf_plan?) = (nil, nil)
    FourierPlans.alone {
      plans.forward = fftwf_plan_dft_r2c_1d(Int32(size), samples, spectrum, flags)
      plans.backward = fftwf_plan_dft_c2r_1d(Int32(size), spectrum, samples, flags)
    }
    (self.samples, self.spectrum) = (samples, spectrum)
    (forward, backward) = (plans.forward!, plans.backward!)
  }

  deinit {
    FourierPlans.alone {
      fftwf_destroy_plan(forward)
      fftwf_destroy_plan(backward)
    }
    fftwf_free(samples)
    fftwf_free(spectrum)
  }

  /// The sums of `x[i] × x[i + lag]` over a block, by lag from 0. They hold until the next call.
  func callAsFunction(_ block: UnsafeBufferPointer<Float>) -> UnsafeBufferPointer<Float> {
    precondition(block.count <= blockSize, "The block is longer than was prepared for")
    samples.update(from: block.baseAddress!, count: block.count)
    (samples + block.count).update(repeating: 0, count: size - block.count)
    fftwf_execute(forward)
    let scale = 1 / Float(size)
    for bin in 0...size / 2 {
      let (real, imaginary) = (spectrum[bin].0, spectrum[bin].1)
      spectrum[bin] = ((real * real + imaginary * imaginary) * scale, 0)
    }
    fftwf_execute(backward)
    return UnsafeBufferPointer(start: samples, count: block.count)
  }
}
