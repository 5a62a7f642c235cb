import Foundation

/// Answers at once with what it was given, one after the other; behind the last comes the first.
package final class MemoryLoader: DataLoader {
  private let answers: [Data]
  private var next = 0

  /// A loader of some answers.
  ///
  /// - Parameter answers: what is loaded, in order; without any, all is missing.
  package init(answers: [Data]) { self.answers = answers }

  /// The next of the answers.
  ///
  /// - Throws: `LoadError.missing` where there is none.
  package func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data {
    guard !answers.isEmpty else { throw .missing }
    defer { next = (next + 1) % answers.count }
    return answers[next]
  }
}
