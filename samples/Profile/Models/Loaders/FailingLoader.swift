import Foundation

/// Fails on demand, and otherwise loads as the one below it does.
package final class FailingLoader: DataLoader {
  /// The loader below.
  package let base: any DataLoader
  /// What the next load fails with, if it does.
  package private(set) var failure: LoadError?

  /// A loader that does not fail as yet.
  package init(_ base: any DataLoader) { self.base = base }

  /// Makes the next load fail, and none behind it.
  package func failNext(with error: LoadError) { failure = error }

  /// What the loader below gives.
  ///
  /// - Throws: the error that was asked for, or what the loader below throws.
  package func loadData(from endpoint: Endpoint) async throws(LoadError) -> Data {
    if let failure {
      self.failure = nil
      throw failure
    }
    return try await base.loadData(from: endpoint)
  }
}
