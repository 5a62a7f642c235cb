import Foundation

/// Consecutive figures of the same measurement; at least one.
struct Samples {
  /// From the smallest to the largest.
  let sorted: [Double]

  init(_ figures: [Double]) {
    precondition(!figures.isEmpty)
    sorted = figures.sorted()
  }

  var minimum: Double { sorted[0] }
  var maximum: Double { sorted[sorted.count - 1] }
  var median: Double { (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2 }

  /// Measures two things alternately, A B B A …, so that other load on the machine affects both
  /// equally, and neither always finds the memory that the other left. The first turns only warm
  /// up.
  static func interleaved(
    turns: Int, warmUps: Int = 1, _ first: () throws -> Double, _ second: () throws -> Double
  ) rethrows -> (Samples, Samples) {
    var figures: (first: [Double], second: [Double]) = ([], [])
    for turn in 0..<warmUps + turns {
      var figure = (first: 0.0, second: 0.0)
      if turn.isMultiple(of: 2) { figure.first = try first() }
      figure.second = try second()
      if !turn.isMultiple(of: 2) { figure.first = try first() }
      if turn < warmUps { continue }
      figures.first.append(figure.first)
      figures.second.append(figure.second)
    }
    return (Samples(figures.first), Samples(figures.second))
  }

  /// Measures two asynchronous things alternately.
  static func interleaved(
    turns: Int, warmUps: Int = 1, _ first: () async throws -> Double,
    _ second: () async throws -> Double
  ) async rethrows -> (Samples, Samples) {
    var figures: (first: [Double], second: [Double]) = ([], [])
    for turn in 0..<warmUps + turns {
      var figure = (first: 0.0, second: 0.0)
      if turn.isMultiple(of: 2) { figure.first = try await first() }
      figure.second = try await second()
      if !turn.isMultiple(of: 2) { figure.first = try await first() }
      if turn < warmUps { continue }
      figures.first.append(figure.first)
      figures.second.append(figure.second)
    }
    return (Samples(figures.first), Samples(figures.second))
  }

  /// Measures one thing repeatedly.
  static func repeated(
    turns: Int, warmUps: Int = 1, _ body: () throws -> Double
  ) rethrows -> Samples {
    for _ in 0..<warmUps { _ = try body() }
    return Samples(try (0..<turns).map { _ in try body() })
  }
}

extension Double {
  /// Three significant digits, or all those before the decimal point.
  var short: String {
    let decimals = self < 10 ? 2 : self < 100 ? 1 : 0
    return String(format: "%.\(decimals)f", self)
  }

  /// In code's form, without an unnecessary decimal point.
  var plain: String { String(format: "%g", self) }
}
