// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization

/// The right to make or end a plan of FFTW, whose planner keeps what it knows in one place for all threads of the process.
///
/// - Thread: any but the process callback.
enum FourierPlans {
  private static let planner = Mutex(())

  /// Runs what makes or ends plans, alone.
  static func alone(_ body: () -> Void) { planner.withLock { _ in body() } }
}
