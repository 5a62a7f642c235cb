import Foundation

/// How much the samples are explored: a little in tests, and more in `tools/bench explore`.
package enum Exploring {
  private static let environment = ProcessInfo.processInfo.environment

  /// The number of runs of each exploration; nil for a few.
  package static let runs = environment["MODELTREE_EXPLORE_RUNS"].flatMap { Int($0) }

  /// Writes figures for `tools/bench`, if it asks for them.
  package static func note(_ figures: Double...) throws {
    guard let file = environment["MODELTREE_EXPLORE_FIGURES"] else { return }
    let line = figures.map { "\($0)" }.joined(separator: " ")
    try Data(line.utf8).write(to: URL(filePath: file))
  }
}
