// SPDX-License-Identifier: GPL-3.0-or-later

/// The lower triangle of a symmetric matrix, ready to solve equations with.
struct Cholesky {
  private var lower: [Double]
  private let size: Int

  /// Factors a matrix given row by row; what is above its diagonal is not read.
  ///
  /// Nil where it is not positive definite.
  init?(_ matrix: [Double]) {
    size = Int(Double(matrix.count).squareRoot())
    lower = matrix
    for column in 0..<size {
      for row in column..<size {
        var sum = lower[row * size + column]
        for k in 0..<column { sum -= lower[row * size + k] * lower[column * size + k] }
        if row == column {
          guard sum > 0 else { return nil }
          lower[row * size + column] = sum.squareRoot()
        } else {
          lower[row * size + column] = sum / lower[column * size + column]
        }
      }
    }
  }

  /// The solution for a right-hand side.
  func solve(_ right: [Double]) -> [Double] {
    var solution = right
    for row in 0..<size {
      for k in 0..<row { solution[row] -= lower[row * size + k] * solution[k] }
      solution[row] /= lower[row * size + row]
    }
    for row in (0..<size).reversed() {
      for k in row + 1..<size { solution[row] -= lower[k * size + row] * solution[k] }
      solution[row] /= lower[row * size + row]
    }
    return solution
  }
}
